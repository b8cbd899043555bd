// Writes notifications with all values fixed, in the unit of work that gives their events positions.
import { createHash } from 'node:crypto'
import type { NotificationToSend } from '../../../ports/events/events.ts'

interface Queries {
  query(statement: { readonly name: string; readonly text: string; readonly values: unknown[] }): Promise<unknown>
}

/** A hash of the URL: the key stays short however long a merchant's URLs are. */
export function receiverIdOf(url: string): string {
  return createHash('sha256').update(url).digest('hex').slice(0, 32)
}

/**
 * Separates bodies, and never occurs in one: JSON has control characters only as escapes. An array of texts full of
 * quotes would be escaped here and parsed letter by letter there.
 */
const separator = '\u001e'

/**
 * The receivers come first, and in the order of their ids: a process that releases one meanwhile sees either the rows
 * or the lock. Deliveries to a receiver that no longer exists are parked from the beginning.
 */
const writeText = `with given as (
  select * from rows from (unnest($2::text[]), unnest($3::text[]), unnest($4::text[]), unnest($5::text[]), unnest($6::text[]),
    unnest($7::integer[]), unnest($8::integer[]), unnest(string_to_array($9, '${separator}')),
    unnest($11::boolean[]), unnest($12::text[]), unnest($13::bytea[]))
    as g(notification_id, receiver_id, url, order_id, transaction_id, event_number, api_version, body, may_carry_secret,
      seal_key_id, seal_mac)),
receivers as (
  insert into notification_receivers as r (merchant_id, receiver_id, url, due_at)
  select $1, receiver_id, min(url), now() from given group by receiver_id order by receiver_id
  on conflict (merchant_id, receiver_id) do update
    set due_at = greatest(r.paused_until, least(r.due_at, excluded.due_at))
  returning receiver_id, disabled_at is not null as is_gone)
insert into deliveries (merchant_id, notification_id, receiver_id, order_id, transaction_id, event_number, api_version, body,
  may_carry_secret, seal_key_id, seal_mac, state, next_at, created_at, ended_at)
select $1, g.notification_id, g.receiver_id, g.order_id, g.transaction_id, g.event_number, g.api_version, g.body,
  g.may_carry_secret, g.seal_key_id, g.seal_mac, case when r.is_gone then 'PARKED' else 'PENDING' end, case when not r.is_gone then now() end, $10,
  case when r.is_gone then $10::timestamptz end
from given g join receivers r on r.receiver_id = g.receiver_id`

/** The time has milliseconds, like the page cursors of the log. */
export async function writeDeliveries(
  database: Queries,
  merchantId: string,
  notifications: readonly NotificationToSend[],
  at: Date,
): Promise<void> {
  if (notifications.length === 0) return
  const values = [
    merchantId,
    notifications.map(({ notificationId }) => notificationId),
    notifications.map(({ url }) => receiverIdOf(url)),
    notifications.map(({ url }) => url),
    notifications.map(({ orderId }) => orderId),
    notifications.map(({ transactionId }) => transactionId),
    notifications.map(({ eventNumber }) => eventNumber),
    notifications.map(({ apiVersion }) => apiVersion),
    notifications.map(({ body }) => body).join(separator),
    at,
    notifications.map(({ seal }) => seal?.mayCarrySecret ?? null),
    notifications.map(({ seal }) => seal?.mac.keyId ?? null),
    notifications.map(({ seal }) => seal?.mac.hash ?? null),
  ]
  await database.query({ name: 'write-deliveries', text: writeText, values })
}
