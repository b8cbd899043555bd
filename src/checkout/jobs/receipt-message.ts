// The e-mail for a receipt in the queue.

import { findMerchantLogo, type MerchantLogo } from '../../merchants/operations/page-logo.ts'
import type { StoredOrder, StoredTransaction } from '../../payments/ports/transactions.ts'
import type { MailMessage } from '../../platform/mail/mail.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import type { QueuedReceipt } from '../ports/receipts.ts'

/** Undefined when there is nothing to send, or no address. */
export type ReceiptRenderer = (
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
  { store, pageLogos }: Pick<CheckoutDependencies, 'store' | 'pageLogos'>,
): Promise<MailMessage | undefined> {
  const { merchantId, orderId, transactionId } = receipt
  const order = await store.findOrder({ merchantId, orderId })
  const transaction = order?.transactions.find(({ key }) => key.transactionId === transactionId)
  if (!order || !transaction) return undefined
  const logo = await findMerchantLogo((await store.findMerchant(merchantId))?.merchant, { pageLogos })
  const rendered = render(receipt, { order, transaction, ...(logo && { logo }) })
  return rendered && { ...rendered, id: `${merchantId}.${transaction.acquirerReference}`, at: transaction.updatedAt }
}
