// The statements about deliveries and their webhooks. The merchant comes first in every key.
import type { DueRows } from '../../platform/postgres/due-rows.ts'
import type { DeliveryOutcome } from '../ports/webhooks.ts'

export const deliveryColumns = `d.merchant_id, d.notification_id, d.url_hash, w.url, d.order_id, d.transaction_id,
  d.event_number, d.api_version, d.body, d.follows_setting, d.may_carry_secret, d.seal_key_id, d.seal_mac, d.state, d.attempts, d.attempts_before, d.next_at, d.created_at, d.ended_at`

export const deliveriesWithUrls = `deliveries d
  join webhooks w on w.merchant_id = d.merchant_id and w.url_hash = d.url_hash`

export const dueWebhooks = {
  from: 'webhooks',
  id: 'merchant_id',
  where: `due_at <= now() and coalesce(lease_until, '-infinity') <= now()`,
} as const satisfies DueRows

/** Without a lock: the next statement decides which process is first. */
export const dueWebhooksText = `select merchant_id, array_agg(url_hash) as url_hashes
from (
  select merchant_id, url_hash, due_at from webhooks
  where ${dueWebhooks.where}
  order by due_at limit $1) due
group by merchant_id order by min(due_at)`

/**
 * In the order of their keys, and without waiting for locks: a row that is locked is about to be claimed by its holder.
 */
export const claimWebhooksText = `update webhooks w set lease_owner = $3,
  lease_until = now() + make_interval(secs => $4 / 1000.0)
from (
  select url_hash from webhooks
  where merchant_id = $1 and url_hash = any ($2) and ${dueWebhooks.where}
  order by url_hash for update skip locked) due
where w.merchant_id = $1 and w.url_hash = due.url_hash
returning w.merchant_id, w.url_hash, w.url`

export const keepClaimText = `update webhooks set lease_until = now() + make_interval(secs => $4 / 1000.0)
where merchant_id = $1 and url_hash = $2 and lease_owner = $3 and lease_until > now()`

export const lockWebhookText = `select from webhooks where merchant_id = $1 and url_hash = $2 for update`

/**
 * After the lock, with a new snapshot: rows written for the webhook meanwhile are visible. As text, which loses nothing of a
 * time. A distributed database takes these functions in a query and not in a change.
 */
export const nextTimesText = `select until::text, case when next_at is not null then greatest(until, next_at) end::text as due,
  next_at is not null and greatest(until, next_at) <= now() as is_due
from (
  select greatest(w.paused_until, now() + make_interval(secs => $3::float8 / 1000)) as until,
    (select min(next_at) from deliveries d where d.merchant_id = $1 and d.url_hash = $2 and next_at is not null) as next_at
  from webhooks w where w.merchant_id = $1 and w.url_hash = $2) times`

export const releaseText = `update webhooks w set lease_owner = null, lease_until = null,
  paused_until = $4, due_at = $5
where w.merchant_id = $1 and w.url_hash = $2 and w.lease_owner = $3`

/**
 * What is due, but of each order only what no earlier one holds up: one that waits and has had fewer attempts than a
 * later one waits for. A delivery held up by one that is not visible here is postponed until that one is due.
 */
export const findDueText = `with due as materialized (
  select * from deliveries
  where merchant_id = $1 and url_hash = $2 and next_at <= now() and notification_id <> all ($4)
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
join webhooks w on w.merchant_id = $1 and w.url_hash = d.url_hash
where not exists (select from held where held.notification_id = d.notification_id)
order by d.next_at, d.event_number`

const logText = `insert into delivery_attempts (merchant_id, notification_id, attempt, created_at, at, status, problem, excerpt,
  took_ms)
select $1, notification_id, attempt, created_at, at, status, problem, excerpt, took_ms
from unnest($2::text[], $3::integer[], $4::timestamptz[], $5::integer[], $6::text[], $7::text[], $8::integer[],
    $9::timestamptz[])
  as g(notification_id, attempt, at, status, problem, excerpt, took_ms, created_at)
on conflict (merchant_id, notification_id, attempt, created_at) do nothing`

/** Without a function beside columns, which a distributed database does not take; null where it is not tried again. */
const retryTime = `to_timestamp(extract(epoch from now())::float8 + g.retry_ms / 1000)`

/**
 * Only over the previous attempt, and at the same webhook: a sender that lost its lease, or whose webhook the merchant has replaced,
 * cannot overwrite another's decision; but a notification that did arrive has arrived.
 */
const moveText = `update deliveries d set state = g.state, attempts = greatest(d.attempts, g.attempt),
  next_at = ${retryTime}, ended_at = g.ended_at
from unnest($2::text[], $3::integer[], $4::text[], $5::float8[], $6::timestamptz[], $7::text[], $8::timestamptz[])
  as g(notification_id, attempt, state, retry_ms, ended_at, url_hash, created_at)
where d.merchant_id = $1 and d.notification_id = g.notification_id and d.created_at = g.created_at
  and ((d.state = 'PENDING' and d.attempts = g.attempt - 1 and d.url_hash = g.url_hash)
    or (g.state = 'DELIVERED' and d.state <> 'DELIVERED'))`

/** Of one merchant. Each attempt is in the log, whatever its result. */
export function recordStatements(
  merchantId: string,
  outcomes: readonly DeliveryOutcome[],
): readonly { readonly text: string; readonly values: unknown[] }[] {
  const ids = outcomes.map(({ notificationId }) => notificationId)
  const attempts = outcomes.map(({ attempt }) => attempt)
  const numbers = attempts.map(({ attempt }) => attempt)
  const createdAt = outcomes.map((outcome) => outcome.createdAt)
  const isPending = ({ state }: DeliveryOutcome) => state === 'PENDING'
  return [
    {
      text: logText,
      values: [
        merchantId,
        ids,
        numbers,
        attempts.map(({ at }) => at),
        attempts.map(({ status }) => status ?? null),
        attempts.map(({ problem }) => problem ?? null),
        attempts.map(({ excerpt }) => excerpt ?? null),
        attempts.map(({ tookMs }) => tookMs),
        createdAt,
      ],
    },
    {
      text: moveText,
      values: [
        merchantId,
        ids,
        numbers,
        outcomes.map(({ state }) => state),
        outcomes.map((outcome) => (isPending(outcome) ? (outcome.retryAfterMs ?? null) : null)),
        outcomes.map((outcome) => (isPending(outcome) ? null : outcome.attempt.at)),
        outcomes.map(({ urlHash }) => urlHash),
        createdAt,
      ],
    },
  ]
}

export const enabledText = `select url from webhooks
where merchant_id = $1 and url_hash = $2 and disabled_at is null for update`

export const disableText = `update webhooks set disabled_at = $3, disabled_why = $4, due_at = null
where merchant_id = $1 and url_hash = $2`

export const parkText = `update deliveries set state = 'PARKED', next_at = null, ended_at = $3
where merchant_id = $1 and url_hash = $2 and next_at is not null`

/** The webhooks first, and in order, like every statement that locks several. */
export const lockReplayedText = `select from webhooks
where merchant_id = $1 and url_hash in (
  select url_hash from deliveries where merchant_id = $1 and notification_id = any ($2))
order by url_hash for update`

/** Not those that were delivered before the days that are shown: they are there until their month is dropped. */
export const isShown = (since: string, table = '') => `(${table}state <> 'DELIVERED' or ${table}ended_at >= ${since})`

export const replayText = `with replayed as (
  update deliveries set state = 'PENDING', next_at = now(), ended_at = null, attempts_before = attempts
  where merchant_id = $1 and notification_id = any ($2) and state <> 'PENDING' and ${isShown('$3')}
  returning url_hash),
woken as (
  update webhooks set disabled_at = null, disabled_why = null, paused_until = null, due_at = now()
  where merchant_id = $1 and url_hash in (select url_hash from replayed))
select count(*)::int as replayed from replayed`

/** Those named that are pending, and what holds them up: earlier ones of their orders. */
const heldTogether = `select e.notification_id, e.url_hash from deliveries d
  join deliveries e on e.merchant_id = d.merchant_id and e.order_id = d.order_id and e.event_number <= d.event_number
  where d.merchant_id = $1 and e.merchant_id = $1 and d.notification_id = any ($2) and d.state = 'PENDING'
    and e.state = 'PENDING'`

export const lockSentText = `select from webhooks
where merchant_id = $1 and url_hash in (select url_hash from (${heldTogether}) held) order by url_hash for update`

export const sendNowText = `with sent as (
  update deliveries set next_at = now()
  where merchant_id = $1 and state = 'PENDING'
    and notification_id in (select notification_id from (${heldTogether}) held)
  returning notification_id, url_hash),
woken as (
  update webhooks set paused_until = null, due_at = now()
  where merchant_id = $1 and url_hash in (select url_hash from sent))
select count(*)::int as sent from sent where notification_id = any ($2)`

/** Each by its index: of what waits for a webhook, and of what is parked. */
export const listFollowingText = `select ${deliveryColumns} from ${deliveriesWithUrls}
where d.merchant_id = $1 and d.url_hash = $2 and (d.next_at is not null or d.state = 'PARKED')
  and d.follows_setting is not false and d.notification_id > $3
order by d.notification_id limit $4`

/** Locked: a change of the URL waits for the move, and then finds what was moved. */
export const lockUrlText = `select from webhook_settings where merchant_id = $1 and url = $2 for share`

export const openWebhookText = `insert into webhooks as w (merchant_id, url_hash, url, due_at)
values ($1, $2, $3, now())
on conflict (merchant_id, url_hash) do update set due_at = greatest(w.paused_until, excluded.due_at)`

/** After the lock on the webhook, which is not claimed meanwhile: those that its present sender may be sending. */
export const underWayText = `select d.notification_id from deliveries d
join webhooks w on w.merchant_id = d.merchant_id and w.url_hash = d.url_hash
where d.merchant_id = $1 and d.url_hash = $2 and d.notification_id = any ($3) and d.next_at <= now()
  and w.lease_until > now()`

const redirected = (change: string, state: string) => `update deliveries d
set url_hash = $3, follows_setting = true, may_carry_secret = g.may_carry_secret, seal_key_id = g.key_id,
  seal_mac = g.mac${change}
from unnest($4::text[], $5::boolean[], $6::text[], $7::bytea[], $8::integer[])
  as g(notification_id, may_carry_secret, key_id, mac, under_way)
where d.merchant_id = $1 and d.notification_id = g.notification_id and d.url_hash = $2 and d.state = '${state}'`

/**
 * A new address gets every attempt, and the first one at once. An attempt that is under way at the old one keeps its number in the log.
 */
export const redirectTexts: readonly string[] = [
  redirected(
    ', next_at = now(), attempts = d.attempts + g.under_way, attempts_before = d.attempts + g.under_way',
    'PENDING',
  ),
  redirected('', 'PARKED'),
]

const deliveredOutsideMonths = (before: string) => `state = 'DELIVERED' and ended_at < ${before}`

export const merchantsToDeleteText = `select distinct merchant_id from deliveries_rest where ${deliveredOutsideMonths('$1')}`

export const deleteDeliveredText = `with old as (
  select notification_id from deliveries_rest where merchant_id = $1 and ${deliveredOutsideMonths('$2')} limit $3),
attempts as (
  delete from delivery_attempts_rest where merchant_id = $1 and notification_id in (select notification_id from old))
delete from deliveries_rest where merchant_id = $1 and ${deliveredOutsideMonths('$2')}
  and notification_id in (select notification_id from old)`

/** A process that writes for one meanwhile has made it due, and that is checked once more under its lock. */
export const deleteWebhooksText = `delete from webhooks w
where merchant_id = $1 and due_at is null and lease_until is null and disabled_at is null
  and not exists (select from deliveries d where d.merchant_id = $1 and d.url_hash = w.url_hash)`

export const backlogText = `select count(*)::int as pending,
  coalesce(extract(epoch from now() - min(next_at) filter (where next_at <= now())) * 1000, 0)::float8 as oldest_due_ms
from deliveries where next_at is not null`

export const parkedText = `select count(*)::int as parked from deliveries where state = 'PARKED'`
