// The jobs of a kind of e-mails: one sends those that are due, where the operator has a mail server, the other lets go of old ones.

import type { Clock } from '../../../kernel/clock.ts'
import type { Config } from '../../config/config.ts'
import { type DueSearch, type Job, repeatedJob } from '../../jobs/job.ts'
import type { Log } from '../../telemetry/log.ts'
import type { ClaimedMail, MailKey, MailQueue } from '../mail-queue.ts'
import type { MailMessage } from '../mail-sender.ts'
import { openMailSender } from '../smtp-sender.ts'
import { deleteOldMails, giveUpMails } from './end-old-mails.ts'
import { type MailKind, mailResults } from './mail-counts.ts'
import { type MailReport, sendMails } from './send-mails.ts'

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
