// Alerts to the operator's users: audit log entries of all merchants and of the operator, and the daily summaries of them.

import type { PageRequest, ResultPage } from '../../kernel/page.ts'
import type { AlertAction } from '../rules/alerts.ts'
import type { AuditLine } from './audit.ts'

export interface Alert extends Pick<AuditLine, 'merchantId' | 'auditId' | 'at' | 'actor' | 'subject'> {
  readonly action: AlertAction
  /** Controls protect less than before. */
  readonly isWeakening: boolean
}

export type AlertKey = Pick<Alert, 'merchantId' | 'auditId'>

/**
 * - WEAKENED: controls protect less than before.
 * - SUMMARY: what daily summaries report.
 */
export const alertKinds = ['WEAKENED', 'SUMMARY'] as const
export type AlertKind = (typeof alertKinds)[number]

/** All given criteria must match; the end of the period is not included. */
export interface AlertFilter {
  readonly kind?: AlertKind | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

/** Of one day, or since the last one where no gateway was running. */
export interface AlertSummary {
  readonly from: Date
  readonly until: Date
  /** How many alerts, by action. */
  readonly counts: Readonly<Partial<Record<AlertAction, number>>>
}

export interface Alerts {
  /** Newest first; undefined when `after` is not a valid start of a page. */
  list(wanted: AlertFilter, page: PageRequest): Promise<ResultPage<Alert> | undefined>
  find(key: AlertKey): Promise<Alert | undefined>
  /** Those after this time, counted up to a limit. */
  countAfter(at: Date, limit: number): Promise<number>
  /** Oldest first: those whose e-mails are still to be queued. */
  listUnqueued(limit: number): Promise<readonly AlertKey[]>
  markQueued(key: AlertKey, at: Date): Promise<void>
  /** The latest that reports anything. */
  lastSummary(): Promise<AlertSummary | undefined>
  /** The end of the latest, whether it reports anything or not. */
  lastSummaryEnd(): Promise<Date | undefined>
  /** What a summary of the period would report. */
  countForSummary(period: Pick<AlertSummary, 'from' | 'until'>): Promise<AlertSummary['counts']>
}
