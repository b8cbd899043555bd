// The jobs that send payers their receipts by e-mail, where the operator has a mail server, and let go of old ones.
import { openMailSender } from '../../adapters/smtp/mail-sender.ts'
import { receiptMail } from '../../http/checkout/receipts/receipt-mail.ts'
import { deleteOldReceipts, type ReceiptReport, sendReceipts } from '../../jobs/checkout/send-receipts.ts'
import { type JobContext, repeatedJob } from './job.ts'

const nothing = async () => 0

export const receiptSending = repeatedJob({
  name: 'send receipts by e-mail',
  everyMs: 2_000,
  failure: 'receipts could not be sent; will retry',
  prepare({ ports, config: { smtpUrl: url, smtpFrom: from }, log }, _, ended) {
    const { receiptQueue: queue, store, clock } = ports
    if (!queue || url === undefined || from === undefined) return nothing
    const parts = { queue, mail: openMailSender({ url, from }), store, clock }
    const onReport = (report: ReceiptReport) => logReport(report, log)
    return () => sendReceipts(parts, { render, onReport, isStopped: () => ended.aborted })
  },
})

const render: Parameters<typeof sendReceipts>[1]['render'] = (receipt, payment) =>
  // A receipt shows the last four digits at most, whatever the merchant sees.
  receiptMail(receipt, payment, 'LAST_FOUR')

export const oldReceiptDeletion = repeatedJob({
  name: 'delete old receipts',
  everyMs: 3_600_000,
  failure: 'old receipts could not be deleted; will retry',
  prepare:
    ({ ports: { receiptQueue, clock } }) =>
    () =>
      receiptQueue ? deleteOldReceipts(receiptQueue, clock) : nothing(),
})

/** Without the address. */
function logReport(
  { merchantId, orderId, transactionId, attempts, state, why }: ReceiptReport,
  log: JobContext['log'],
): void {
  const about = { merchantId, orderId, transactionId, attempts }
  if (state === 'SENT') log.info(about, 'receipt sent by e-mail')
  else if (state === 'PENDING') log.warn({ ...about, why }, 'receipt not sent; will retry')
  else log.warn({ ...about, why }, 'receipt not sent; given up')
}
