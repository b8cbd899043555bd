// Queues the receipt that the payer gets by e-mail, where the operator has a mail server. A job sends it: the payer does not
// wait for it.

import { findMerchantLogo, type MerchantLogo } from '../../merchants/index.ts'
import type { StoredOrder, StoredTransaction } from '../../payments/index.ts'
import type { MailMessage } from '../../platform/mail/mail.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import type { QueuedReceipt, ReceiptDetails, ReceiptKey } from '../ports/checkout-store.ts'
import type { LastAttempt } from '../rules/checkout.ts'
import type { OpenedCheckout } from './page-state.ts'

type ReceiptDependencies = Pick<CheckoutDependencies, 'hasMailServer' | 'receiptQueue' | 'clock'>

/** Before the page is recorded as paid: a process that stops in between has queued a receipt for a payment that was made. */
export async function queuePageReceipt(
  { merchant, content, stored }: Pick<OpenedCheckout, 'merchant' | 'content' | 'stored'>,
  { transactionId }: LastAttempt,
  dependencies: ReceiptDependencies,
): Promise<void> {
  const orderId = content.order?.id
  if (orderId === undefined || transactionId === '') return
  const { locale: chosen, merchant: shown } = content.interaction ?? {}
  const { locale = chosen, timeZone } = stored.payerView ?? {}
  const details = { merchantName: shown?.name ?? merchant.profile.name, locale, timeZone }
  await queueReceipt({ merchantId: merchant.id, orderId, transactionId, details }, dependencies)
}

/** Once for each transaction, however often it is called. */
export async function queueReceipt(
  receipt: ReceiptKey & { readonly details: ReceiptDetails },
  { hasMailServer, receiptQueue, clock }: ReceiptDependencies,
): Promise<void> {
  if (hasMailServer) await receiptQueue.add({ ...receipt, now: clock.expiryTime() })
}

// The e-mail for a receipt in the queue.

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
