// Orders and transactions as rows: the columns of a transaction, of which one list makes the insertion, the selected columns and
// the type of a row; and what is read back.

import type { EntryPoint } from '../../kernel/entry-point.ts'
import type { GatewayCode } from '../../kernel/gateway-code.ts'
import type { OrderStatus } from '../../kernel/order-status.ts'
import type { TransactionType } from '../../kernel/transaction-type.ts'
import type { AcquirerLink } from '../../merchants/index.ts'
import type { Assessment } from '../../risk/index.ts'
import type { WireIdentity } from '../ports/acquirer.ts'
import type { ClaimedTransaction } from '../ports/recovery-store.ts'
import { caseNumberOf, type StoredRequest } from '../ports/stored-messages.ts'
import type {
  Attempt,
  ManualResolution,
  OrderCopy,
  OrderKey,
  PartResponse,
  RecordedPart,
  ReversalState,
  StoredJourney,
  StoredOrder,
  StoredTransaction,
} from '../ports/transactions.ts'
import type { Decision, OrderTransaction } from '../rules/order.ts'
import { type CompactResponse, completeResponse, responseOf, responseOfTransaction } from './stored-responses.ts'

/** The SQL type in which a value is passed, and where it comes from. */
export type PassedColumn<Row> = readonly [type: string, value: (row: Row) => unknown]

interface Column<Value> {
  /** The expression over `t` that is selected; a column's own name if it is left out. */
  readonly selected?: string
  /** How an attempt sets it; the others are set by its outcome or later. */
  readonly passed?: PassedColumn<Attempt>
  /** JSON that may be absent is passed as text, since the text of a JSON array has no place for an absent one. */
  readonly isJsonAsText?: boolean
  /** Carries the type of the value that is read; never set. */
  readonly value?: Value
}

function setByAttempt<Value>(type: string, value: (attempt: Attempt) => unknown): Column<Value> {
  return { passed: [type, value] }
}

function setLater<Value>(selected?: string): Column<Value> {
  return selected === undefined ? {} : { selected }
}

function optionalJson<Value>(value: (attempt: Attempt) => object | undefined): Column<Value | null> {
  return {
    passed: [
      'text',
      (attempt) => {
        const json = value(attempt)
        return json && JSON.stringify(json)
      },
    ],
    isJsonAsText: true,
  }
}

/** A part of a refund in JSON, which has no integers of any length. */
interface StoredPart extends Omit<RecordedPart, 'amountMinor' | 'response'> {
  readonly amountMinor: string
  readonly response?: PartResponse
}

export function partsJson({ parts }: { readonly parts?: readonly RecordedPart[] | undefined }): string | undefined {
  return parts && JSON.stringify(parts.map((part) => ({ ...part, amountMinor: String(part.amountMinor) })))
}

function recordedParts(stored: readonly StoredPart[]): readonly RecordedPart[] {
  return stored.map((part) => ({ ...part, amountMinor: BigInt(part.amountMinor) }))
}

/** Milliseconds since 1970, which are parsed ten times faster than a date as text. */
export const millisecondsOf = (expression: string) => `(extract(epoch from ${expression}) * 1000)::float8`

const columns = {
  merchant_id: setByAttempt<string>('text', ({ key }) => key.merchantId),
  order_id: setByAttempt<string>('text', ({ key }) => key.orderId),
  transaction_id: setByAttempt<string>('text', ({ key }) => key.transactionId),
  type: setByAttempt<TransactionType>('text', ({ type }) => type),
  amount_minor: setByAttempt<string>('bigint', ({ amountMinor }) => amountMinor),
  acquirer_link: setByAttempt<AcquirerLink>('json', ({ link }) => JSON.stringify(link)),
  acquirer_reference: setByAttempt<string>('text', ({ acquirerReference }) => acquirerReference),
  request_key_id: setByAttempt<string>('text', ({ requestHash }) => requestHash.keyId),
  request_hash: setByAttempt<Buffer>('bytea', ({ requestHash }) => requestHash.hash),
  account_key_id: setByAttempt<string | null>('text', ({ accountHash }) => accountHash?.keyId),
  account_hash: setByAttempt<Buffer | null>('bytea', ({ accountHash }) => accountHash?.hash),
  request: setByAttempt<StoredRequest>('json', ({ request }) => JSON.stringify(request)),
  target_transaction_id: setByAttempt<string | null>('text', ({ targetTransactionId }) => targetTransactionId),
  approves_transaction_id: setByAttempt<string | null>('text', ({ approvesTransactionId }) => approvesTransactionId),
  entry_point: setByAttempt<EntryPoint>('text', ({ entryPoint }) => entryPoint),
  decision: setByAttempt<Decision | null>('text', ({ decision }) => decision),
  accounts_key_id: setByAttempt<string | null>('text', ({ accounts }) => accounts?.keyId),
  accounts_sealed: setByAttempt<Buffer | null>('bytea', ({ accounts }) => accounts?.sealed),
  instrument_transaction_id: setByAttempt<string | null>('text', (attempt) => attempt.instrumentTransactionId),
  risk: optionalJson<Assessment>(({ risk }) => risk),
  journey: optionalJson<StoredJourney>(({ journey }) => journey),
  wire_identity: optionalJson<WireIdentity>(({ wire }) => wire),
  refund_parts: { passed: ['text', partsJson], isJsonAsText: true } as Column<readonly StoredPart[] | null>,
  gateway_code: setLater<GatewayCode | null>(),
  claim: setLater<number>(),
  response: setLater<CompactResponse | null>(responseOfTransaction),
  batch: setLater<number | null>(),
  reversal: setLater<ReversalState | null>(),
  manual_resolution: setLater<ManualResolution | null>(),
  recorded_ms: setLater<number>(millisecondsOf('t.recorded_at')),
  decided_ms: setLater<number>(millisecondsOf('t.updated_at')),
  is_reversal_sent: setLater<boolean>('t.reversal_sent_at is not null'),
}

/** Set by an attempt and read by statements of their own only. */
const unread = {
  attempt_id: setByAttempt<string>('text', ({ attemptId }) => attemptId),
  redirect_token: setByAttempt<string | null>('text', ({ redirectToken }) => redirectToken),
}

type ValueIn<Definition> = Definition extends Column<infer Value> ? Value : never

export type TransactionRow = { readonly [Name in keyof typeof columns]: ValueIn<(typeof columns)[Name]> }

/** The columns of a `TransactionRow`, from the table `t`. */
export const selectedColumns = Object.entries<Column<unknown>>(columns)
  .map(([name, { selected }]) => (selected === undefined ? `t.${name}` : `${selected} as ${name}`))
  .join(', ')

/** The same where all rows are of one merchant, a parameter. */
export const selectedColumnsOf = (merchant: string) =>
  selectedColumns.replace(responseOfTransaction, () => responseOf(merchant))

/** The same where a distributed database reads several merchants: the event of the answer is joined as `e` by `answerJoin`. */
export const selectedColumnsJoined = selectedColumns.replace(
  responseOfTransaction,
  'case when t.gateway_code is not null then e.response end',
)
export const responseJoin = `left join events e on e.merchant_id = t.merchant_id and e.order_id = t.order_id
  and e.number = t.response_number`

const attemptColumns = Object.entries<Column<unknown>>({ ...columns, ...unread }).flatMap(
  ([name, { passed, isJsonAsText = false }]) => (passed ? [{ name, passed, isJsonAsText }] : []),
)

/** What an attempt passes for the columns that it sets, by their names. */
export const passedByAttempt: Readonly<Record<string, PassedColumn<Attempt>>> = Object.fromEntries(
  attemptColumns.map(({ name, passed }) => [name, passed]),
)

/** The names of these columns, and their values in a row of `given`, in the same order. */
export const insertedNames = attemptColumns.map(({ name }) => name).join(', ')
export const insertedValues = attemptColumns
  .map(({ name, isJsonAsText }) => (isJsonAsText ? `given.${name}::json` : `given.${name}`))
  .join(', ')

/** With the columns that recovery and reversals use. */
export interface ClaimedRow extends TransactionRow {
  readonly since_sendable_ms: number
  readonly since_reversal_sent_ms?: number | null
  readonly tries: number
}

export interface OrderRow extends TransactionRow {
  readonly currency: string
  readonly order_amount_minor: string
  readonly revision: number
  readonly is_locked: boolean
  readonly created_ms: number
  readonly updated_ms: number
}

/** With the copies of values that follow from the transactions. */
export interface PagedRow extends OrderRow {
  readonly status: OrderStatus | null
  readonly total_authorized_minor: string
  readonly total_captured_minor: string
  readonly total_refunded_minor: string
}

export function orderCopyOf(row: PagedRow): OrderCopy {
  return {
    status: row.status ?? undefined,
    totals: {
      authorizedMinor: BigInt(row.total_authorized_minor),
      capturedMinor: BigInt(row.total_captured_minor),
      refundedMinor: BigInt(row.total_refunded_minor),
    },
  }
}

/** A row names its order by merchant and order id; so does a request. Neither contains the separator. */
export function nameOfOrder(merchantId: string, orderId: string): string {
  return `${merchantId}\u0000${orderId}`
}

/** Orders by name, from rows that hold one transaction each, oldest first. */
export function ordersOf(rows: readonly OrderRow[]): ReadonlyMap<string, StoredOrder> {
  const grouped = new Map<string, OrderRow[]>()
  for (const row of rows) {
    const name = nameOfOrder(row.merchant_id, row.order_id)
    const existing = grouped.get(name)
    if (existing) existing.push(row)
    else grouped.set(name, [row])
  }
  return new Map([...grouped].map(([name, itsRows]) => [name, storedOrder(itsRows)]))
}

function storedOrder(rows: readonly OrderRow[]): StoredOrder {
  const [row] = rows
  if (!row) throw new Error('an order has at least one transaction')
  return {
    order: {
      id: row.order_id,
      currency: row.currency,
      amountMinor: BigInt(row.order_amount_minor),
      revision: row.revision,
      isLocked: row.is_locked,
      createdAt: new Date(row.created_ms),
      updatedAt: new Date(row.updated_ms),
      transactions: rows.map(orderTransaction),
    },
    transactions: rows.map(storedTransaction),
  }
}

function orderTransaction(row: TransactionRow): OrderTransaction & Pick<StoredTransaction, 'parts'> {
  return {
    id: row.transaction_id,
    type: row.type,
    amountMinor: BigInt(row.amount_minor),
    gatewayCode: row.gateway_code ?? undefined,
    targetTransactionId: row.target_transaction_id ?? undefined,
    approvesTransactionId: row.approves_transaction_id ?? undefined,
    parts: row.refund_parts ? recordedParts(row.refund_parts) : undefined,
    decision: row.decision ?? undefined,
    ...(row.type === 'CHARGEBACK' && caseNumberOf(row.request)),
    batch: row.batch ?? undefined,
    isJourney: row.journey ? true : undefined,
    authentication: row.journey?.kind === 'PAYER_AUTHENTICATION' ? row.journey.status : undefined,
  }
}

export function storedTransaction(row: TransactionRow): StoredTransaction {
  const key: OrderKey & { transactionId: string } = {
    merchantId: row.merchant_id,
    orderId: row.order_id,
    transactionId: row.transaction_id,
  }
  const { id: _, isJourney: __, authentication: ___, caseNumber: ____, type, ...common } = orderTransaction(row)
  return {
    key,
    type,
    ...common,
    entryPoint: row.entry_point,
    isInFlight: row.gateway_code === null,
    claim: row.claim,
    link: row.acquirer_link,
    acquirerReference: row.acquirer_reference,
    wire: row.wire_identity ?? undefined,
    requestHash: { keyId: row.request_key_id, hash: row.request_hash },
    accountHash:
      row.account_key_id !== null && row.account_hash
        ? { keyId: row.account_key_id, hash: row.account_hash }
        : undefined,
    accounts:
      row.accounts_key_id !== null && row.accounts_sealed
        ? { keyId: row.accounts_key_id, sealed: row.accounts_sealed }
        : undefined,
    instrumentTransactionId: row.instrument_transaction_id ?? undefined,
    request: row.request,
    response: row.response ? completeResponse(row.response) : undefined,
    risk: row.risk ?? undefined,
    reversal: row.reversal ?? undefined,
    journey: row.journey ?? undefined,
    isReversalSent: row.is_reversal_sent,
    manualResolution: row.manual_resolution ?? undefined,
    recordedAt: new Date(row.recorded_ms),
    updatedAt: new Date(row.decided_ms),
  }
}

export function claimedTransaction(row: ClaimedRow): ClaimedTransaction {
  const sinceReversalSentMs = row.since_reversal_sent_ms ?? undefined
  return {
    ...storedTransaction(row),
    sinceSendableMs: row.since_sendable_ms,
    sinceReversalSentMs,
    tries: row.tries,
  }
}
