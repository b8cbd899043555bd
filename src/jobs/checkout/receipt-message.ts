// The e-mail for a receipt in the queue.
import type { Ports } from '../../operations/call.ts'
import type { QueuedReceipt } from '../../ports/checkout/receipts.ts'
import type { MailMessage } from '../../ports/mail/mail-sender.ts'
import type { StoredOrder, StoredTransaction } from '../../ports/payments/transactions.ts'

/** Undefined when there is nothing to send, or no address. */
type ReceiptRenderer = (
  receipt: QueuedReceipt,
  payment: { readonly order: StoredOrder; readonly transaction: StoredTransaction },
) => Omit<MailMessage, 'id' | 'at'> | undefined

export async function receiptMessage(
  receipt: QueuedReceipt,
  render: ReceiptRenderer,
  { store }: Pick<Ports, 'store'>,
): Promise<MailMessage | undefined> {
  const { merchantId, orderId, transactionId } = receipt
  const order = await store.findOrder({ merchantId, orderId })
  const transaction = order?.transactions.find(({ key }) => key.transactionId === transactionId)
  const rendered = order && transaction && render(receipt, { order, transaction })
  return rendered && { ...rendered, id: `${merchantId}.${transaction.acquirerReference}`, at: transaction.updatedAt }
}
