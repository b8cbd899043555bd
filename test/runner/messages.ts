// What a run and its processes tell each other.

export interface Failure {
  /** The texts of all suites around the test and its own: one sentence. */
  readonly name: string
  /** File and line. */
  readonly place: string
  /** The error with its stack. */
  readonly text: string
}

export interface FileResult {
  readonly file: string
  readonly seconds: number
  readonly passed: number
  /** How many tests were skipped for which reason. */
  readonly skipped: readonly (readonly [reason: string, tests: number])[]
}

export type FromProcess =
  /** All suites that it was given are done. */
  | { readonly kind: 'FREE' }
  | { readonly kind: 'FILE'; readonly result: FileResult }
  | { readonly kind: 'FAILURE'; readonly failure: Failure }
  /** A test that was skipped, since a cluster refuses one of its statements. */
  | { readonly kind: 'REFUSED'; readonly failure: Failure }

/** The files of the next suite; none when there is no other. */
export interface ToProcess {
  readonly files: readonly string[]
}
