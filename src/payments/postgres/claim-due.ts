// Claims work that is due, for a lease: attempts past their deadline, and reversals that are owed. The statements are of one merchant each:
// the node that has its rows runs them.

import type { PoolClient } from 'pg'
import type { LinkRevision } from '../../merchants/index.ts'
import type { MerchantDatabases } from '../../platform/postgres/cluster/merchant-databases.ts'
import { type Database, inUnitOfWork } from '../../platform/postgres/database.ts'
import type { DueRows } from '../../platform/postgres/due-rows.ts'
import type { AttemptClaim, ClaimedTransaction, ClaimTerms } from '../ports/recovery-store.ts'
import type { Store } from '../ports/store.ts'
import type { StoredTransaction, TransactionKey } from '../ports/transactions.ts'
import {
  type ClaimedRow,
  claimedTransaction,
  responseJoin,
  selectedColumnsJoined,
  storedTransaction,
  type TransactionRow,
} from './order-rows.ts'

const sinceMs = (column: string) => `(extract(epoch from now() - ${column}) * 1000)::float8`

/** Rows of releases before links belong to the link named like their adapter. */
export const linkIdOfRow = `coalesce(acquirer_link ->> 'linkId', acquirer_link ->> 'adapter')`
export const revisionOfRow = `coalesce((acquirer_link ->> 'revision')::integer, 1)`

const isOfLink = `${linkIdOfRow} = $4 and ${revisionOfRow} = $5`

/** How long ago the request could last have been sent, by the database's clock. */
const sinceSendable = `${sinceMs("coalesce(t.sendable_until, t.recorded_at + interval '1 minute')")} as since_sendable_ms`

/**
 * Few rows are due among very many: found by the partial index for them, whatever the statistics say. On a table that was
 * loaded a moment ago the planner expects most of its rows, and would start parallel workers and compile, every second.
 */
export const beginByIndex = `begin; set local enable_seqscan = off; set local enable_bitmapscan = off;
  set local enable_hashjoin = off; set local enable_mergejoin = off;
  set local max_parallel_workers_per_gather = 0; set local jit = off`

const dueBy = (column: string) => ({ from: 'transactions', id: 'merchant_id', where: `${column} < now()` })

export const dueAttempts = dueBy('deadline_at') satisfies DueRows
export const dueReversals = dueBy('reverse_at') satisfies DueRows
export const dueRecurringStops = dueBy('stop_recurring_at') satisfies DueRows

/** Merchants and links with due work, those that have waited longest first. */
export const dueLinksText = (column: 'deadline_at' | 'reverse_at') =>
  `select merchant_id as "merchantId", ${linkIdOfRow} as "linkId", ${revisionOfRow} as revision
from transactions where ${dueBy(column).where} group by 1, 2, 3 order by min(${column}) limit $1`

export const stoppedRecurringMerchantsText = `select distinct merchant_id from transactions where ${dueRecurringStops.where} limit $1`

/** A claim, and what is read of the claimed rows in the same unit of work: functions of time are for queries only. */
export interface ClaimTexts {
  readonly claim: string
  readonly read: string
}

const ofDue = (due: string) => `from (${due}) due
where t.merchant_id = $1 and t.order_id = due.order_id and t.transaction_id = due.transaction_id
returning t.order_id, t.transaction_id`

const readClaimed = (columns: string) => `select ${columns} from transactions t ${responseJoin}
where t.merchant_id = $1 and (t.order_id, t.transaction_id) in (select * from unnest($2::text[], $3::text[]))`

/** Of one merchant, which lets a distributed database run it where the merchant's rows are; and of one link. */
export const claimOverdueTexts: ClaimTexts = {
  claim: `update transactions t set claim = t.claim + 1, deadline_at = now() + make_interval(secs => $3::float8 / 1000)
${ofDue(`select order_id, transaction_id from transactions
      where merchant_id = $1 and ${dueAttempts.where} and ${isOfLink}
      order by deadline_at limit $2 for update skip locked`)}`,
  read: readClaimed(
    `${selectedColumnsJoined}, ${sinceSendable}, ${sinceMs('t.reversal_sent_at')} as since_reversal_sent_ms, t.claim as tries`,
  ),
}

export const claimReversalsTexts: ClaimTexts = {
  claim: `update transactions t set reversal_attempts = t.reversal_attempts + 1,
  reverse_at = now() + make_interval(secs => $3::float8 / 1000)
${ofDue(`select order_id, transaction_id from transactions
      where merchant_id = $1 and ${dueReversals.where} and ${isOfLink}
      order by reverse_at limit $2 for update skip locked`)}`,
  read: readClaimed(`${selectedColumnsJoined}, ${sinceSendable}, t.reversal_attempts as tries`),
}

const isClaimed =
  'merchant_id = $1 and order_id = $2 and transaction_id = $3 and claim = $4 and deadline_at is not null'

/** Committed before the acquirer is called. The last one counts: it may arrive later than those before it. */
export const markReversalSentText = `update transactions set reversal_sent_at = now(),
  deadline_at = now() + make_interval(secs => $5::float8 / 1000)
where ${isClaimed}`

export const lookAgainLaterText = `update transactions set deadline_at = now() + make_interval(secs => $5::float8 / 1000)
where ${isClaimed}`

/** It is not claimed again automatically, and its order stays locked. */
export const holdForOperatorsText = `update transactions set manual_resolution = $5, manual_since = now(), deadline_at = 'infinity'
where ${isClaimed}`

export const noteRefusedOutcomeText = `update transactions set outcome_refusals = outcome_refusals + 1, refused_claim = claim
where ${isClaimed} and refused_claim is distinct from claim
returning outcome_refusals`

export const reverseLaterText = `update transactions set reverse_at = now() + make_interval(secs => $4::float8 / 1000)
where merchant_id = $1 and order_id = $2 and transaction_id = $3 and reverse_at is not null`

export const claimStoppedRecurringTexts: ClaimTexts = {
  claim: `update transactions t set stop_recurring_at = now() + make_interval(secs => $3::float8 / 1000)
${ofDue(`select order_id, transaction_id from transactions
      where merchant_id = $1 and ${dueRecurringStops.where} order by stop_recurring_at limit $2 for update skip locked`)}`,
  read: readClaimed(selectedColumnsJoined),
}

export const endStoppedRecurringText = `update transactions set stop_recurring_at = null
where merchant_id = $1 and order_id = $2 and transaction_id = $3`

type ClaimWork = Pick<
  Store,
  | 'claimOverdue'
  | 'claimReversals'
  | 'claimStoppedRecurring'
  | 'endStoppedRecurring'
  | 'holdForManualResolution'
  | 'retryLater'
  | 'markReversalSent'
  | 'noteRefusedOutcome'
  | 'reverseLater'
>

export function claimWork(databases: MerchantDatabases): ClaimWork {
  const ofClaim = ({ key, claim }: AttemptClaim) => [...ofKey(key), claim]
  return {
    claimOverdue: (terms) => claimDue(databases, terms, { column: 'deadline_at', texts: claimOverdueTexts }),
    claimReversals: (terms) => claimDue(databases, terms, { column: 'reverse_at', texts: claimReversalsTexts }),

    async markReversalSent(claimed, leaseMs) {
      const { rowCount } = await databases
        .of(claimed.key.merchantId)
        .query(markReversalSentText, [...ofClaim(claimed), leaseMs])
      return rowCount === 1
    },

    async retryLater(claimed, afterMs) {
      await databases.of(claimed.key.merchantId).query(lookAgainLaterText, [...ofClaim(claimed), afterMs])
    },

    async holdForManualResolution(claimed, why) {
      await databases.of(claimed.key.merchantId).query(holdForOperatorsText, [...ofClaim(claimed), why])
    },

    async noteRefusedOutcome(claimed) {
      const database = databases.of(claimed.key.merchantId)
      const { rows } = await database.query<{ outcome_refusals: number }>(noteRefusedOutcomeText, ofClaim(claimed))
      return rows[0]?.outcome_refusals ?? 0
    },

    async reverseLater(key, afterMs) {
      await databases.of(key.merchantId).query(reverseLaterText, [...ofKey(key), afterMs])
    },

    async claimStoppedRecurring(limit, leaseMs) {
      const merchants = await queryByIndex<{ merchant_id: string }>(databases.any, stoppedRecurringMerchantsText, [
        limit,
      ])
      const claimed: StoredTransaction[] = []
      for (const { merchant_id } of merchants) {
        if (claimed.length >= limit) break
        const values = [merchant_id, limit - claimed.length, leaseMs] as const
        const rows = await claimAndRead<TransactionRow>(databases.of(merchant_id), claimStoppedRecurringTexts, values)
        claimed.push(...rows.map(storedTransaction))
      }
      return claimed
    },

    async endStoppedRecurring(key) {
      await databases.of(key.merchantId).query(endStoppedRecurringText, ofKey(key))
    },
  }
}

/** Each statement is a unit of work of its own: the merchants' rows may be on different nodes. */
async function queryByIndex<Row extends object>(
  database: Database,
  text: string,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  return inUnitOfWork(database, async (client) => (await client.query<Row>(text, [...values])).rows, {
    begin: beginByIndex,
  })
}

/** The first value is the merchant. */
function claimAndRead<Row extends object>(
  database: Database,
  { claim, read }: ClaimTexts,
  values: readonly [string, ...unknown[]],
): Promise<readonly Row[]> {
  const work = async (client: PoolClient) => {
    const claimed = await client.query<{ order_id: string; transaction_id: string }>(claim, [...values])
    if (claimed.rows.length === 0) return []
    const orderIds = claimed.rows.map(({ order_id: orderId }) => orderId)
    const transactionIds = claimed.rows.map(({ transaction_id: transactionId }) => transactionId)
    return (await client.query<Row>(read, [values[0], orderIds, transactionIds])).rows
  }
  return inUnitOfWork(database, work, { begin: beginByIndex })
}

function ofKey({ merchantId, orderId, transactionId }: TransactionKey): string[] {
  return [merchantId, orderId, transactionId]
}

/** Merchants and links that one query finds; those left out are among the first of the next. */
const merchantLinksMax = 200

interface DueMerchantLink extends LinkRevision {
  readonly merchantId: string
}

/** Link by link and merchant by merchant; none is served twice before the others were served once. */
async function claimDue(
  databases: MerchantDatabases,
  { leaseMs, roomFor }: ClaimTerms,
  { column, texts }: { readonly column: 'deadline_at' | 'reverse_at'; readonly texts: ClaimTexts },
): Promise<readonly ClaimedTransaction[]> {
  const places = await queryByIndex<DueMerchantLink>(databases.any, dueLinksText(column), [merchantLinksMax])
  const claimed: ClaimedTransaction[] = []
  const taken = new Map<string, number>()
  for (const { merchantId, linkId, revision } of places) {
    const link = { linkId, revision }
    const name = JSON.stringify(link)
    const room = roomFor(link) - (taken.get(name) ?? 0)
    if (room <= 0) continue
    const values = [merchantId, room, leaseMs, linkId, revision] as const
    const rows = await claimAndRead<ClaimedRow>(databases.of(merchantId), texts, values)
    taken.set(name, (taken.get(name) ?? 0) + rows.length)
    claimed.push(...rows.map(claimedTransaction))
  }
  return claimed
}
