// The e-mail for a receipt in the queue.
import type { Ports } from '../../operations/call.ts'
import { findMerchantLogo, type MerchantLogo } from '../../operations/merchants/page-logo.ts'
import type { QueuedReceipt } from '../../ports/checkout/receipts.ts'
import type { MailMessage } from '../../ports/mail/mail-sender.ts'
import type { StoredOrder, StoredTransaction } from '../../ports/payments/transactions.ts'

/** Undefined when there is nothing to send, or no address. */
type ReceiptRenderer = (
  receipt: QueuedReceipt,
  payment: {
    readonly order: StoredOrder
    readonly transaction: StoredTransaction
    readonly logo?: MerchantLogo
  },
) => Omit<MailMessage, 'id' | 'at'> | undefined

export async function receiptMessage(
  receipt: QueuedReceipt,
  render: ReceiptRenderer,
  { store, pageLogos }: Pick<Ports, 'store' | 'pageLogos'>,
): Promise<MailMessage | undefined> {
  const { merchantId, orderId, transactionId } = receipt
  const order = await store.findOrder({ merchantId, orderId })
  const transaction = order?.transactions.find(({ key }) => key.transactionId === transactionId)
  if (!order || !transaction) return undefined
  const logo = await findMerchantLogo((await store.findMerchant(merchantId))?.merchant, { pageLogos })
  const rendered = render(receipt, { order, transaction, ...(logo && { logo }) })
  return rendered && { ...rendered, id: `${merchantId}.${transaction.acquirerReference}`, at: transaction.updatedAt }
}
