// Where cards were issued, by the operator's table of card number ranges.
import type { AuditStamp } from '../../audit/ports/audit.ts'

export interface CardRange {
  /** The first digits of card numbers, at most eight. */
  readonly prefix: string
  /** ISO 3166-1 alpha-3. */
  readonly country: string
}

export interface CardCountries {
  /** The country of the longest prefix that these first digits begin with; undefined when there is none. */
  find(bin: string): Promise<string | undefined>
}

export interface CardRanges {
  /** Replaces the whole table, together with the audit log entry about it. */
  replace(ranges: readonly CardRange[], by: AuditStamp): Promise<{ readonly ranges: number; readonly replaced: number }>
}
