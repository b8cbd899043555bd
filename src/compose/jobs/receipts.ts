// The jobs that send e-mails, where the operator has a mail server, and let go of old ones.
import { openMailSender } from '../../adapters/smtp/mail-sender.ts'
import { receiptMail } from '../../http/checkout/receipts/receipt-mail.ts'
import { receiptMessage } from '../../jobs/checkout/receipt-message.ts'
import { deleteOldMails, type MailReport, sendMails } from '../../jobs/mail/send-mails.ts'
import type { QueuedReceipt } from '../../ports/checkout/receipts.ts'
import { type JobContext, repeatedJob } from './job.ts'

const nothing = async () => 0

export const receiptSending = repeatedJob({
  name: 'send receipts by e-mail',
  everyMs: 2_000,
  failure: 'receipts could not be sent; will retry',
  prepare({ ports, config: { smtpUrl: url, smtpFrom: from }, log }, _, stopping) {
    const { receiptQueue: queue, clock } = ports
    if (!queue || url === undefined || from === undefined) return nothing
    const parts = { queue, sender: openMailSender({ url, from }), clock }
    const messageFor = (receipt: QueuedReceipt) => receiptMessage(receipt, render, ports)
    const onReport = (report: MailReport<QueuedReceipt>) => logReport(report, log)
    return () => sendMails(parts, { messageFor, onReport, stopping })
  },
})

const render: Parameters<typeof receiptMessage>[1] = (receipt, payment) =>
  // A receipt shows the last four digits at most, whatever the merchant sees.
  receiptMail(receipt, payment, 'LAST_FOUR')

export const oldReceiptDeletion = repeatedJob({
  name: 'delete old receipts',
  everyMs: 3_600_000,
  failure: 'old receipts could not be deleted; will retry',
  prepare:
    ({ ports: { receiptQueue, clock } }) =>
    () =>
      receiptQueue ? deleteOldMails(receiptQueue, clock) : nothing(),
})

/** Without the address. */
function logReport({ mail, state, why }: MailReport<QueuedReceipt>, log: JobContext['log']): void {
  const { merchantId, orderId, transactionId, attempts } = mail
  const about = { merchantId, orderId, transactionId, attempts }
  if (state === 'SENT') log.info(about, 'receipt sent by e-mail')
  else if (state === 'PENDING') log.warn({ ...about, why }, 'receipt not sent; will retry')
  else log.warn({ ...about, why }, 'receipt not sent; given up')
}
