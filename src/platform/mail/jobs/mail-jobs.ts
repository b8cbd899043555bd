// The jobs of a kind of e-mails: one sends those that are due, where the operator has a mail server, the other lets go of old ones.
import type { Clock } from '../../../kernel/clock.ts'
import type { Config } from '../../config/config.ts'
import { type DueSearch, type Job, repeatedJob } from '../../jobs/job.ts'
import type { Log } from '../../telemetry/log.ts'
import {
  type ClaimedMail,
  type FinalMailState,
  type MailKey,
  type MailKind,
  type MailMessage,
  type MailQueue,
  type MailResult,
  type MailSender,
  mailResults,
} from '../mail.ts'
import { openMailSender } from '../smtp-sender.ts'

export interface MailDependencies {
  /** Without one nothing is sent, and what was queued before is given up after a day. */
  readonly hasMailServer: boolean
  readonly config: Pick<Config, 'smtpUrl' | 'smtpFrom'>
  readonly clock: Clock
}

interface MailJobTerms<Key extends MailKey, Item extends Key & ClaimedMail> {
  readonly kind: MailKind
  readonly due: DueSearch
  readonly queue: () => MailQueue<Key, Item>
  /** Undefined when there is nothing to send, or no address. */
  readonly messageFor: (mail: Item) => Promise<MailMessage | undefined>
  /** What log lines say about it: not the address. */
  readonly logFieldsOf: (mail: Item) => object
}

export function mailJobs<Key extends MailKey, Item extends Key & ClaimedMail>(
  { kind, due, queue, messageFor, logFieldsOf }: MailJobTerms<Key, Item>,
  dependencies: MailDependencies,
): readonly Job[] {
  const { smtpUrl: url, smtpFrom: from } = dependencies.config
  const sending = repeatedJob({
    name: `send ${kind}s by e-mail`,
    everyMs: 2_000,
    due,
    failure: `${kind}s could not be sent; will retry`,
    async run({ metrics, log, stopping }) {
      if (url === undefined || from === undefined) return
      const { clock } = dependencies
      const onReport = ({ mail, ...report }: MailReport<Item>) => {
        metrics.mails.inc({ kind, result: mailResults[report.state] })
        logReport(kind, logFieldsOf(mail), report, log)
      }
      await sendMails(
        { queue: queue(), sender: openMailSender({ url, from }), clock },
        { messageFor, onReport, stopping },
      )
    },
  })
  const deletion = repeatedJob({
    name: `delete old ${kind} e-mails`,
    everyMs: 3_600_000,
    failure: 'old e-mails could not be deleted; will retry',
    async run({ metrics, log }) {
      const { hasMailServer, clock } = dependencies
      const count = hasMailServer ? 0 : await giveUpMails(queue(), clock)
      metrics.mails.inc({ kind, result: 'failed' }, count)
      if (count > 0) log.warn({ kind, count }, 'e-mails given up: the gateway has no mail server')
      await deleteOldMails(queue(), clock)
    },
  })
  return [sending, deletion]
}

function logReport(kind: MailKind, fields: object, { state, why }: Omit<MailReport<unknown>, 'mail'>, log: Log): void {
  if (state === 'SENT') log.info(fields, `${kind} sent by e-mail`)
  else if (state === 'PENDING') log.warn({ ...fields, why }, `${kind} not sent; will retry`)
  else log.warn({ ...fields, why }, `${kind} not sent; given up`)
}

const minuteMs = 60_000
/** The pauses after the first, second, ... attempt that failed. After the last one it is given up. */
export const retryPausesMs = [1, 5, 30, 120, 720].map((minutes) => minutes * minuteMs)
/** Longer than sending one takes; when a process dies in the middle, another sends it after that. */
const leaseMs = 2 * minuteMs

export interface MailReport<Item> {
  readonly mail: Item
  readonly state: FinalMailState | 'PENDING'
  readonly why?: string
}

export interface MailJobParts<Key extends MailKey, Item extends Key & ClaimedMail> {
  readonly queue: MailQueue<Key, Item>
  readonly sender: MailSender
  readonly clock: Pick<Clock, 'expiryTime'>
}

export interface MailJobOptions<Item> {
  /** Undefined when there is nothing to send, or no address. */
  readonly messageFor: (mail: Item) => Promise<MailMessage | undefined>
  readonly onReport: (report: MailReport<Item>) => void
  /** Aborted when the gateway stops. */
  readonly stopping: AbortSignal
}

/** Sends those that are due. After a failure of the mail server the others wait for the next run, since it may be unreachable. */
export async function sendMails<Key extends MailKey, Item extends Key & ClaimedMail>(
  parts: MailJobParts<Key, Item>,
  options: MailJobOptions<Item>,
): Promise<void> {
  while (!options.stopping.aborted) {
    const mail = await claimNext(parts)
    if (!mail) return
    const { hasFailed } = await sendMail(mail, parts, options)
    if (hasFailed) return
  }
}

/** One at a time: the lease of a batch could end before its last message is sent, and another process would send that, too. */
async function claimNext<Key extends MailKey, Item extends Key & ClaimedMail>({
  queue,
  clock,
}: MailJobParts<Key, Item>): Promise<Item | undefined> {
  const now = clock.expiryTime()
  const [mail] = await queue.claimDue({ now, leaseUntil: new Date(now.getTime() + leaseMs), limit: 1 })
  return mail
}

async function sendMail<Key extends MailKey, Item extends Key & ClaimedMail>(
  mail: Item,
  { queue, sender, clock }: MailJobParts<Key, Item>,
  { messageFor, onReport, stopping }: MailJobOptions<Item>,
): Promise<{ readonly hasFailed: boolean }> {
  const message = await readMessage(mail, messageFor)
  if (!message) {
    await queue.end(mail, 'NO_ADDRESS')
    return { hasFailed: false }
  }
  const result = 'kind' in message ? message : await sender.send(message, stopping)
  if (result.kind === 'SENT') {
    await queue.end(mail, 'SENT')
    onReport({ mail, state: 'SENT' })
    return { hasFailed: false }
  }
  if (result.kind === 'STOPPED') {
    // The next start sends it, or another process at once.
    await queue.release(mail, clock.expiryTime())
    return { hasFailed: false }
  }
  const pauseMs = result.kind === 'REFUSED' ? undefined : retryPausesMs[mail.attempts - 1]
  if (pauseMs === undefined) await queue.end(mail, 'FAILED')
  else await queue.retryAt(mail, new Date(clock.expiryTime().getTime() + pauseMs))
  onReport({ mail, state: pauseMs === undefined ? 'FAILED' : 'PENDING', why: result.why })
  return { hasFailed: result.kind === 'FAILED' }
}

/** One that cannot be made must not hold up the others, nor be tried for ever. */
async function readMessage<Item>(
  mail: Item,
  messageFor: MailJobOptions<Item>['messageFor'],
): Promise<MailMessage | Extract<MailResult, { readonly why: string }> | undefined> {
  try {
    return await messageFor(mail)
  } catch (error) {
    return { kind: 'DEFERRED', why: `the message cannot be made: ${error instanceof Error ? error.message : error}` }
  }
}

type OldMails = Pick<MailQueue<MailKey, MailKey & ClaimedMail>, 'giveUp' | 'deleteOld'>
type ExpiryClock = Pick<Clock, 'expiryTime'>

const hourMs = 3_600_000
/** About as long as a mail server that does not answer is tried: a change of settings for some hours loses nothing. */
const waitsHours = 24
const keptDays = 30

const pageSize = 1_000
/** Limits how long one run keeps the database busy. */
const pagesPerRun = 50

/** Where the operator has no mail server: what was queued before it was removed. Returns how many. */
export function giveUpMails(queue: Pick<OldMails, 'giveUp'>, { expiryTime }: ExpiryClock): Promise<number> {
  return inPages(() => {
    const now = expiryTime()
    return queue.giveUp({ now, queuedBefore: hoursBefore(now, waitsHours), limit: pageSize })
  })
}

/** Whatever became of them. */
export function deleteOldMails(queue: Pick<OldMails, 'deleteOld'>, { expiryTime }: ExpiryClock): Promise<number> {
  return inPages(() => queue.deleteOld(hoursBefore(expiryTime(), keptDays * 24), pageSize))
}

function hoursBefore(now: Date, hours: number): Date {
  return new Date(now.getTime() - hours * hourMs)
}

async function inPages(change: () => Promise<number>): Promise<number> {
  let changed = 0
  for (let page = 0; page < pagesPerRun; page += 1) {
    const count = await change()
    changed += count
    if (count < pageSize) break
  }
  return changed
}
