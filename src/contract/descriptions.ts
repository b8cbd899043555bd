// What fields and operations mean, in a sentence each: the words of the reference.

const sentences: Readonly<Record<string, string>> = {
  VERIFY: 'Verifies the account of a cardholder before a financial transaction. No money moves.',
}

/** By the full name, or by the shortest tail of it that is described. */
export function descriptionOf(name: string): string | undefined {
  return sentences[name]
}
