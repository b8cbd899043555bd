// Queues an e-mail to each of the operator's users with a confirmed address for each alert, and one a day that summarizes them. An
// alert that is queued twice, by two processes or after a crash, leads to one e-mail.
import type { AlertSummary } from '../../audit/index.ts'
import { operatorMerchantId } from '../../kernel/user.ts'
import {
  type AlertRecipient,
  type AttentionAudience,
  type AttentionSubject,
  attentionAudiences,
  attentionPauseMs,
  attentionSubjects,
} from '../../users/index.ts'
import type { AlertDependencies } from '../dependencies.ts'

type AlertQueueDependencies = Pick<AlertDependencies, 'alerts' | 'userEmails' | 'userMails' | 'hasMailServer' | 'clock'>

const alertsPerRun = 100
const dayMs = 24 * 3_600_000
/** An alert of the last moment of a day may be committed after it. */
const graceMs = 5 * 60_000

/** Returns how many alerts. Without a mail server they are shown in the console only. */
export async function queueAlerts(dependencies: AlertQueueDependencies): Promise<number> {
  const { alerts, userMails, clock } = dependencies
  const unqueued = await alerts.listUnqueued(alertsPerRun)
  if (unqueued.length === 0) return 0
  const recipients = await recipientsOf(dependencies)
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
export async function summarizeAlerts(dependencies: AlertQueueDependencies): Promise<AlertSummary | undefined> {
  const { alerts, userMails, clock } = dependencies
  const now = clock.now()
  const until = dayOf(now.getTime() - graceMs)
  const from = (await alerts.lastSummaryEnd()) ?? new Date(until.getTime() - dayMs)
  if (from >= until) return undefined
  const summary = { from, until, counts: await alerts.countForSummary({ from, until }) }
  const isEmpty = Object.keys(summary.counts).length === 0
  const isFirst = await userMails.addSummary(summary, isEmpty ? [] : await recipientsOf(dependencies), now)
  return isFirst ? summary : undefined
}

function recipientsOf({ userEmails, hasMailServer }: AlertQueueDependencies): Promise<readonly AlertRecipient[]> {
  return hasMailServer ? userEmails.alertRecipients(operatorMerchantId) : Promise.resolve([])
}

function dayOf(ms: number): Date {
  return new Date(Math.floor(ms / dayMs) * dayMs)
}

// Queues e-mails to users of merchants and of the operator about what waits for people. Each audience is informed once about each item, and at
// most once an hour about a subject. What the e-mail says is read when it is sent.

type AttentionDependencies = Pick<
  AlertDependencies,
  'attention' | 'userEmails' | 'userMails' | 'hasMailServer' | 'clock'
>

/** Audiences are reminded of what still waits after this long. */
const remindedAfterDays = 30
const forgottenPerRun = 1_000

/** Without a mail server nothing is marked: once there is one, users learn what waits then. */
export async function queueAttention(
  dependencies: AttentionDependencies,
  onError: (error: unknown, merchantId?: string) => void,
): Promise<void> {
  if (!dependencies.hasMailServer) return
  const { attention, clock } = dependencies
  await attention.forget(new Date(clock.now().getTime() - remindedAfterDays * dayMs), forgottenPerRun)
  for (const subject of attentionSubjects) {
    const merchants = await attention.listMerchants(subject)
    for (const audience of attentionAudiences) await tellAll(merchants, { audience, subject }, dependencies, onError)
  }
}

interface Telling {
  readonly audience: AttentionAudience
  readonly subject: AttentionSubject
}

async function tellAll(
  merchants: readonly string[],
  { audience, subject }: Telling,
  dependencies: AttentionDependencies,
  onError: (error: unknown, merchantId?: string) => void,
): Promise<void> {
  const { attention, clock } = dependencies
  const isRecent = (at: Date | undefined) => at !== undefined && clock.now().getTime() - at.getTime() < attentionPauseMs
  if (audience === 'OPERATOR' && isRecent(await attention.lastToOperator(subject))) return
  const untold: string[] = []
  for (const merchantId of merchants)
    try {
      const { hasNew, lastAt } = await attention.read({ merchantId, audience, subject })
      if (!hasNew || (audience === 'MERCHANT' && isRecent(lastAt))) continue
      if (audience === 'MERCHANT') await tell([merchantId], merchantId, { audience, subject }, dependencies)
      else untold.push(merchantId)
    } catch (error) {
      // The access rights of one merchant that are not as they were sealed do not keep others from being informed.
      onError(error, merchantId)
    }
  if (untold.length > 0) await tell(untold, operatorMerchantId, { audience, subject }, dependencies)
}

/** Queued before it is marked: a crash in between repeats it, and the e-mails of one hour have one id. */
async function tell(
  merchants: readonly string[],
  ownerId: string,
  { audience, subject }: Telling,
  { attention, userEmails, userMails, clock }: AttentionDependencies,
): Promise<void> {
  const now = clock.now()
  await userMails.addAttention({ ownerId, subject }, await userEmails.alertRecipients(ownerId), now)
  for (const merchantId of merchants) await attention.markTold({ merchantId, audience, subject }, now)
}
