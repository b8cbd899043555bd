// The statements about deliveries and their receivers. The merchant comes first in every key.
import type { DeliveryOutcome } from '../../../ports/events/notifications.ts'
import { rowStatement } from '../payments/money-statements.ts'

export const deliveryColumns = `d.merchant_id, d.notification_id, d.receiver_id, r.url, d.order_id, d.transaction_id,
  d.event_number, d.api_version, d.body, d.may_carry_secret, d.seal_key_id, d.seal_mac, d.state, d.attempts, d.attempts_before, d.next_at, d.created_at, d.ended_at`

export const deliveriesWithUrls = `deliveries d
  join notification_receivers r on r.merchant_id = d.merchant_id and r.receiver_id = d.receiver_id`

/** Without a lock: the next statement decides which process is first. */
export const dueReceiversText = `select merchant_id, array_agg(receiver_id) as receiver_ids
from (
  select merchant_id, receiver_id, due_at from notification_receivers
  where due_at <= now() and coalesce(lease_until, '-infinity') <= now()
  order by due_at limit $1) due
group by merchant_id order by min(due_at)`

/**
 * In the order of their keys, and without waiting for locks: a row that is locked is about to be claimed by its holder.
 */
export const claimReceiversText = `update notification_receivers r set lease_owner = $3,
  lease_until = now() + make_interval(secs => $4 / 1000.0)
from (
  select receiver_id from notification_receivers
  where merchant_id = $1 and receiver_id = any ($2) and due_at <= now() and coalesce(lease_until, '-infinity') <= now()
  order by receiver_id for update skip locked) due
where r.merchant_id = $1 and r.receiver_id = due.receiver_id
returning r.merchant_id, r.receiver_id, r.url`

export const keepClaimText = `update notification_receivers set lease_until = now() + make_interval(secs => $4 / 1000.0)
where merchant_id = $1 and receiver_id = $2 and lease_owner = $3 and lease_until > now()`

export const lockReceiverText = `select from notification_receivers where merchant_id = $1 and receiver_id = $2 for update`

/** After the lock, with a new snapshot: rows written for the receiver meanwhile are visible. */
export const releaseText = `update notification_receivers r set lease_owner = null, lease_until = null,
  paused_until = p.until, due_at = case when n.next_at is not null then greatest(p.until, n.next_at) end
from (
  select min(next_at) as next_at from deliveries
  where merchant_id = $1 and receiver_id = $2 and next_at is not null) n,
  (select greatest(paused_until, now() + make_interval(secs => $4::float8 / 1000)) as until from notification_receivers
   where merchant_id = $1 and receiver_id = $2) p
where r.merchant_id = $1 and r.receiver_id = $2 and r.lease_owner = $3
returning coalesce(r.due_at <= now(), false) as is_due`

/**
 * What is due, but of each order only what no earlier one holds up: one that waits and has had fewer attempts than a
 * later one waits for. A delivery held up by one that is not visible here is postponed until that one is due.
 */
export const findDueText = `with due as materialized (
  select * from deliveries
  where merchant_id = $1 and receiver_id = $2 and next_at <= now() and notification_id <> all ($4)
  order by next_at, event_number limit $3),
held as materialized (
  select d.notification_id, earlier.notification_id as by_id, earlier.next_at
  from due d cross join lateral (
    select e.notification_id, e.next_at from deliveries e
    where e.merchant_id = $1 and e.order_id = d.order_id and e.event_number < d.event_number and e.state = 'PENDING'
      and e.attempts - e.attempts_before < $5
    order by e.event_number limit 1) earlier),
put_off as (
  update deliveries d set next_at = greatest(held.next_at, now() + interval '100 milliseconds')
  from held
  where d.merchant_id = $1 and d.notification_id = held.notification_id and d.state = 'PENDING'
    and held.by_id <> all ($4) and not exists (select from due where due.notification_id = held.by_id))
select ${deliveryColumns} from due d
join notification_receivers r on r.merchant_id = d.merchant_id and r.receiver_id = d.receiver_id
where not exists (select from held where held.notification_id = d.notification_id)
order by d.next_at, d.event_number`

/**
 * Only over the previous attempt: a sender that lost its lease cannot overwrite another's decision; but a notification
 * that did arrive has arrived. Each attempt is in the log, whatever its result.
 */
export const recordStatement = rowStatement<DeliveryOutcome>(
  'record-deliveries',
  {
    merchant_id: ['text', ({ merchantId }) => merchantId],
    notification_id: ['text', ({ notificationId }) => notificationId],
    attempt: ['integer', ({ attempt }) => attempt.attempt],
    at: ['timestamptz', ({ attempt }) => attempt.at],
    status: ['integer', ({ attempt }) => attempt.status ?? null],
    problem: ['text', ({ attempt }) => attempt.problem ?? null],
    excerpt: ['text', ({ attempt }) => attempt.excerpt ?? null],
    took_ms: ['integer', ({ attempt }) => attempt.tookMs],
    state: ['text', ({ state }) => state],
    retry_ms: ['float8', ({ retryAfterMs }) => retryAfterMs ?? null],
  },
  (input) => `with ${input},
logged as (
  insert into delivery_attempts (merchant_id, notification_id, attempt, at, status, problem, excerpt, took_ms)
  select merchant_id, notification_id, attempt, at, status, problem, excerpt, took_ms from given
  on conflict (merchant_id, notification_id, attempt) do nothing)
update deliveries d set state = g.state, attempts = greatest(d.attempts, g.attempt),
  next_at = case when g.state = 'PENDING' then now() + make_interval(secs => g.retry_ms / 1000) end,
  ended_at = case when g.state <> 'PENDING' then g.at end
from given g
where d.merchant_id = any (array[g.merchant_id]) and d.notification_id = any (array[g.notification_id])
  and ((d.state = 'PENDING' and d.attempts = g.attempt - 1) or (g.state = 'DELIVERED' and d.state <> 'DELIVERED'))`,
)

export const enabledText = `select url from notification_receivers
where merchant_id = $1 and receiver_id = $2 and disabled_at is null for update`

export const disableText = `update notification_receivers set disabled_at = $3, disabled_why = $4, due_at = null
where merchant_id = $1 and receiver_id = $2`

export const parkText = `update deliveries set state = 'PARKED', next_at = null, ended_at = $3
where merchant_id = $1 and receiver_id = $2 and next_at is not null`

/** The receivers first, and in order, like every statement that locks several. */
export const lockReplayedText = `select from notification_receivers
where merchant_id = $1 and receiver_id in (
  select receiver_id from deliveries where merchant_id = $1 and notification_id = any ($2))
order by receiver_id for update`

export const replayText = `with replayed as (
  update deliveries set state = 'PENDING', next_at = now(), ended_at = null, attempts_before = attempts
  where merchant_id = $1 and notification_id = any ($2) and state <> 'PENDING'
  returning receiver_id),
woken as (
  update notification_receivers set disabled_at = null, disabled_why = null, paused_until = null, due_at = now()
  where merchant_id = $1 and receiver_id in (select receiver_id from replayed))
select count(*)::int as replayed from replayed`

export const deleteDeliveredText = `with old as (
  select notification_id from deliveries
  where merchant_id = $1 and created_at < $2 and state = 'DELIVERED' and ended_at < $2 limit $3),
attempts as (
  delete from delivery_attempts where merchant_id = $1 and notification_id in (select notification_id from old))
delete from deliveries where merchant_id = $1 and state = 'DELIVERED' and notification_id in (select notification_id from old)`

/** A process that writes for one meanwhile has made it due, and that is checked once more under its lock. */
export const deleteReceiversText = `delete from notification_receivers r
where merchant_id = $1 and due_at is null and lease_until is null and disabled_at is null
  and not exists (select from deliveries d where d.merchant_id = $1 and d.receiver_id = r.receiver_id)`

export const backlogText = `select count(*)::int as pending,
  coalesce(extract(epoch from now() - min(next_at) filter (where next_at <= now())) * 1000, 0)::float8 as oldest_due_ms,
  (select count(*)::int from deliveries where state = 'PARKED') as parked
from deliveries where next_at is not null`
