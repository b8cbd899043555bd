// Orders and transactions in PostgreSQL. Each write of the money path is one statement, so that it is one commit.
import type { GatewayCode } from '../../domain/gateway-code.ts'
import type { AcquirerLink } from '../../domain/merchant.ts'
import type { Order, OrderTransaction } from '../../domain/order.ts'
import type { TransactionType } from '../../domain/transaction-type.ts'
import type {
  Attempt,
  AttemptResult,
  OrderKey,
  Outcome,
  OutcomeResult,
  StoredOrder,
  StoredTransaction,
  TransactionKey,
} from '../../ports/store.ts'
import { type Database, prepared } from './database.ts'

const transactionColumns = `transaction_id, type, amount_minor, gateway_code, claim, acquirer_link, acquirer_reference,
  request_key_id, request_hash, request, answer, recorded_at, updated_at`

/** The tail both attempts share: the transaction is written if, and only if, the order let it in. */
const insertTransaction = `
  insert into transactions (merchant_id, order_id, transaction_id, position, type, amount_minor, attempt_id,
    acquirer_link, acquirer_reference, request_key_id, request_hash, account_key_id, account_hash, request,
    deadline_at, recorded_at, updated_at)
  select $1, $2, $3, entered.position, $6, $7, $8, $9::jsonb, $10, $11, $12, $13, $14, $15::jsonb,
    now() + make_interval(secs => $16::float8 / 1000), $17, $17
  from entered`

const attemptOnNewOrder = prepared(
  'attempt-new-order',
  `with entered as (
     insert into orders (merchant_id, order_id, busy_transaction_id, currency, amount_minor, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $17, $17)
     on conflict do nothing
     returning 1 as position)
   ${insertTransaction}`,
)

const attemptOnKnownOrder = prepared(
  'attempt-known-order',
  `with entered as (
     update orders set busy_transaction_id = $3, currency = $4, amount_minor = $5, revision = revision + 1,
       transaction_count = transaction_count + 1, updated_at = $17
     where merchant_id = $1 and order_id = $2 and revision = $18 and busy_transaction_id is null
     returning transaction_count as position)
   ${insertTransaction}`,
)

const classifyRefusedAttempt = prepared(
  'classify-attempt',
  `select
     (select attempt_id from transactions
       where merchant_id = $1 and order_id = $2 and transaction_id = $3) as attempt_id,
     (select busy_transaction_id is not null from orders where merchant_id = $1 and order_id = $2) as is_busy`,
)

// An outcome is written only under the claim it was worked out under, and only while the row is still open.
const writeOutcome = prepared(
  'outcome',
  `with decided as (
     update transactions set gateway_code = $5, answer = $6::jsonb, updated_at = $13,
       deadline_at = case when $12::float8 is null then null else now() + make_interval(secs => $12 / 1000) end
     where merchant_id = $1 and order_id = $2 and transaction_id = $3 and claim = $4 and deadline_at is not null
     returning 1)
   update orders set status = $7, amount_minor = $8, total_authorized_minor = $9, total_captured_minor = $10,
     total_refunded_minor = $11, revision = revision + 1, updated_at = $13,
     busy_transaction_id = case when $12::float8 is null then null else $3 end
   from decided
   where merchant_id = $1 and order_id = $2`,
)

const readTransaction = prepared(
  'find-transaction',
  `select ${transactionColumns} from transactions where merchant_id = $1 and order_id = $2 and transaction_id = $3`,
)

const readOrder = prepared(
  'find-order',
  `select currency, amount_minor, revision, busy_transaction_id, created_at, updated_at
   from orders where merchant_id = $1 and order_id = $2`,
)

const readTransactions = prepared(
  'find-transactions',
  `select ${transactionColumns} from transactions where merchant_id = $1 and order_id = $2 order by position`,
)

const claimOverdueTransactions = prepared(
  'claim-overdue',
  `update transactions t set claim = t.claim + 1, deadline_at = now() + make_interval(secs => $2::float8 / 1000)
   from (select merchant_id, order_id, transaction_id from transactions
         where deadline_at < now() order by deadline_at limit $1 for update skip locked) overdue
   where t.merchant_id = overdue.merchant_id and t.order_id = overdue.order_id
     and t.transaction_id = overdue.transaction_id
   returning t.merchant_id, t.order_id, ${transactionColumns.replaceAll(/\b(\w+)\b/g, 't.$1')}`,
)

interface TransactionRow {
  readonly transaction_id: string
  readonly type: TransactionType
  readonly amount_minor: string
  readonly gateway_code: GatewayCode | null
  readonly claim: number
  readonly acquirer_link: AcquirerLink
  readonly acquirer_reference: string
  readonly request_key_id: string
  readonly request_hash: Buffer
  readonly request: object
  readonly answer: object | null
  readonly recorded_at: Date
  readonly updated_at: Date
}

export async function recordAttempt(database: Database, attempt: Attempt): Promise<AttemptResult> {
  const { merchantId, orderId, transactionId } = attempt.key
  const values = [
    merchantId,
    orderId,
    transactionId,
    attempt.currency,
    attempt.orderAmountMinor,
    attempt.type,
    attempt.amountMinor,
    attempt.attemptId,
    JSON.stringify(attempt.link),
    attempt.acquirerReference,
    attempt.requestHash.keyId,
    attempt.requestHash.hash,
    attempt.accountHash?.keyId,
    attempt.accountHash?.hash,
    JSON.stringify(attempt.request),
    attempt.deadlineMs,
    attempt.at,
  ]
  const statement =
    attempt.orderRevision === undefined
      ? attemptOnNewOrder(values)
      : attemptOnKnownOrder([...values, attempt.orderRevision])
  try {
    const { rowCount } = await database.query(statement)
    if (rowCount === 1) return 'RECORDED'
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
  }
  return classify(database, attempt)
}

/** Asked in a statement of its own: the refused one could not see what another process had just committed. */
async function classify(database: Database, { key, attemptId }: Attempt): Promise<AttemptResult> {
  const { rows } = await database.query<{ attempt_id: string | null; is_busy: boolean | null }>(
    classifyRefusedAttempt([key.merchantId, key.orderId, key.transactionId]),
  )
  const [row] = rows
  if (row?.attempt_id === attemptId) return 'RECORDED'
  if (row?.attempt_id != null) return 'DUPLICATE'
  return row?.is_busy ? 'ORDER_BUSY' : 'ORDER_MOVED'
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && (error as { code?: string }).code === '23505'
}

export async function recordOutcome(database: Database, outcome: Outcome): Promise<OutcomeResult> {
  const { key, totals } = outcome
  const { rowCount } = await database.query(
    writeOutcome([
      key.merchantId,
      key.orderId,
      key.transactionId,
      outcome.claim,
      outcome.gatewayCode,
      JSON.stringify(outcome.answer),
      outcome.orderStatus,
      outcome.orderAmountMinor,
      totals.authorizedMinor,
      totals.capturedMinor,
      totals.refundedMinor,
      outcome.askAgainAfterMs,
      outcome.at,
    ]),
  )
  return rowCount === 1 ? 'RECORDED' : 'DECIDED_ELSEWHERE'
}

export async function findTransaction(database: Database, key: TransactionKey): Promise<StoredTransaction | undefined> {
  const { rows } = await database.query<TransactionRow>(
    readTransaction([key.merchantId, key.orderId, key.transactionId]),
  )
  return rows[0] && storedTransaction(key, rows[0])
}

export async function findOrder(database: Database, key: OrderKey): Promise<StoredOrder | undefined> {
  const values = [key.merchantId, key.orderId]
  const { rows: orders } = await database.query<{
    currency: string
    amount_minor: string
    revision: number
    busy_transaction_id: string | null
    created_at: Date
    updated_at: Date
  }>(readOrder(values))
  const [row] = orders
  if (!row) return undefined
  const { rows: transactions } = await database.query<TransactionRow>(readTransactions(values))
  const order: Order = {
    id: key.orderId,
    currency: row.currency,
    amountMinor: BigInt(row.amount_minor),
    revision: row.revision,
    isBusy: row.busy_transaction_id !== null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    transactions: transactions.map(orderTransaction),
  }
  return { order, transactions: transactions.map((t) => storedTransaction(key, t)) }
}

export async function claimOverdue(
  database: Database,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<readonly StoredTransaction[]> {
  const { rows } = await database.query<TransactionRow & { merchant_id: string; order_id: string }>(
    claimOverdueTransactions([limit, leaseMs]),
  )
  return rows.map((row) => storedTransaction({ merchantId: row.merchant_id, orderId: row.order_id }, row))
}

function orderTransaction(row: TransactionRow): OrderTransaction {
  return {
    id: row.transaction_id,
    type: row.type,
    amountMinor: BigInt(row.amount_minor),
    ...(row.gateway_code && { gatewayCode: row.gateway_code }),
  }
}

function storedTransaction({ merchantId, orderId }: OrderKey, row: TransactionRow): StoredTransaction {
  return {
    key: { merchantId, orderId, transactionId: row.transaction_id },
    type: row.type,
    isInFlight: row.gateway_code === null,
    claim: row.claim,
    amountMinor: BigInt(row.amount_minor),
    link: row.acquirer_link,
    acquirerReference: row.acquirer_reference,
    requestHash: { keyId: row.request_key_id, hash: row.request_hash },
    request: row.request,
    ...(row.gateway_code && { gatewayCode: row.gateway_code }),
    ...(row.answer && { answer: row.answer }),
    recordedAt: row.recorded_at,
    updatedAt: row.updated_at,
  }
}
