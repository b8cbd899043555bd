// A sentence with values in it. Programs get it filled in; the console gets both, and translates the sentence.

export interface Explanation {
  /** In English, with the names of its values in braces. */
  readonly sentence: string
  readonly values: Readonly<Record<string, string | number>>
}

export function explain(sentence: string, values: Explanation['values']): Explanation {
  return { sentence, values }
}

export function explanationText({ sentence, values }: Explanation): string {
  return sentence.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
