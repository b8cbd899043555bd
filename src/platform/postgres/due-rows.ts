// Rows that wait for a job. Each is declared beside the statement that claims them, with the same condition, for the one search that
// serves all jobs (compose/due-work.ts).

export interface DueRows {
  readonly from: string
  /** The column by which the table is distributed. */
  readonly id: string
  /** By the server's clock, without parameters. Omitted when every row waits. */
  readonly where?: string
}
