// Erases sealed accounts, and the hashes by which they are compared, page by page along the primary key: an index by age
// would cost every payment.

import type { Database } from '../../platform/postgres/database.ts'
import type { AccountRetention } from '../ports/store.ts'

const erasePage = `with page as (
  select merchant_id, order_id, transaction_id, recorded_at from transactions
  where (merchant_id, order_id, transaction_id) > ($1, $2, $3)
  order by merchant_id, order_id, transaction_id limit $4),
erased as (
  update transactions t set accounts_sealed = null, accounts_key_id = null, account_hash = null, account_key_id = null
  from page p
  where t.merchant_id = p.merchant_id and t.order_id = p.order_id and t.transaction_id = p.transaction_id
    and p.recorded_at < $5 and (t.accounts_sealed is not null or t.account_hash is not null)
  returning 1)
select merchant_id, order_id, transaction_id, (select count(*)::int from erased) as erased from page
order by merchant_id desc, order_id desc, transaction_id desc limit 1`

export function accountRetention(database: Database): AccountRetention {
  return {
    async eraseAccounts({ before, after, limit }) {
      const { rows } = await database.query<{
        merchant_id: string
        order_id: string
        transaction_id: string
        erased: number
      }>(erasePage, [after?.merchantId ?? '', after?.orderId ?? '', after?.transactionId ?? '', limit, before])
      const [row] = rows
      return {
        erased: row?.erased ?? 0,
        last: row && { merchantId: row.merchant_id, orderId: row.order_id, transactionId: row.transaction_id },
      }
    },
  }
}
