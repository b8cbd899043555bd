// The jobs that send e-mails, where the operator has a mail server, and let go of old ones.
import { receiptMessage } from '../../checkout/jobs/receipt-message.ts'
import { userMail } from '../../console/mails/user-mail.ts'
import { paymentLinkMail, receiptMail } from '../../pages/checkout/payer-mails.ts'
import { paymentLinkMessage } from '../../payment-links/jobs/payment-link-message.ts'
import { deleteOldMails, giveUpMails } from '../../platform/mail/jobs/end-old-mails.ts'
import { type MailKind, mailResults } from '../../platform/mail/jobs/mail-counts.ts'
import { type MailReport, sendMails } from '../../platform/mail/jobs/send-mails.ts'
import type { ClaimedMail, MailKey, MailQueue } from '../../platform/mail/mail-queue.ts'
import type { MailMessage } from '../../platform/mail/mail-sender.ts'
import { openMailSender } from '../../platform/mail/smtp-sender.ts'
import type { Ports } from '../../requests/ports.ts'
import { userMessage } from '../../users/jobs/user-message.ts'
import type { WorkKind } from '../due-work.ts'
import { type Job, type JobContext, repeatedJob } from './job.ts'

const nothing = async () => 0

/** As the metric names them. */

export const receiptSending = mailSending({
  what: 'receipt',
  work: 'RECEIPTS',
  queueOf: ({ receiptQueue }) => receiptQueue,
  messageFor: (receipt, ports) =>
    // A receipt shows the last four digits at most, whatever the merchant sees.
    receiptMessage(receipt, (...payment) => receiptMail(...payment, 'LAST_FOUR'), ports),
  about: ({ merchantId, orderId, transactionId, attempts }) => ({ merchantId, orderId, transactionId, attempts }),
})

export const paymentLinkEmailSending = mailSending({
  what: 'payment link',
  work: 'PAYMENT_LINK_EMAILS',
  queueOf: ({ paymentLinkEmails }) => paymentLinkEmails,
  messageFor: (email, ports) => paymentLinkMessage(email, paymentLinkMail, ports),
  about: ({ merchantId, paymentLinkId, emailId, attempts }) => ({ merchantId, paymentLinkId, emailId, attempts }),
})

export const userEmailSending = mailSending({
  what: 'user notice',
  work: 'USER_EMAILS',
  queueOf: ({ userMails }) => userMails,
  messageFor: (mail, ports) => userMessage(mail, userMail, ports),
  about: ({ kind, login, emailId, attempts }) => ({ kind, login, emailId, attempts }),
})

export const oldMailDeletion = repeatedJob({
  name: 'delete old e-mails',
  everyMs: 3_600_000,
  failure: 'old e-mails could not be deleted; will retry',
  prepare:
    ({ ports: { receiptQueue, paymentLinkEmails, userMails, hasMailServer, clock }, metrics, log }) =>
    async () => {
      for (const [kind, queue] of [
        ['receipt', receiptQueue],
        ['payment link', paymentLinkEmails],
        ['user notice', userMails],
      ] as const) {
        const count = hasMailServer ? 0 : await giveUpMails(queue, clock)
        metrics.mails.inc({ kind, result: 'failed' }, count)
        if (count > 0) log.warn({ kind, count }, 'e-mails given up: the gateway has no mail server')
        await deleteOldMails(queue, clock)
      }
    },
})

function mailSending<Key extends MailKey, Item extends Key & ClaimedMail>({
  what,
  work,
  queueOf,
  messageFor,
  about,
}: {
  readonly what: MailKind
  readonly work: WorkKind
  readonly queueOf: (ports: Ports) => MailQueue<Key, Item>
  readonly messageFor: (mail: Item, ports: Ports) => Promise<MailMessage | undefined>
  /** What log lines say about it: not the address. */
  readonly about: (mail: Item) => object
}): Job {
  return repeatedJob({
    name: `send ${what}s by e-mail`,
    everyMs: 2_000,
    work,
    failure: `${what}s could not be sent; will retry`,
    prepare({ ports, config: { smtpUrl: url, smtpFrom: from }, metrics, log }, _, stopping) {
      if (url === undefined || from === undefined) return nothing
      const parts = { queue: queueOf(ports), sender: openMailSender({ url, from }), clock: ports.clock }
      const onReport = ({ mail, ...report }: MailReport<Item>) => {
        metrics.mails.inc({ kind: what, result: mailResults[report.state] })
        logReport(what, about(mail), report, log)
      }
      return () => sendMails(parts, { messageFor: (mail) => messageFor(mail, ports), onReport, stopping })
    },
  })
}

function logReport(
  what: string,
  about: object,
  { state, why }: Omit<MailReport<unknown>, 'mail'>,
  log: JobContext['log'],
): void {
  if (state === 'SENT') log.info(about, `${what} sent by e-mail`)
  else if (state === 'PENDING') log.warn({ ...about, why }, `${what} not sent; will retry`)
  else log.warn({ ...about, why }, `${what} not sent; given up`)
}
