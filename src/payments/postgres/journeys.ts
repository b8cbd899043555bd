// Journeys in PostgreSQL: each step is one statement, which changes nothing unless the order is still as it was read.
import { oncePerInterval } from '../../platform/concurrency/once-per-interval.ts'
import { findAnywhere, type MerchantDatabases, rowLookup } from '../../platform/postgres/cluster/merchant-databases.ts'
import type { JourneyStep, JourneyStore } from '../ports/journeys.ts'
import { postText } from './money-statements.ts'
import { nameOfOrder } from './order-rows.ts'
import { compactJson } from './stored-responses.ts'

const takeText = `with moved as (
  update orders set status = $4, amount_minor = $5, total_authorized_minor = $6, total_captured_minor = $7,
    total_refunded_minor = $8, revision = revision + 1, event_count = event_count + 1, updated_at = $9,
    locking_transaction_id = case when $10 then $3 end
  where merchant_id = $1 and order_id = $2 and revision = $11
    and (locking_transaction_id is null or locking_transaction_id = $3)
  returning event_count as number),
taken as (
  update transactions set gateway_code = $12, response_number = moved.number, journey = $14::json, amount_minor = $15,
    batch = coalesce($16, batch), reversal = coalesce($17, reversal),
    reverse_at = case when $17::text is null then reverse_at when $17 = 'OWED' then now() end,
    accounts_key_id = coalesce($18, accounts_key_id), accounts_sealed = coalesce($19, accounts_sealed),
    account_key_id = coalesce($20, account_key_id), account_hash = coalesce($21, account_hash),
    deadline_at = now() + make_interval(secs => $22::float8 / 1000), updated_at = $9
  from moved
  where merchant_id = $1 and order_id = $2 and transaction_id = $3
  returning moved.number),
happened as (
  insert into events (merchant_id, order_id, number, kind, transaction_id, at, response)
  select $1, $2, number, $23, $3, $9, $13::json from taken
  returning merchant_id, order_id, number)
${postText}`

const byRedirectToken = rowLookup('find-journey', {
  table: 'transactions',
  where: 'r.redirect_token = $1',
  select: 'select r.merchant_id, r.order_id, r.transaction_id from transactions r',
  valueCount: 1,
})

interface KeyRow {
  readonly merchant_id: string
  readonly order_id: string
  readonly transaction_id: string
}

const pollsRememberedMax = 20_000

/** `onEvent` is called with merchants that have new events. */
export function postgresJourneys(
  databases: MerchantDatabases,
  onEvent: (merchantId: string) => void = () => {},
): JourneyStore {
  const mayPoll = oncePerInterval(pollsRememberedMax)

  return {
    mayPoll({ merchantId, orderId, transactionId }, everyMs) {
      return mayPoll(nameOfOrder(nameOfOrder(merchantId, orderId), transactionId), everyMs)
    },

    async findByToken(redirectToken) {
      const [row] = await findAnywhere<KeyRow>(databases, byRedirectToken, [redirectToken])
      return row && { merchantId: row.merchant_id, orderId: row.order_id, transactionId: row.transaction_id }
    },

    async recordStep(step) {
      const values = valuesOf(step)
      const { rowCount } = await databases
        .of(step.key.merchantId)
        .query({ name: 'take-journey-step', text: takeText, values })
      if (rowCount === 1) onEvent(step.key.merchantId)
      return rowCount === 1
    },

    async pollLater({ merchantId, orderId, transactionId }, afterMs) {
      await databases.of(merchantId).query(
        `update transactions set deadline_at = now() + make_interval(secs => $4::float8 / 1000)
        where merchant_id = $1 and order_id = $2 and transaction_id = $3 and deadline_at is not null`,
        [merchantId, orderId, transactionId, afterMs],
      )
    },
  }
}

function valuesOf(step: JourneyStep): unknown[] {
  const { key, totals, accounts, accountHash } = step
  return [
    key.merchantId,
    key.orderId,
    key.transactionId,
    step.orderStatus,
    step.orderAmountMinor,
    totals.authorizedMinor,
    totals.capturedMinor,
    totals.refundedMinor,
    step.at,
    step.holdsOrder,
    step.orderRevision,
    step.gatewayCode,
    compactJson(step.response),
    JSON.stringify(step.journey),
    step.amountMinor,
    step.batch,
    step.reversal,
    accounts?.keyId,
    accounts?.sealed,
    accountHash?.keyId,
    accountHash?.hash,
    step.pollAfterMs,
    step.kind,
  ]
}
