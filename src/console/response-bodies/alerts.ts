// What the console's services for alerts return.
import type { Alert, AlertSummary } from '../../audit/ports/alerts.ts'
import type { ResultPage } from '../../kernel/page.ts'

export type AlertListBody = ResultPage<Alert>

export interface UnreadAlertsBody {
  /** Counted up to a limit. */
  readonly count: number
}

/** The latest daily summary that reports anything. */
export interface AlertSummaryBody {
  readonly summary?: AlertSummary
}
