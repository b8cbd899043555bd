// Searches for orders and transactions as statements. Each is planned for its own values, and each kind of search has
// an index that begins with the merchant and ends in the order of the result.
import type { SearchFilter } from '../../../ports/search/search.ts'
import { orderColumnNames, transactionColumnNames } from './projection-rows.ts'
import type { CursorValues } from './search-cursor.ts'

export interface SearchStatement {
  readonly text: string
  readonly values: readonly unknown[]
}

export interface PageRange {
  readonly after: CursorValues | undefined
  readonly limit: number
}

/** Numbers the values of a statement in order of appearance. */
function openValues() {
  const values: unknown[] = []
  return {
    values,
    given: (value: unknown) => `$${values.push(value instanceof Date ? value.toISOString() : value)}`,
  }
}

type AddValue = (value: unknown) => string

/** The rows of a merchant's active generation. The merchant is the first value of every statement. */
const ofMerchant = (table: string) =>
  `${table}.merchant_id = $1 and ${table}.generation = (select generation from projections where merchant_id = $1 and is_current)`

/** Greater than every character that a name can hold. */
const lastCharacter = '\u{10ffff}'

/** Exact match, or a prefix match with a trailing asterisk. */
function named(column: string, wanted: string, parameter: AddValue): string {
  if (!wanted.endsWith('*')) return `${column} = ${parameter(wanted)}`
  const beginning = wanted.slice(0, -1)
  return `${column} >= ${parameter(beginning)} and ${column} < ${parameter(beginning + lastCharacter)}`
}

type Condition = string | false | undefined

/** What orders and transactions have in common. */
function commonConditions(row: string, time: string, wanted: SearchFilter, parameter: AddValue): readonly Condition[] {
  const { cardFirstSix, cardLastFour, token, currency, amountMinorFrom, amountMinorTo, from, to } = wanted
  const is = (column: string, value: unknown) => value !== undefined && `${row}.${column} = ${parameter(value)}`
  return [
    wanted.orderId !== undefined && named(`${row}.order_id`, wanted.orderId, parameter),
    is('first_six', cardFirstSix),
    is('last_four', cardLastFour),
    is('token', token),
    is('currency', currency),
    amountMinorFrom !== undefined && `${row}.amount_minor >= ${parameter(amountMinorFrom)}`,
    amountMinorTo !== undefined && `${row}.amount_minor <= ${parameter(amountMinorTo)}`,
    from && `${row}.${time} >= ${parameter(from)}`,
    to && `${row}.${time} < ${parameter(to)}`,
  ]
}

/** Criteria of transactions only. */
function transactionConditions(
  { transactionId, type, result, gatewayCode }: SearchFilter,
  parameter: AddValue,
): readonly Condition[] {
  return [
    transactionId !== undefined && named('t.transaction_id', transactionId, parameter),
    type && `t.type = ${parameter(type)}`,
    result && `t.result = ${parameter(result)}`,
    gatewayCode !== undefined && `t.gateway_code = ${parameter(gatewayCode)}`,
  ]
}

const all = (conditions: readonly Condition[]) => conditions.filter((each) => typeof each === 'string').join(' and ')

/** The order's own reference, or one of its transactions'. */
function referenceOfOrder(reference: string, parameter: AddValue): string {
  const value = parameter(reference)
  return `o.order_id in (
    select order_id from found_orders r where ${ofMerchant('r')} and r.reference = ${value}
    union select order_id from found_transactions r where ${ofMerchant('r')} and r.reference = ${value})`
}

/** True of most transactions: a scan along the times of orders soon finds enough of them. */
const usual: ReadonlySet<string | undefined> = new Set([
  undefined,
  ...['APPROVED', 'SUCCESS', 'AUTHORIZATION', 'CAPTURE', 'PAYMENT'],
])

const orderColumns = orderColumnNames.map((name) => `o.${name}`).join(', ')
const isOfOrder = 't.merchant_id = o.merchant_id and t.generation = o.generation and t.order_id = o.order_id'

export function ordersStatement(wanted: SearchFilter, { after, limit }: PageRange): SearchStatement {
  const { values, given: parameter } = openValues()
  parameter(wanted.merchantId)
  const { status, reference, gatewayCode, result, type, from, to } = wanted
  const ofTransaction = transactionConditions(wanted, parameter)
  const ofOrder = [
    ofMerchant('o'),
    ...commonConditions('o', 'created_at', wanted, parameter),
    status && `o.status = ${parameter(status)}`,
    reference !== undefined && referenceOfOrder(reference, parameter),
  ]
  const mark = after && `(${parameter(after[0])}, ${parameter(after[1])})`
  if ([gatewayCode, result, type].every((word) => usual.has(word))) {
    const transactions = all(ofTransaction)
    const conditions = [
      ...ofOrder,
      transactions !== '' && `exists (select from found_transactions t where ${isOfOrder} and ${transactions})`,
      mark && `(o.created_at, o.order_id) < ${mark}`,
    ]
    const text = `select ${orderColumns} from found_orders o where ${all(conditions)}
order by o.created_at desc, o.order_id desc limit ${parameter(limit)}`
    return { text, values }
  }
  // Along the matching transactions, which are sorted in the order of their orders.
  const conditions = [
    ofMerchant('t'),
    ...ofTransaction,
    from && `t.order_created_at >= ${parameter(from)}`,
    to && `t.order_created_at < ${parameter(to)}`,
    mark && `(t.order_created_at, t.order_id) < ${mark}`,
    ...ofOrder,
  ]
  const text = `select distinct on (t.order_created_at, t.order_id) ${orderColumns}
from found_transactions t join found_orders o on ${isOfOrder} where ${all(conditions)}
order by t.order_created_at desc, t.order_id desc limit ${parameter(limit)}`
  return { text, values }
}

const transactionColumns = transactionColumnNames.map((name) => `t.${name}`).join(', ')

function newestTransactions(
  conditions: readonly Condition[],
  { after, limit }: PageRange,
  parameter: AddValue,
): string {
  const beyond =
    after &&
    `(t.time_of_record, t.order_id, t.transaction_id) < (${parameter(after[0])}, ${parameter(after[1])}, ${parameter(after[2])})`
  return `select ${transactionColumns} from found_transactions t where ${all([ofMerchant('t'), ...conditions, beyond])}
order by t.time_of_record desc, t.order_id desc, t.transaction_id desc limit ${parameter(limit)}`
}

export function transactionsStatement(wanted: SearchFilter, stretch: PageRange): SearchStatement {
  const { values, given: parameter } = openValues()
  parameter(wanted.merchantId)
  const { reference, status } = wanted
  const conditions = [
    ...commonConditions('t', 'time_of_record', wanted, parameter),
    ...transactionConditions(wanted, parameter),
    reference !== undefined && `(t.reference = ${parameter(reference)} or t.order_reference = ${parameter(reference)})`,
    status &&
      `exists (select from found_orders o where o.merchant_id = t.merchant_id and o.generation = t.generation
        and o.order_id = t.order_id and o.status = ${parameter(status)})`,
  ]
  return { text: newestTransactions(conditions, stretch, parameter), values }
}

export function reviewStatement(
  { merchantId, kind }: { readonly merchantId: string; readonly kind: 'RISK' | 'REFUND_REQUEST' },
  stretch: PageRange,
): SearchStatement {
  const { values, given: parameter } = openValues()
  parameter(merchantId)
  return { text: newestTransactions([`t.review = ${parameter(kind)}`], stretch, parameter), values }
}

/** Batches by number, with their contents; includes closed ones in which no transaction stands. */
export function batchesStatement(
  merchantId: string,
  {
    after,
    limit,
  }: { readonly after: { readonly batch: number; readonly acquirerId: string } | undefined; readonly limit: number },
): SearchStatement {
  const { values, given: parameter } = openValues()
  parameter(merchantId)
  const beyond = after ? `and (batch, acquirer_id) < (${parameter(after.batch)}, ${parameter(after.acquirerId)})` : ''
  const text = `with known as (
  select batch, acquirer_id from found_batches b where ${ofMerchant('b')} ${beyond}
  union select batch, acquirer_id from closed_batches where merchant_id = $1 ${beyond}
  order by batch desc, acquirer_id desc limit ${parameter(limit)})
select k.batch, k.acquirer_id, c.closed_at, g.state as closing_state, g.updated_at as closing_since, g.difference, b.scheme, b.currency, b.captured_count, b.captured_minor, b.refunded_count,
  b.refunded_minor
from known k
left join closed_batches c on c.merchant_id = $1 and c.acquirer_id = k.acquirer_id and c.batch = k.batch
left join batch_closings g on g.merchant_id = $1 and g.acquirer_id = k.acquirer_id and g.batch = k.batch
  and c.closed_at is null and g.state <> 'CLOSED'
left join found_batches b on ${ofMerchant('b')} and b.batch = k.batch and b.acquirer_id = k.acquirer_id
  and b.captured_count + b.refunded_count > 0
order by k.batch desc, k.acquirer_id desc, b.scheme, b.currency`
  return { text, values }
}
