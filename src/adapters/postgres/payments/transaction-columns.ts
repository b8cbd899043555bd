// The columns of a transaction: one list makes the insertion of an attempt, the selected columns and the type of a row.

import type { AcquirerLink } from '../../../domain/merchants/merchant.ts'
import type { EntryPoint } from '../../../domain/payments/entry-point.ts'
import type { GatewayCode } from '../../../domain/payments/gateway-code.ts'
import type { Decision } from '../../../domain/payments/order.ts'
import type { TransactionType } from '../../../domain/payments/transaction-type.ts'
import type { Assessment } from '../../../domain/risk/risk.ts'
import type { StoredAnswer, StoredRequest } from '../../../ports/payments/stored-messages.ts'
import type { Attempt, ManualResolution, ReversalState, StoredJourney } from '../../../ports/payments/transactions.ts'

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
  gateway_code: setLater<GatewayCode | null>(),
  claim: setLater<number>(),
  answer: setLater<StoredAnswer | null>(),
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
