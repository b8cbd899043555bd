// Time, as a port that tests can set.

export interface Clock {
  now(): Date
  /** Resolves after the time has passed on this clock. */
  sleep(ms: number): Promise<void>
}
