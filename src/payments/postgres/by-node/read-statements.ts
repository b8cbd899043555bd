// The reads of the money path for orders of one node.
import type { QueryConfig } from 'pg'
import type { OrderKey, TransactionKey } from '../../ports/transactions.ts'
import { arrayText, orderColumns } from '../money-statements.ts'
import { answerJoin, selectedColumnsJoined } from '../order-rows.ts'
import { merchantsOf, ofMerchants } from './node-statement.ts'

const isOfOrder = `t.merchant_id = o.merchant_id and t.order_id = o.order_id and ${ofMerchants('t')}`

/** Orders with their transactions, oldest first: one row for each transaction. Orders of the same id may be among them. */
const readOrdersText = `select ${orderColumns}, ${selectedColumnsJoined}
from orders o join transactions t on ${isOfOrder}
${answerJoin} and ${ofMerchants('e')}
where ${ofMerchants('o')} and o.order_id = any ($2::text[])
order by t.position`

/** For each order whether it is locked, and the attempts that have one of the transaction ids. */
const classifyText = `select o.merchant_id, o.order_id, o.busy_transaction_id is not null as is_busy, t.transaction_id, t.attempt_id
from orders o left join transactions t on ${isOfOrder} and t.transaction_id = any ($3::text[])
where ${ofMerchants('o')} and o.order_id = any ($2::text[])`

export function readOrders(keys: readonly OrderKey[]): QueryConfig {
  return { name: 'read-orders-on-node', text: readOrdersText, values: [merchantsIn(keys), orderIdsOf(keys)] }
}

export function classifyAttempts(keys: readonly TransactionKey[]): QueryConfig {
  const transactionIds = arrayText('text', keys, ({ transactionId }) => transactionId)
  return {
    name: 'classify-on-node',
    text: classifyText,
    values: [merchantsIn(keys), orderIdsOf(keys), transactionIds],
  }
}

function merchantsIn(keys: readonly OrderKey[]): string {
  return merchantsOf(keys.map((key) => ({ key })))
}

function orderIdsOf(keys: readonly OrderKey[]): string {
  return arrayText('text', keys, ({ orderId }) => orderId)
}
