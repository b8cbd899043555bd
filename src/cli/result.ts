// How a command can end, short of a failure that nobody planned.

export type CommandResult =
  /** What to print: the data with --json, otherwise the text. Bad news ends with 1, so that scripts notice it. */
  | { readonly kind: 'done'; readonly data: object; readonly text: string; readonly hasProblems?: true }
  | CommandRefusal
  | UsageError
  /** The command has printed by itself what there was to say. */
  | { readonly kind: 'ended'; readonly exitCode: number }

/** The command was understood, and the answer is no; the message is one line. */
export interface CommandRefusal {
  readonly kind: 'refused'
  readonly message: string
}

/** The command was not understood; the message is one line. */
export interface UsageError {
  readonly kind: 'misused'
  readonly message: string
}

export function commandDone(data: object, text: string): CommandResult {
  return { kind: 'done', data, text }
}

/** The command has done what it was asked to, and what it found is not as it should be. */
export function doneWithProblems(data: object, text: string): CommandResult {
  return { kind: 'done', data, text, hasProblems: true }
}

export function commandRefused(message: string): CommandRefusal {
  return { kind: 'refused', message }
}

export function usageError(message: string): UsageError {
  return { kind: 'misused', message }
}
