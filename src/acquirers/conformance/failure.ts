// How a conformance check ends when it does not pass.

/** One sentence for those who write the adapter. */
export class ConformanceFailure extends Error {
  override readonly name = 'ConformanceFailure'
}

/** Why the link cannot be expected to pass, or could not be tried. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable'
  readonly outcome: 'NOT_APPLICABLE' | 'NOT_RUN'

  constructor(reason: string, outcome: NotApplicable['outcome'] = 'NOT_APPLICABLE') {
    super(reason)
    this.outcome = outcome
  }
}

export function expect(condition: unknown, message: string): asserts condition {
  if (!condition) throw new ConformanceFailure(message)
}
