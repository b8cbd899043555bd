// Searches for orders and transactions as statements. Each is planned for its own values, and each kind of search has
// an index that begins with the merchant and ends in the order of the result.
import type { DisputeState } from '../../kernel/order-status.ts'
import type { CursorValues } from '../../platform/postgres/page-cursor.ts'
import type { SearchFilter, SearchSort } from '../ports/search.ts'
import { disputeColumnNames, transactionColumnNames } from './projection-rows.ts'
import { foundOrderColumns, isByAmount, sortingOf } from './result-rows.ts'

export interface SearchStatement {
  readonly text: string
  readonly values: readonly unknown[]
}

export interface PageRange {
  readonly after: CursorValues | undefined
  readonly limit: number
  /** Default: the newest first. */
  readonly sort?: SearchSort | undefined
}

/** Numbers the values of a statement in order of appearance. */
export function openValues() {
  const values: unknown[] = []
  return {
    values,
    parameter: (value: unknown) => `$${values.push(value instanceof Date ? value.toISOString() : value)}`,
  }
}

type AddValue = (value: unknown) => string

/** The rows of a merchant's active generation. The merchant is the first value of every statement. */
export const ofMerchant = (table: string) =>
  `${table}.merchant_id = $1 and ${table}.generation = (select generation from projections where merchant_id = $1 and is_current)`

/** Greater than every character that a name can hold. */
const lastCharacter = '\u{10ffff}'

/** Exact match, or a prefix match with a trailing asterisk. */
function isNamed(column: string, text: string, parameter: AddValue): string {
  if (!text.endsWith('*')) return `${column} = ${parameter(text)}`
  const beginning = text.slice(0, -1)
  return `${column} >= ${parameter(beginning)} and ${column} < ${parameter(beginning + lastCharacter)}`
}

type Condition = string | false | undefined

/** What orders and transactions have in common. */
function commonConditions(row: string, time: string, filter: SearchFilter, parameter: AddValue): readonly Condition[] {
  const { cardFirstSix, cardLastFour, token, currency, amountMinorFrom, amountMinorTo, from, to } = filter
  const is = (column: string, value: unknown) => value !== undefined && `${row}.${column} = ${parameter(value)}`
  return [
    filter.orderId !== undefined && isNamed(`${row}.order_id`, filter.orderId, parameter),
    filter.orderIds && `${row}.order_id = any (${parameter(filter.orderIds)})`,
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
    transactionId !== undefined && isNamed('t.transaction_id', transactionId, parameter),
    type && `t.type = ${parameter(type)}`,
    result && resultCondition(result, parameter),
    gatewayCode !== undefined && `t.gateway_code = ${parameter(gatewayCode)}`,
  ]
}

/** A payment in review has succeeded at the acquirer, but it is not listed as a success. */
function resultCondition(result: NonNullable<SearchFilter['result']>, parameter: AddValue): string {
  if (result === 'IN_REVIEW') return "t.review = 'RISK'"
  const isResult = `t.result = ${parameter(result)}`
  return result === 'SUCCESS' ? `${isResult} and t.review is distinct from 'RISK'` : isResult
}

function statusCondition(row: string, status: NonNullable<SearchFilter['status']>, parameter: AddValue): string {
  if (status === 'REVERSAL_OWED' || status === 'REVERSAL_REFUSED')
    return `${row}.open_reversal = ${parameter(status === 'REVERSAL_OWED' ? 'OWED' : 'REFUSED')}`
  const isReversed = `${row}.open_reversal is null`
  if (status === 'IN_REVIEW') return `${row}.is_in_review and ${isReversed}`
  return `${row}.status = ${parameter(status)} and not ${row}.is_in_review and ${isReversed}`
}

const all = (conditions: readonly Condition[]) => conditions.filter((each) => typeof each === 'string').join(' and ')

/**
 * The order's own reference, or one of its transactions'. An order's own is that of one of its transactions: orders have no
 * index for it.
 */
function referenceOfOrder(reference: string, parameter: AddValue): string {
  const value = parameter(reference)
  const withReference = (column: string) =>
    `select r.order_id from projected_transactions r where ${ofMerchant('r')} and r.${column} = ${value}`
  return `o.order_id in (${withReference('reference')} union ${withReference('order_reference')})
    and (o.reference = ${value} or exists (${withReference('reference')} and r.order_id = o.order_id))`
}

/** An order's instrument is that of one of its transactions: orders have no index for it. */
function instrumentOfOrder({ cardFirstSix, cardLastFour, token }: SearchFilter, parameter: AddValue): Condition {
  const is = (column: string, value: unknown) => value !== undefined && `i.${column} = ${parameter(value)}`
  const conditions = [is('first_six', cardFirstSix), is('last_four', cardLastFour), is('token', token)]
  if (!conditions.some((condition) => typeof condition === 'string')) return undefined
  return `o.order_id in (select i.order_id from projected_transactions i where ${all([ofMerchant('i'), ...conditions])})`
}

/** True of most transactions: a scan along the times of orders soon finds enough of them. */
const usual: ReadonlySet<string | undefined> = new Set([
  undefined,
  'APPROVED',
  'SUCCESS',
  'AUTHORIZATION',
  'CAPTURE',
  'PAYMENT',
])

const isOfOrder = 't.merchant_id = o.merchant_id and t.generation = o.generation and t.order_id = o.order_id'

export function ordersStatement(filter: SearchFilter, { after, limit, sort = 'NEWEST' }: PageRange): SearchStatement {
  const { values, parameter } = openValues()
  const { from, names } = orderConditions(filter, sort, parameter)
  const { orderBy, beyond } = sortingOf(sort, names)
  const rest = beyond(after, parameter)
  const distinct = isAlongTransactions(names) ? `distinct on (${names.time}, ${names.names.join(', ')}) ` : ''
  const text = `select ${distinct}${foundOrderColumns} ${from}${rest ? ` and ${rest}` : ''}
order by ${orderBy} limit ${parameter(limit)}`
  return { text, values }
}

/** How many there are, up to a limit. */
export function countOrdersStatement(filter: SearchFilter, limit: number): SearchStatement {
  const { values, parameter } = openValues()
  const { from, names } = orderConditions(filter, 'NEWEST', parameter)
  const distinct = isAlongTransactions(names) ? `distinct ${names.time}, ${names.names.join(', ')}` : ''
  const text = `select ${distinct} ${from} limit ${parameter(limit)}`
  return { text: `select count(*) from (${text}) counted`, values }
}

const ofOrders = { time: 'o.created_at', amount: 'o.amount_minor', names: ['o.order_id'] } as const
const ofTransactions = { ...ofOrders, time: 't.order_created_at', names: ['t.order_id'] } as const

/** An order may have several that match. */
const isAlongTransactions = (names: typeof ofOrders | typeof ofTransactions) => names === ofTransactions

/** The rows of orders, and the columns by which they are sorted. */
function orderConditions(filter: SearchFilter, sort: SearchSort, parameter: AddValue) {
  parameter(filter.merchantId)
  const { status, reference, gatewayCode, result, type, from, to } = filter
  const ofTransaction = transactionConditions(filter, parameter)
  const ofOrder = [
    ofMerchant('o'),
    ...commonConditions('o', 'created_at', filter, parameter),
    instrumentOfOrder(filter, parameter),
    status && statusCondition('o', status, parameter),
    reference !== undefined && referenceOfOrder(reference, parameter),
  ]
  if (isByAmount(sort) || [gatewayCode, result, type].every((word) => usual.has(word))) {
    const transactions = all(ofTransaction)
    const conditions = [
      ...ofOrder,
      transactions !== '' && `exists (select from projected_transactions t where ${isOfOrder} and ${transactions})`,
    ]
    return { from: `from projected_orders o where ${all(conditions)}`, names: ofOrders }
  }
  // Along the matching transactions, which are sorted in the order of their orders.
  const conditions = [
    ofMerchant('t'),
    ...ofTransaction,
    from && `t.order_created_at >= ${parameter(from)}`,
    to && `t.order_created_at < ${parameter(to)}`,
    ...ofOrder,
  ]
  const rows = `from projected_transactions t join projected_orders o on ${isOfOrder} where ${all(conditions)}`
  return { from: rows, names: ofTransactions }
}

const transactionColumns = transactionColumnNames.map((name) => `t.${name}`).join(', ')

export function sortedTransactions(
  conditions: readonly Condition[],
  { after, limit, sort = 'NEWEST' }: PageRange,
  parameter: AddValue,
): string {
  const columns = { time: 't.time_of_record', amount: 't.amount_minor', names: ['t.order_id', 't.transaction_id'] }
  const { orderBy, beyond } = sortingOf(sort, columns)
  return `select ${transactionColumns} from projected_transactions t
where ${all([ofMerchant('t'), ...conditions, beyond(after, parameter)])} order by ${orderBy} limit ${parameter(limit)}`
}

export function transactionsStatement(filter: SearchFilter, stretch: PageRange): SearchStatement {
  const { values, parameter } = openValues()
  parameter(filter.merchantId)
  return { text: sortedTransactions(matchingTransactions(filter, parameter), stretch, parameter), values }
}

/** How many there are, up to a limit. */
export function countTransactionsStatement(filter: SearchFilter, limit: number): SearchStatement {
  const { values, parameter } = openValues()
  parameter(filter.merchantId)
  const conditions = all([ofMerchant('t'), ...matchingTransactions(filter, parameter)])
  const text = `select from projected_transactions t where ${conditions} limit ${parameter(limit)}`
  return { text: `select count(*) from (${text}) counted`, values }
}

function matchingTransactions(filter: SearchFilter, parameter: AddValue): readonly Condition[] {
  const { reference, status } = filter
  return [
    ...commonConditions('t', 'time_of_record', filter, parameter),
    ...transactionConditions(filter, parameter),
    reference !== undefined && `(t.reference = ${parameter(reference)} or t.order_reference = ${parameter(reference)})`,
    status &&
      `exists (select from projected_orders o where o.merchant_id = t.merchant_id and o.generation = t.generation
        and o.order_id = t.order_id and ${statusCondition('o', status, parameter)})`,
  ]
}

export function reviewStatement(
  { merchantId, kind }: { readonly merchantId: string; readonly kind: 'RISK' | 'REFUND_REQUEST' },
  stretch: PageRange,
): SearchStatement {
  const { values, parameter } = openValues()
  parameter(merchantId)
  return { text: sortedTransactions([`t.review = ${parameter(kind)}`], stretch, parameter), values }
}

const openStates = "state in ('INFORMATION_REQUESTED', 'PENDING')"
/** After every day. */
const deadline = "coalesce(d.respond_by, '9999-12-31')"
const disputeColumns = disputeColumnNames.map((name) => `d.${name}`).join(', ')

export function disputesStatement(
  { merchantId, state }: { readonly merchantId: string; readonly state: DisputeState | 'OPEN' | undefined },
  { after, limit }: PageRange,
): SearchStatement {
  const { values, parameter } = openValues()
  parameter(merchantId)
  const beyond = after && `(${after.map((value) => parameter(value)).join(', ')})`
  const isByDeadline = state === 'OPEN' || state === 'INFORMATION_REQUESTED' || state === 'PENDING'
  const conditions = [
    ofMerchant('d'),
    isByDeadline && `d.${openStates}`,
    state !== undefined && state !== 'OPEN' && `d.state = ${parameter(state)}`,
    beyond &&
      (isByDeadline
        ? `(${deadline}, d.order_id, d.case_number) > ${beyond}`
        : `(d.changed_at, d.order_id, d.case_number) < ${beyond}`),
  ]
  const order = isByDeadline
    ? `${deadline}, d.order_id, d.case_number`
    : 'd.changed_at desc, d.order_id desc, d.case_number desc'
  const text = `select ${disputeColumns} from projected_disputes d where ${all(conditions)}
order by ${order} limit ${parameter(limit)}`
  return { text, values }
}

/** Counts up to the second value: no list is read to its end for a number in a menu. */
export const waitingText = `select
  (select count(*) from (select from projected_transactions t where ${ofMerchant('t')} and t.review = 'RISK' limit $2) r)
    as reviews,
  (select count(*) from (select from projected_transactions t where ${ofMerchant('t')} and t.review = 'REFUND_REQUEST'
    limit $2) r) as refund_requests,
  (select count(*) from (select from projected_disputes d where ${ofMerchant('d')} and d.${openStates} limit $2) r)
    as disputes`
