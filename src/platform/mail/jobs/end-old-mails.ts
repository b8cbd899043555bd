// Lets go of e-mails: those that wait for a mail server in vain, and the record of those that were sent or given up.
import type { Clock } from '../../../kernel/clock.ts'
import type { ClaimedMail, MailKey, MailQueue } from '../mail-queue.ts'

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
