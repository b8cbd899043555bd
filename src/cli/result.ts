// How a command can end, apart from an unexpected failure.

export type CommandResult =
  /** What to print: the data with --json, otherwise the text. A failure exits with 1, which scripts can detect. */
  | { readonly kind: 'DONE'; readonly data: object; readonly text: string; readonly hasProblems?: true }
  | CommandRefusal
  | UsageError
  /** The command has already printed its output itself. */
  | { readonly kind: 'ENDED'; readonly exitCode: number }

/** The command was understood, and refused; the message is one line. */
export interface CommandRefusal {
  readonly kind: 'REFUSED'
  readonly message: string
}

/** The command was not understood; the message is one line. */
export interface UsageError {
  readonly kind: 'MISUSED'
  readonly message: string
}

export function commandDone(data: object, text: string): CommandResult {
  return { kind: 'DONE', data, text }
}

/** The command has done its work, and its findings are not as they should be. */
export function doneWithProblems(data: object, text: string): CommandResult {
  return { kind: 'DONE', data, text, hasProblems: true }
}

export function commandRefused(message: string): CommandRefusal {
  return { kind: 'REFUSED', message }
}

export function usageError(message: string): UsageError {
  return { kind: 'MISUSED', message }
}
