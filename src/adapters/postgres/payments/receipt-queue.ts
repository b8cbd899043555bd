// The queue of receipts in PostgreSQL.
import type { QueuedReceipt, ReceiptKey, ReceiptQueue } from '../../../ports/checkout/receipts.ts'
import type { MerchantDatabases } from '../cluster/merchant-databases.ts'
import { prepared } from '../database.ts'
import { deleteExpiredRows } from '../delete-expired.ts'

const ofReceipt = 'where merchant_id = $1 and order_id = $2 and transaction_id = $3'

const add = prepared(
  'add-receipt-email',
  `insert into receipt_emails (merchant_id, order_id, transaction_id, details, next_attempt_at)
   values ($1, $2, $3, $4, $5) on conflict do nothing`,
)

const merchantsWithDue = prepared(
  'find-merchants-with-due-receipt-emails',
  `select merchant_id as "merchantId" from receipt_emails where state = 'PENDING' and next_attempt_at <= $1
   group by merchant_id order by min(next_attempt_at) limit $2`,
)

/** Rows that another process claims at the same moment are left to it. */
const claim = prepared(
  'claim-receipt-emails',
  `with due as materialized (
     select order_id, transaction_id from receipt_emails
     where merchant_id = $1 and state = 'PENDING' and next_attempt_at <= $2
     order by next_attempt_at limit $4 for update skip locked)
   update receipt_emails r set attempts = r.attempts + 1, next_attempt_at = $3 from due
   where r.merchant_id = $1 and r.order_id = due.order_id and r.transaction_id = due.transaction_id
   returning r.merchant_id as "merchantId", r.order_id as "orderId", r.transaction_id as "transactionId", r.details,
     r.attempts`,
)

/** Another process may be claiming the receipts of the first merchants. */
const merchantsMin = 20

const retryAt = prepared('retry-receipt-email', `update receipt_emails set next_attempt_at = $4 ${ofReceipt}`)

const end = prepared('end-receipt-email', `update receipt_emails set state = $4 ${ofReceipt}`)

const old = {
  table: 'receipt_emails',
  key: ['order_id', 'transaction_id'],
  time: 'created_at',
  where: 'created_at <= $3',
}

export function postgresReceiptQueue(databases: MerchantDatabases): ReceiptQueue {
  const keyOf = ({ merchantId, orderId, transactionId }: ReceiptKey) => [merchantId, orderId, transactionId]
  return {
    async add({ details, now, ...key }) {
      await databases.of(key.merchantId).query(add([...keyOf(key), JSON.stringify(details), now]))
    },

    async claimDue({ now, leaseUntil, limit }) {
      const { rows: merchants } = await databases.any.query<{ merchantId: string }>(
        merchantsWithDue([now, Math.max(limit, merchantsMin)]),
      )
      const claimed: QueuedReceipt[] = []
      for (const { merchantId } of merchants) {
        if (claimed.length >= limit) break
        const values = [merchantId, now, leaseUntil, limit - claimed.length]
        const { rows } = await databases.of(merchantId).query<QueuedReceipt>(claim(values))
        claimed.push(...rows)
      }
      return claimed
    },

    async retryAt(key, at) {
      await databases.of(key.merchantId).query(retryAt([...keyOf(key), at]))
    },

    async end(key, state) {
      await databases.of(key.merchantId).query(end([...keyOf(key), state]))
    },

    deleteOld: (before, limit) => deleteExpiredRows(databases, old, [before], limit),
  }
}
