// The queue of receipts in PostgreSQL.

import { dueMails, postgresMailQueue } from '../../platform/mail/postgres/mail-queue.ts'
import type { MerchantDatabases } from '../../platform/postgres/cluster/merchant-databases.ts'
import { prepared } from '../../platform/postgres/database.ts'
import type { QueuedReceipt, ReceiptKey, ReceiptQueue } from '../ports/receipts.ts'

const add = prepared(
  'add-receipt-email',
  `insert into receipt_emails (merchant_id, order_id, transaction_id, details, next_attempt_at)
   values ($1, $2, $3, $4, $5) on conflict do nothing`,
)

const table = 'receipt_emails'

export const dueReceipts = dueMails(table)

export function postgresReceiptQueue(databases: MerchantDatabases): ReceiptQueue {
  return {
    ...postgresMailQueue<ReceiptKey, QueuedReceipt>(databases, {
      table,
      key: { orderId: 'order_id', transactionId: 'transaction_id' },
      claimed: { details: 'details' },
    }),

    async add({ merchantId, orderId, transactionId, details, now }) {
      const values = [merchantId, orderId, transactionId, JSON.stringify(details), now]
      await databases.of(merchantId).query(add(values))
    },
  }
}
