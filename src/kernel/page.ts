// Pages of results.

/** Newest first. `after` is the cursor of the previous page; it is opaque. */
export interface PageRequest {
  readonly after?: string | undefined
  readonly limit: number
}

export interface ResultPage<Row> {
  readonly rows: readonly Row[]
  /** Undefined on the last page. */
  readonly next?: string | undefined
}
