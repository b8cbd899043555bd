// Settlement batches and what is in them, as statements.
import type { TransactionType } from '../../kernel/transaction-type.ts'
import { approvedCodes, listed } from '../../settlement/postgres/approved-codes.ts'
import type { BatchContents } from '../ports/settlement-batches.ts'
import {
  ofMerchant,
  openValues,
  type PageRange,
  type SearchStatement,
  sortedTransactions,
} from './search-statements.ts'

export interface BatchName {
  readonly acquirerId: string
  readonly batch: number
}

interface WantedBatches {
  readonly merchantId: string
  /** Only batches with money of this currency, and only that money. */
  readonly currency?: string | undefined
  /** Only this one. */
  readonly named?: BatchName | undefined
  readonly after?: BatchName | undefined
  readonly limit: number
}

/** Batches by number, with their contents; includes closed ones in which no transaction stands. */
export function batchesStatement({ merchantId, currency, named, after, limit }: WantedBatches): SearchStatement {
  const { values, given: parameter } = openValues()
  parameter(merchantId)
  const beyond = after ? `and (batch, acquirer_id) < (${parameter(after.batch)}, ${parameter(after.acquirerId)})` : ''
  const isNamed = named ? `and (batch, acquirer_id) = (${parameter(named.batch)}, ${parameter(named.acquirerId)})` : ''
  const ofCurrency = currency === undefined ? '' : `and b.currency = ${parameter(currency)}`
  const closed =
    currency === undefined
      ? `union select batch, acquirer_id from closed_batches where merchant_id = $1 ${beyond} ${isNamed}`
      : ''
  const text = `with known as (
  select distinct batch, acquirer_id from projected_settlement_batches b where ${ofMerchant('b')} ${ofCurrency} ${beyond} ${isNamed}
  ${closed}
  order by batch desc, acquirer_id desc limit ${parameter(limit)})
select k.batch, k.acquirer_id, c.closed_at, g.state as closing_state, g.updated_at as closing_since, g.difference, b.scheme,
  b.currency, b.captured_count, b.captured_minor, b.refunded_count, b.refunded_minor, b.fee_count, b.fee_minor
from known k
left join closed_batches c on c.merchant_id = $1 and c.acquirer_id = k.acquirer_id and c.batch = k.batch
left join batch_closings g on g.merchant_id = $1 and g.acquirer_id = k.acquirer_id and g.batch = k.batch
  and c.closed_at is null and g.state <> 'CLOSED'
left join projected_settlement_batches b on ${ofMerchant('b')} and b.batch = k.batch and b.acquirer_id = k.acquirer_id
  and b.captured_count + b.refunded_count + b.fee_count > 0 ${ofCurrency}
order by k.batch desc, k.acquirer_id desc, b.currency, b.scheme`
  return { text, values }
}

const countedTypes = listed(['CAPTURE', 'FUNDING', 'PAYMENT', 'REFUND'] satisfies TransactionType[])

/** What the totals of a batch count: approved and not voided. */
const isCounted = `t.type in (${countedTypes}) and t.gateway_code in (${approvedCodes}) and not exists (
  select from projected_transactions v where v.merchant_id = t.merchant_id and v.generation = t.generation
    and v.order_id = t.order_id and v.target_transaction_id = t.transaction_id and v.type like 'VOID%'
    and v.gateway_code in (${approvedCodes}))`

export function batchTransactionsStatement(
  { merchantId, acquirerId, batch, currency }: BatchContents,
  stretch: PageRange,
): SearchStatement {
  const { values, given: parameter } = openValues()
  parameter(merchantId)
  const conditions = [
    `t.batch = ${parameter(batch)}`,
    `t.acquirer_id = ${parameter(acquirerId)}`,
    currency !== undefined && `t.currency = ${parameter(currency)}`,
    isCounted,
  ]
  return { text: sortedTransactions(conditions, stretch, parameter), values }
}
