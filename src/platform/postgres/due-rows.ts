// Rows that wait for a job. Each is declared beside the statement that claims them, with the same condition, for the one search that
// serves all jobs (compose/due-work.ts).

export interface DueRows {
  readonly from: string
  /** The column by which the table is distributed. */
  readonly id: string
  /** By the server's clock, without parameters. Omitted when every row waits. */
  readonly where?: string
}

/** Rows that wait until a job comes to their merchant. */
export interface WaitingRows extends DueRows {
  readonly id: 'merchant_id'
  /** The column by which those merchants come first whose rows have been waiting longest. */
  readonly since?: string
}
