// Sends the e-mails of a queue. Each is tried a few times with growing pauses, then given up.
import type { Clock } from '../../../kernel/clock.ts'
import type { ClaimedMail, FinalMailState, MailKey, MailQueue } from '../mail-queue.ts'
import type { MailMessage, MailResult, MailSender } from '../mail-sender.ts'

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
