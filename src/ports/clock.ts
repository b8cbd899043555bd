// Time, so that tests can set it.

export interface Clock {
  now(): Date
  /** Resolves after the time has passed on this clock. */
  sleep(ms: number): Promise<void>
}
