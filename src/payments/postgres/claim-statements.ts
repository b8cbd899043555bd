// The statements that claim, postpone and give up due work: of one merchant each, which lets a distributed database run
// them where the merchant's rows are.
import type { DueRows } from '../../platform/postgres/due-rows.ts'
import { answerJoin, selectedColumnsJoined } from './order-rows.ts'

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

const readClaimed = (columns: string) => `select ${columns} from transactions t ${answerJoin}
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
