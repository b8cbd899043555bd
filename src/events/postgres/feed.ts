// Each merchant's feed in PostgreSQL. Positions are given after the commits of the events, by one process at a time, since
// numbers taken inside commits would become visible out of order.

import type { PoolClient } from 'pg'
import { type MerchantDatabases, onOneDatabase } from '../../platform/postgres/cluster/merchant-databases.ts'
import { type Database, inUnitOfWork } from '../../platform/postgres/database.ts'
import type { WaitingRows } from '../../platform/postgres/due-rows.ts'
import type { EventFeed, NotificationBuilder } from '../ports/events.ts'
import { writeDeliveries } from './delivery-rows.ts'
import {
  type FeedRow,
  feedEntry,
  inOrderOfWriting,
  type OutboxRow,
  type UnstampedRow,
  unstampedEventOf,
} from './feed-rows.ts'

export type PostgresFeed = EventFeed & {
  /** Releases all waiting readers, and lets none wait any more. */
  stopWaiting(): void
}

/** Every row waits for its position, and is deleted when it has one. */
export const dueEvents = { from: 'outbox', id: 'merchant_id', since: 'written_at' } as const satisfies WaitingRows

/** In a form that only an index look-up can serve; see money-statements.ts. */
const isOf = (table: string, input: string, ...columns: readonly string[]) =>
  columns.map((column) => `${table}.${column} = any (array[${input}.${column}])`).join(' and ')

/**
 * All waiting events of the subjects that wait longest: whole subjects, because no event may get a position before an
 * earlier one of the same order, whatever the clocks say.
 */
const outboxText = (columns: string, joins: string) => `with subjects as materialized (
  select distinct subject, repository_id, name
  from (select subject, repository_id, name from outbox where merchant_id = $1 order by written_at limit $2) oldest)
select o.subject, o.repository_id, o.name, o.number, o.written_at${columns}
from subjects s
cross join lateral (select * from outbox o where o.merchant_id = $1 and ${isOf('o', 's', 'subject', 'repository_id', 'name')}
  offset 0) o
${joins}`

const keysText = outboxText('', '')

/**
 * The URL is the last one given by a request before this one; its own is in the request. Nothing comes before the
 * first.
 */
const eventsText = outboxText(
  `, e.event_id, e.kind, e.transaction_id, e.at, e.response, t.type, t.request, u.url, u.url_seal`,
  `left join lateral (select * from events e where o.subject = 'ORDER' and e.merchant_id = $1
  and e.order_id = any (array[o.name]) and ${isOf('e', 'o', 'number')} offset 0) e on true
left join lateral (select * from transactions t where t.merchant_id = $1 and ${isOf('t', 'e', 'order_id', 'transaction_id')}
  offset 0) t on true
left join lateral (
  select p.request #>> '{order,notificationUrl}' as url, p.request ->> 'notificationUrlSeal' as url_seal from transactions p
  where t.position > 1 and p.merchant_id = $1 and ${isOf('p', 't', 'order_id')} and p.position < t.position
    and p.request #>> '{order,notificationUrl}' is not null
  order by p.position desc limit 1) u on true`,
)

const takeText = `delete from outbox o
using unnest($2::text[], $3::text[], $4::text[], $5::integer[]) as g(subject, repository_id, name, number)
where o.merchant_id = $1 and o.subject = g.subject and o.repository_id = g.repository_id and o.name = g.name
  and o.number = g.number`

const moveText = 'update feeds set last_position = $2 where merchant_id = $1'

const stampText = `insert into feed_entries (merchant_id, position, subject, repository_id, name, number, stamped_at)
select $1, position, subject, repository_id, name, number, now()
from unnest($2::text[], $3::text[], $4::text[], $5::integer[], $6::bigint[])
  as g(subject, repository_id, name, number, position)`

/** Of the merchant alone: the events of tokens may be on another node than the merchant. */
const readText = `select f.position, f.subject, f.repository_id, f.name, f.number, e.event_id, e.kind, e.at, e.response,
  e.transaction_id, t.type, t.request
from (select * from feed_entries where merchant_id = $1 and position > $2 order by position limit $3) f
left join events e on f.subject = 'ORDER' and e.merchant_id = $1 and e.order_id = f.name and e.number = f.number
left join transactions t on t.merchant_id = $1 and t.order_id = f.name and t.transaction_id = e.transaction_id
order by f.position`

const tokenEventsText = `select token as name, number, event_id, kind, at, shown from token_events
where repository_id = $1 and (token, number) in (select * from unnest($2::text[], $3::integer[]))`

/** Found by their keys, row by row, whatever the statistics say: a plan that was made for empty tables is kept for a while. */
const begin = 'begin; set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off'

export function postgresFeed(
  database: Database,
  /** Where a merchant's own work is done. */
  workOf: MerchantDatabases = onOneDatabase(database),
): PostgresFeed {
  const news = openFeedSignal(workOf)

  return {
    merchantsWaiting: (limit) => workOf.merchantsWith(dueEvents, limit),

    async assignPositions(merchantId, notificationOf, limit) {
      const work = (client: PoolClient) => stamp(client, merchantId, notificationOf, limit)
      const stamped = await inUnitOfWork(workOf.of(merchantId), work, { begin })
      if (stamped === 'LOCKED') return 'LOCKED'
      if (stamped.events > 0) news.tell(merchantId, stamped.lastPosition)
      return stamped.events
    },

    async read({ merchantId, after, limit }) {
      const { rows } = await database.query<FeedRow>({
        name: 'read-feed',
        text: readText,
        values: [merchantId, after, limit],
      })
      return (await withTokenEvents(database, rows)).map((row) => feedEntry(merchantId, row))
    },

    awaitBeyond: news.awaitBeyond,
    stopWaiting: news.stop,
  }
}

/** Completes the rows of tokens, repository by repository. */
async function withTokenEvents(database: Database, rows: readonly FeedRow[]): Promise<readonly FeedRow[]> {
  const ofTokens = rows.filter(({ subject }) => subject === 'TOKEN')
  if (ofTokens.length === 0) return rows
  const events = new Map<string, object>()
  const keyOf = (repositoryId: string, { name, number }: Pick<FeedRow, 'name' | 'number'>) =>
    JSON.stringify([repositoryId, name, number])
  for (const [repositoryId, wanted] of Map.groupBy(ofTokens, ({ repository_id }) => repository_id)) {
    const values = [repositoryId, wanted.map(({ name }) => name), wanted.map(({ number }) => number)]
    const found = await database.query<FeedRow>({ name: 'read-token-events', text: tokenEventsText, values })
    for (const row of found.rows) events.set(keyOf(repositoryId, row), row)
  }
  return rows.map((row) => (row.subject === 'TOKEN' ? { ...row, ...events.get(keyOf(row.repository_id, row)) } : row))
}

async function stamp(
  client: PoolClient,
  merchantId: string,
  notificationOf: NotificationBuilder | undefined,
  limit: number,
): Promise<{ readonly events: number; readonly lastPosition: bigint } | 'LOCKED'> {
  const feed = await lockFeed(client, merchantId)
  if (!feed) return 'LOCKED'
  const { rows } = await client.query<OutboxRow & Partial<UnstampedRow>>({
    name: notificationOf ? 'unstamped-events' : 'unstamped-keys',
    text: notificationOf ? eventsText : keysText,
    values: [merchantId, limit],
  })
  const last = BigInt(feed.last_position)
  if (rows.length === 0) return { events: 0, lastPosition: last }
  const events = inOrderOfWriting(rows)
  const lastPosition = last + BigInt(events.length)
  const keys = [
    merchantId,
    events.map(({ subject }) => subject),
    events.map(({ repository_id }) => repository_id),
    events.map(({ name }) => name),
    events.map(({ number }) => number),
  ]
  await client.query({ name: 'take-events', text: takeText, values: keys })
  await client.query({ name: 'move-feed', text: moveText, values: [merchantId, lastPosition] })
  const positions = events.map((_, index) => last + BigInt(index + 1))
  await client.query({ name: 'stamp-events', text: stampText, values: [...keys, positions] })
  const notifications = events.flatMap((row) => {
    const event = notificationOf && unstampedEventOf(merchantId, row)
    return (event && notificationOf(event)) ?? []
  })
  await writeDeliveries(client, merchantId, notifications, new Date())
  return { events: events.length, lastPosition }
}

/** Undefined while another process holds it. */
async function lockFeed(client: PoolClient, merchantId: string): Promise<{ last_position: string } | undefined> {
  const lock = {
    name: 'lock-feed',
    text: `select last_position from feeds where merchant_id = $1 for update skip locked`,
    values: [merchantId],
  }
  const { rows } = await client.query<{ last_position: string }>(lock)
  if (rows[0]) return rows[0]
  // The first event of a merchant creates its feed; one that exists and is locked is skipped.
  const made = await client.query(`insert into feeds (merchant_id) values ($1) on conflict do nothing`, [merchantId])
  return made.rowCount === 1 ? { last_position: '0' } : undefined
}

// Wakes readers that wait for a merchant's next events: at once for positions that this process gives, and by one
// shared poll at an interval for those of other processes, however many readers wait.

const pollEveryMs = 250

interface Waiter {
  readonly beyond: bigint
  readonly wake: () => void
}

export function openFeedSignal(databases: MerchantDatabases) {
  const waiting = new Map<string, Set<Waiter>>()
  let looking: NodeJS.Timeout | undefined
  let isStopped = false

  function wakeWaiting(merchantId: string, lastPosition: bigint): void {
    for (const { beyond, wake } of waiting.get(merchantId) ?? []) if (lastPosition > beyond) wake()
  }

  async function awaitBeyond(merchantId: string, position: bigint, timeoutMs: number): Promise<void> {
    if (isStopped || timeoutMs <= 0) return
    const { promise, resolve: wake } = Promise.withResolvers<void>()
    const waiter = { beyond: position, wake }
    const waiters = waiting.get(merchantId) ?? new Set()
    waiting.set(merchantId, waiters.add(waiter))
    const timer = setTimeout(wake, timeoutMs)
    planLook()
    await promise
    clearTimeout(timer)
    waiters.delete(waiter)
    if (waiters.size === 0) waiting.delete(merchantId)
  }

  function planLook(): void {
    if (looking || isStopped || waiting.size === 0) return
    looking = setTimeout(async () => {
      await look()
      looking = undefined
      planLook()
    }, pollEveryMs)
    looking.unref()
  }

  /** At each node for its own merchants. A poll that fails is repeated shortly. */
  async function look(): Promise<void> {
    const byNode = Map.groupBy(waiting.keys(), databases.of)
    await Promise.allSettled([...byNode].map(([database, merchantIds]) => lookAt(database, merchantIds)))
  }

  async function lookAt(database: Database, merchantIds: readonly string[]): Promise<void> {
    const { rows } = await database.query<{ merchant_id: string; last_position: string }>({
      name: 'look-at-feeds',
      text: 'select merchant_id, last_position from feeds where merchant_id = any ($1)',
      values: [merchantIds],
    })
    for (const row of rows) wakeWaiting(row.merchant_id, BigInt(row.last_position))
  }

  function stop(): void {
    isStopped = true
    clearTimeout(looking)
    for (const { wake } of [...waiting.values()].flatMap((waiters) => [...waiters])) wake()
  }

  return { tell: wakeWaiting, awaitBeyond, stop }
}
