// What reports need from outside.

import type { Audit } from '../audit/ports/audit.ts'
import type { Clock } from '../kernel/clock.ts'
import type { DelayedReads } from './ports/delayed-reads.ts'
import type { Reports } from './ports/reports.ts'

export interface ReportDependencies {
  readonly reports: Reports
  /** The same and reports, where they may be seconds old. */
  readonly delayedReads: DelayedReads
  readonly audit: Audit
  readonly clock: Clock
}
