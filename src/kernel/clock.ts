// Time, as a port that tests can set.

export interface Clock {
  /** The time of day, for timestamps. It can be set back. */
  now(): Date
  /**
   * The time that sessions, lock-outs and the like are created, compared and ended with: common to all processes, and it
   * never goes back while a process runs.
   */
  expiryTime(): Date
  /** Resolves after the time has passed on this clock. */
  sleep(ms: number): Promise<void>
}
