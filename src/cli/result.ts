// How a command can end, short of a failure that nobody planned.

export type Result =
  /** What to print: the data with --json, otherwise the text. Bad news ends with 1, so that scripts notice it. */
  | { readonly kind: 'done'; readonly data: object; readonly text: string; readonly isBadNews?: true }
  | Refusal
  | Misuse
  /** The command has printed by itself what there was to say. */
  | { readonly kind: 'ended'; readonly exitCode: number }

/** The command was understood, and the answer is no; the message is one line. */
export interface Refusal {
  readonly kind: 'refused'
  readonly message: string
}

/** The command was not understood; the message is one line. */
export interface Misuse {
  readonly kind: 'misused'
  readonly message: string
}

export function done(data: object, text: string): Result {
  return { kind: 'done', data, text }
}

/** The command has done what it was asked to, and what it found is not as it should be. */
export function badNews(data: object, text: string): Result {
  return { kind: 'done', data, text, isBadNews: true }
}

export function refused(message: string): Refusal {
  return { kind: 'refused', message }
}

export function misused(message: string): Misuse {
  return { kind: 'misused', message }
}
