// Settlement batches that are not closed, in PostgreSQL. Their contents are read from the transactions themselves: no index
// of the money path is for that, so each count reads the merchant's transactions once.

import type { TransactionType } from '../../kernel/transaction-type.ts'
import type { AcquirerLink } from '../../merchants/index.ts'
import {
  linkIdOfRow,
  revisionOfRow,
  type SettlementBatchProgress,
  type SettlementBatchTotal,
  type TransactionKey,
  type WireIdentity,
} from '../../payments/index.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { DueRows } from '../../platform/postgres/due-rows.ts'
import type {
  SettlementBatchAccount,
  SettlementBatchClosing,
  SettlementBatchClosings,
  SettlementBatchKey,
  UnclosedSettlementBatch,
} from '../ports/batch-closings.ts'
import { approvedCodes as approvals, listed } from './approved-codes.ts'
import { differenceJson } from './stored-difference.ts'

const settledTypes = listed(['CAPTURE', 'PAYMENT', 'REFUND'] satisfies TransactionType[])
/** Captures and payments are taken out of a batch by these, or put into it by the others. */
const changingTypes = `${settledTypes}, ${listed(['VOID_CAPTURE', 'VOID_PAYMENT', 'VOID_REFUND'] satisfies TransactionType[])}`

const isStanding = `t.type in (${settledTypes}) and t.gateway_code in (${approvals}) and not exists (
  select from transactions v where v.merchant_id = t.merchant_id and v.order_id = t.order_id
    and v.target_transaction_id = t.transaction_id and v.type like 'VOID%' and v.gateway_code in (${approvals}))`

/** The columns that name the account are of the table `t` alone. */
const account = `${linkIdOfRow} = $2 and ${revisionOfRow} = $3 and acquirer_link ->> 'acquirerMerchantId' = $4`

function accountValues({ merchantId, link }: SettlementBatchAccount): readonly unknown[] {
  return [merchantId, link.linkId ?? link.adapter, link.revision ?? 1, link.acquirerMerchantId]
}

const sums = `o.currency,
  count(*) filter (where t.type <> 'REFUND')::integer as captured_count,
  coalesce(sum(line.amount_minor) filter (where t.type <> 'REFUND'), 0)::text as captured_minor,
  count(*) filter (where t.type = 'REFUND')::integer as refunded_count,
  coalesce(sum(line.amount_minor) filter (where t.type = 'REFUND'), 0)::text as refunded_minor`

/** What the acquirer has of a transaction: one line, or one for each approved part of a refund. */
const lines = `lateral (
  select t.acquirer_reference as reference, t.amount_minor, t.wire_identity as wire where t.refund_parts is null
  union all
  select part ->> 'reference', (part ->> 'amountMinor')::bigint, part -> 'wire'
  from (select part, sum((part ->> 'amountMinor')::bigint) over (order by place) as up_to
        from json_array_elements(t.refund_parts) with ordinality as begun(part, place)) parts
  where up_to <= t.amount_minor) line`

const withLines = `transactions t join orders o on o.merchant_id = t.merchant_id and o.order_id = t.order_id cross join ${lines}`

interface SumRow {
  readonly currency: string
  readonly captured_count: number
  readonly captured_minor: string
  readonly refunded_count: number
  readonly refunded_minor: string
}

const unclosedText = `select t.batch, ${linkIdOfRow} as "linkId", ${revisionOfRow} as revision,
  acquirer_link ->> 'adapter' as adapter, acquirer_link ->> 'acquirerId' as "acquirerId",
  acquirer_link ->> 'acquirerMerchantId' as "acquirerMerchantId", min(acquirer_link ->> 'terminals') as terminals, ${sums}
from ${withLines}
where t.merchant_id = $1 and t.batch is not null and ${isStanding} and not exists (
  select from closed_batches c where c.merchant_id = t.merchant_id and c.batch = t.batch
    and c.acquirer_id = acquirer_link ->> 'acquirerId')
group by 1, 2, 3, 4, 5, 6, o.currency order by 1, 2, 3, 5, 6, o.currency`

interface UnclosedRow extends SumRow, Omit<AcquirerLink, 'terminals'> {
  readonly batch: number
  readonly terminals: string | null
}

const takeText = `update transactions t set batch = $5
where t.merchant_id = $1 and ${account} and t.batch is null and ${isStanding}`

const countText = `select ${sums} from ${withLines}
where t.merchant_id = $1 and ${account} and t.batch = $5 and ${isStanding} group by o.currency order by o.currency`

/**
 * By the partial indexes of what is open. What was approved stands, even while its reversal is owed; that of a refund in parts is
 * owed for the last part alone.
 */
const inFlight = `(deadline_at is not null and manual_resolution is null)
  or (reverse_at is not null and (gateway_code not in (${approvals}) or refund_parts is not null))`

const inFlightText = `select order_id as "orderId", transaction_id as "transactionId" from transactions
where merchant_id = $1 and ${account} and type in (${changingTypes}) and (${inFlight})`

const stillInFlightText = `select count(*)::integer as count from transactions
where merchant_id = $1 and (${inFlight}) and (order_id, transaction_id) in (
  select * from unnest($2::text[], $3::text[]))`

/** Pages of transactions, each with all of its lines. */
const pageText = `select t.order_id, t.transaction_id, t.type, line.reference, line.amount_minor::text, line.wire
from (select t.* from transactions t join orders o on o.merchant_id = t.merchant_id and o.order_id = t.order_id
  where t.merchant_id = $1 and ${account} and t.batch = $5 and o.currency = $6 and ${isStanding}
    and ($7::text is null or (t.order_id, t.transaction_id) > ($7, $8))
  order by t.order_id, t.transaction_id limit $9) t cross join ${lines}
order by t.order_id, t.transaction_id`

interface TransactionRow {
  readonly order_id: string
  readonly transaction_id: string
  readonly type: string
  readonly reference: string
  readonly amount_minor: string
  readonly wire: WireIdentity | null
}

/** While a process is at it, no job takes it. */
const goesOnAfter = "interval '2 minutes'"

/** A batch that was out of balance is closed again in the name of the user who asks for it now. */
const beginText = `insert into batch_closings as c
  (merchant_id, acquirer_id, batch, acquirer_link, requested_by, try_at, updated_at)
values ($1, $2, $3, $4, $5, now() + ${goesOnAfter}, now())
on conflict (merchant_id, acquirer_id, batch) do update set state = 'CLOSING', difference = null,
  updated_at = excluded.updated_at, try_at = excluded.try_at,
  requested_by = case when c.state = 'CLOSING' then c.requested_by else excluded.requested_by end
returning *`

const isKey = 'merchant_id = $1 and acquirer_id = $2 and batch = $3'

const saveText = `update batch_closings set progress = $5, revision = revision + 1, updated_at = now(),
  try_at = now() + ${goesOnAfter}
where ${isKey} and revision = $4 and state = 'CLOSING' returning revision`

const retryText = `update batch_closings set try_at = now() + make_interval(secs => $4::float8 / 1000), updated_at = now()
where ${isKey} and state = 'CLOSING'`

const differenceText = `update batch_closings set state = 'DIFFERS', difference = $4, try_at = null, updated_at = now()
where ${isKey}`

const endText = `update batch_closings set state = 'CLOSED', difference = null, try_at = null, updated_at = now()
where ${isKey}`

export const dueClosings = {
  from: 'batch_closings',
  id: 'merchant_id',
  where: 'try_at < now()',
} as const satisfies DueRows

const dueMerchantsText = `select merchant_id from batch_closings where ${dueClosings.where}
group by merchant_id order by min(try_at) limit $1`

const claimText = `update batch_closings c set try_at = now() + make_interval(secs => $3::float8 / 1000), tries = c.tries + 1
from (select acquirer_id, batch from batch_closings where merchant_id = $1 and ${dueClosings.where}
      order by try_at limit $2 for update skip locked) due
where c.merchant_id = $1 and c.acquirer_id = due.acquirer_id and c.batch = due.batch
returning c.*`

interface ClosingRow {
  readonly merchant_id: string
  readonly acquirer_id: string
  readonly batch: number
  readonly acquirer_link: AcquirerLink
  readonly progress: SettlementBatchProgress
  readonly revision: number
  readonly requested_by: string
  readonly tries: number
}

export function postgresSettlementBatchClosings(database: Database): SettlementBatchClosings {
  const change = async (text: string, { merchantId, acquirerId, batch }: SettlementBatchKey, ...values: unknown[]) => {
    await database.query(text, [merchantId, acquirerId, batch, ...values])
  }
  return {
    async listUnclosed(merchantId) {
      const { rows } = await database.query<UnclosedRow>(unclosedText, [merchantId])
      const byBatch = Map.groupBy(rows, ({ batch, linkId, revision, acquirerId, acquirerMerchantId }) =>
        JSON.stringify([batch, linkId, revision, acquirerId, acquirerMerchantId]),
      )
      return [...byBatch.values()].flatMap((sameBatch) => unclosedBatch(sameBatch) ?? [])
    },

    async takeUnnumbered(owner, batch) {
      await database.query(takeText, [...accountValues(owner), batch])
    },

    async count(owner, batch) {
      const { rows } = await database.query<SumRow>(countText, [...accountValues(owner), batch])
      return rows.map(totalOf)
    },

    async listInFlight(owner) {
      const { rows } = await database.query<Omit<TransactionKey, 'merchantId'>>(inFlightText, [...accountValues(owner)])
      return rows.map((row) => ({ merchantId: owner.merchantId, ...row }))
    },

    async countInFlight(merchantId, keys) {
      if (keys.length === 0) return 0
      const { rows } = await database.query<{ count: number }>(stillInFlightText, [
        merchantId,
        keys.map(({ orderId }) => orderId),
        keys.map(({ transactionId }) => transactionId),
      ])
      return rows[0]?.count ?? 0
    },

    async listTransactions(owner, { batch, currency }, { after, limit }) {
      const { rows } = await database.query<TransactionRow>(pageText, [
        ...accountValues(owner),
        batch,
        currency,
        after?.orderId ?? null,
        after?.transactionId ?? null,
        limit,
      ])
      return rows.map((row) => ({
        key: { merchantId: owner.merchantId, orderId: row.order_id, transactionId: row.transaction_id },
        reference: row.reference,
        isRefund: row.type === 'REFUND',
        amountMinor: BigInt(row.amount_minor),
        wire: row.wire ?? undefined,
      }))
    },

    async begin({ merchantId, acquirerId, batch }, link, requestedBy) {
      const values = [merchantId, acquirerId, batch, JSON.stringify(link), requestedBy]
      const { rows } = await database.query<ClosingRow>(beginText, values)
      const [row] = rows
      if (!row) throw new Error('a closing that is begun has a row')
      return closingOf(row)
    },

    async save({ merchantId, acquirerId, batch }, revision, progress) {
      const values = [merchantId, acquirerId, batch, revision, JSON.stringify(progress)]
      const { rows } = await database.query<{ revision: number }>(saveText, values)
      return rows[0]?.revision
    },

    retryLater: (key, afterMs) => change(retryText, key, afterMs),
    recordDifference: (key, difference) => change(differenceText, key, differenceJson(difference)),
    end: (key) => change(endText, key),

    async claimDue({ leaseMs, limit }) {
      const { rows: merchants } = await database.query<{ merchant_id: string }>(dueMerchantsText, [limit])
      const claimed: ClosingRow[] = []
      for (const { merchant_id: merchantId } of merchants) {
        if (claimed.length >= limit) break
        const values = [merchantId, limit - claimed.length, leaseMs]
        claimed.push(...(await database.query<ClosingRow>(claimText, values)).rows)
      }
      return claimed.map((row) => ({ ...closingOf(row), tries: row.tries }))
    },
  }
}

function unclosedBatch(rows: readonly UnclosedRow[]): UnclosedSettlementBatch | undefined {
  const [first] = rows
  if (!first) return undefined
  const { batch, linkId, revision, adapter, acquirerId, acquirerMerchantId, terminals } = first
  const link = { linkId, revision, adapter, acquirerId, acquirerMerchantId } as AcquirerLink
  return {
    batch,
    link: terminals === null ? link : { ...link, terminals: JSON.parse(terminals) as string[] },
    totals: rows.map(totalOf),
  }
}

function totalOf(row: SumRow): SettlementBatchTotal {
  return {
    currency: row.currency,
    capturedCount: row.captured_count,
    capturedMinor: BigInt(row.captured_minor),
    refundedCount: row.refunded_count,
    refundedMinor: BigInt(row.refunded_minor),
  }
}

function closingOf(row: ClosingRow): SettlementBatchClosing {
  const { merchant_id: merchantId, acquirer_id: acquirerId, batch, acquirer_link: link, progress, revision } = row
  return { merchantId, acquirerId, batch, link, progress, revision, requestedBy: row.requested_by }
}
