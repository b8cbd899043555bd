// A sentence with values in it. Programs get it filled in; the console gets both, and translates the sentence.

export interface Explanation {
  /** In English, with the names of its values in braces. */
  readonly sentence: string
  readonly values: Readonly<Record<string, string | number>>
  /** What is said after it; translated by itself. */
  readonly next?: Explanation
}

/** A text that is written out in the code, not one that is made or comes from elsewhere: such a text has a translation. */
export type WrittenText<Text extends string> = string extends Text ? never : Text

/** A test collects every sentence and requires its translation. */
export function explain<Sentence extends string>(
  sentence: WrittenText<Sentence>,
  values: Explanation['values'] = {},
): Explanation {
  return { sentence, values }
}

/** "must not be empty" as "It must not be empty." */
export function asSentence(part: Explanation): Explanation {
  return { ...part, sentence: `It ${part.sentence}.` }
}

export function followedBy(first: Explanation, next: Explanation): Explanation {
  return { ...first, next }
}

/** In English. */
export function explanationText(explanation: Explanation | string): string {
  if (typeof explanation === 'string') return explanation
  const { sentence, values, next } = explanation
  const text = sentence.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
  return next ? `${text} ${explanationText(next)}` : text
}
