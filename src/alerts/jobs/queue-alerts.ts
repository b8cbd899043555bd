// Queues an e-mail to each of the operator's users with a confirmed address for each alert, and one a day that summarizes them. An
// alert that is queued twice, by two processes or after a crash, leads to one e-mail.

import type { AlertSummary } from '../../audit/ports/alerts.ts'
import { operatorMerchantId } from '../../kernel/user.ts'
import type { AlertRecipient } from '../../users/ports/user-emails.ts'
import type { AlertDependencies } from '../dependencies.ts'

type AlertPorts = Pick<AlertDependencies, 'alerts' | 'userEmails' | 'userMails' | 'hasMailServer' | 'clock'>

const alertsPerRun = 100
const dayMs = 24 * 3_600_000
/** An alert of the last moment of a day may be committed after it. */
const graceMs = 5 * 60_000

/** Returns how many alerts. Without a mail server they are shown in the console only. */
export async function queueAlerts(ports: AlertPorts): Promise<number> {
  const { alerts, userMails, clock } = ports
  const unqueued = await alerts.listUnqueued(alertsPerRun)
  if (unqueued.length === 0) return 0
  const recipients = await recipientsOf(ports)
  for (const alert of unqueued) {
    const now = clock.now()
    await userMails.addAlert(alert, recipients, now)
    await alerts.markQueued(alert, now)
  }
  return unqueued.length
}

/**
 * Summarizes the days, of UTC, since the last summary. One process does, and the next start continues where the last one was.
 * Undefined when it is done already.
 */
export async function summarizeAlerts(ports: AlertPorts): Promise<AlertSummary | undefined> {
  const { alerts, userMails, clock } = ports
  const now = clock.now()
  const until = dayOf(now.getTime() - graceMs)
  const from = (await alerts.lastSummaryEnd()) ?? new Date(until.getTime() - dayMs)
  if (from >= until) return undefined
  const summary = { from, until, counts: await alerts.countForSummary({ from, until }) }
  const isEmpty = Object.keys(summary.counts).length === 0
  const isFirst = await userMails.addSummary(summary, isEmpty ? [] : await recipientsOf(ports), now)
  return isFirst ? summary : undefined
}

function recipientsOf({ userEmails, hasMailServer }: AlertPorts): Promise<readonly AlertRecipient[]> {
  return hasMailServer ? userEmails.alertRecipients(operatorMerchantId) : Promise.resolve([])
}

function dayOf(ms: number): Date {
  return new Date(Math.floor(ms / dayMs) * dayMs)
}
