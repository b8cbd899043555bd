// Rows of webhooks, deliveries and attempts as the port has them.

import { createHash } from 'node:crypto'
import type { Database } from '../../platform/postgres/database.ts'
import type { NotificationToSend } from '../ports/events.ts'
import type { ClaimedWebhook, Delivery, DeliveryAttempt } from '../ports/webhooks.ts'

export interface WebhookRow {
  readonly merchant_id: string
  readonly url_hash: string
  readonly url: string
}

export function webhookOf({ merchant_id, url_hash, url }: WebhookRow): ClaimedWebhook {
  return { merchantId: merchant_id, urlHash: url_hash, url }
}

export interface DeliveryRow extends WebhookRow {
  readonly notification_id: string
  readonly order_id: string
  readonly transaction_id: string
  readonly event_number: number
  readonly api_version: number
  readonly body: string
  readonly follows_setting: boolean | null
  readonly may_carry_secret: boolean | null
  readonly seal_key_id: string | null
  readonly seal_mac: Buffer | null
  readonly state: Delivery['state']
  readonly attempts: number
  readonly attempts_before: number
  readonly next_at: Date | null
  readonly created_at: Date
  readonly ended_at: Date | null
}

export function deliveryOf(row: DeliveryRow): Delivery {
  const { may_carry_secret: mayCarrySecret, seal_key_id: keyId, seal_mac: hash } = row
  return {
    ...webhookOf(row),
    notificationId: row.notification_id,
    orderId: row.order_id,
    transactionId: row.transaction_id,
    eventNumber: row.event_number,
    apiVersion: row.api_version,
    body: row.body,
    ...(row.follows_setting !== null && { followsSetting: row.follows_setting }),
    ...(mayCarrySecret !== null && keyId !== null && hash && { seal: { mayCarrySecret, mac: { keyId, hash } } }),
    state: row.state,
    attempts: row.attempts,
    attemptsBefore: row.attempts_before,
    ...(row.next_at && { nextAt: row.next_at }),
    createdAt: row.created_at,
    ...(row.ended_at && { endedAt: row.ended_at }),
  }
}

export interface AttemptRow {
  readonly attempt: number
  readonly at: Date
  readonly status: number | null
  readonly problem: string | null
  readonly excerpt: string | null
  readonly took_ms: number
}

export function deliveryAttemptOf({ attempt, at, status, problem, excerpt, took_ms }: AttemptRow): DeliveryAttempt {
  return {
    attempt,
    at,
    ...(status !== null && { status }),
    ...(problem !== null && { problem }),
    ...(excerpt !== null && { excerpt }),
    tookMs: took_ms,
  }
}

// Writes notifications with all values fixed, in the unit of work that gives their events positions.

type Queries = Pick<Database, 'query'>

/** A hash of the URL: the key stays short however long a merchant's URLs are. */
export function urlHashOf(url: string): string {
  return createHash('sha256').update(url).digest('hex').slice(0, 32)
}

/**
 * Separates bodies, and never occurs in one: JSON has control characters only as escapes. An array of texts full of
 * quotes would be escaped here and parsed letter by letter there.
 */
const separator = '\u001e'

/** In the order of their ids: a process that releases one meanwhile sees either the rows or the lock. */
const webhooksText = `insert into webhooks as w (merchant_id, url_hash, url, due_at)
select $1, url_hash, url, now() from unnest($2::text[], $3::text[]) as g(url_hash, url)
on conflict (merchant_id, url_hash) do update set due_at = greatest(w.paused_until, least(w.due_at, excluded.due_at))
returning url_hash, disabled_at is not null as is_gone`

const deliveriesText = `insert into deliveries (merchant_id, notification_id, url_hash, order_id, transaction_id,
  event_number, api_version, body, follows_setting, may_carry_secret, seal_key_id, seal_mac, state, next_at, created_at,
  ended_at)
select $1, g.notification_id, g.url_hash, g.order_id, g.transaction_id, g.event_number, g.api_version, g.body,
  g.follows_setting, g.may_carry_secret, g.seal_key_id, g.seal_mac, case when g.is_gone then 'PARKED' else 'PENDING' end,
  case when not g.is_gone then now() end, $9::timestamptz, case when g.is_gone then $9::timestamptz end
from rows from (unnest($2::text[]), unnest($3::text[]), unnest($4::text[]), unnest($5::text[]), unnest($6::integer[]),
  unnest($7::integer[]), unnest(string_to_array($8, '${separator}')), unnest($10::boolean[]), unnest($11::text[]),
  unnest($12::bytea[]), unnest($13::boolean[]), unnest($14::boolean[]))
  as g(notification_id, url_hash, order_id, transaction_id, event_number, api_version, body, may_carry_secret,
    seal_key_id, seal_mac, is_gone, follows_setting)`

/**
 * The webhooks come first. Deliveries to a webhook that no longer exists are parked from the beginning. The time has
 * milliseconds, like the page cursors of the log.
 */
export async function writeDeliveries(
  database: Queries,
  merchantId: string,
  notifications: readonly NotificationToSend[],
  at: Date,
): Promise<void> {
  if (notifications.length === 0) return
  const ids = notifications.map(({ url }) => urlHashOf(url))
  const urls = new Map(notifications.map(({ url }, index) => [ids[index] ?? '', url]))
  const webhooks = [...urls].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const { rows } = await database.query<{ url_hash: string; is_gone: boolean }>({
    name: 'write-webhooks',
    text: webhooksText,
    values: [merchantId, webhooks.map(([id]) => id), webhooks.map(([, url]) => url)],
  })
  const gone = new Set(rows.filter(({ is_gone: isGone }) => isGone).map(({ url_hash: id }) => id))
  const values = [
    merchantId,
    notifications.map(({ notificationId }) => notificationId),
    ids,
    notifications.map(({ orderId }) => orderId),
    notifications.map(({ transactionId }) => transactionId),
    notifications.map(({ eventNumber }) => eventNumber),
    notifications.map(({ apiVersion }) => apiVersion),
    notifications.map(({ body }) => body).join(separator),
    at,
    notifications.map(({ seal }) => seal?.mayCarrySecret ?? null),
    notifications.map(({ seal }) => seal?.mac.keyId ?? null),
    notifications.map(({ seal }) => seal?.mac.hash ?? null),
    ids.map((id) => gone.has(id)),
    notifications.map(({ followsSetting }) => followsSetting ?? null),
  ]
  await database.query({ name: 'write-deliveries', text: deliveriesText, values })
}
