// Notifications and their delivery status, in PostgreSQL; a sender claims a webhook with all its deliveries.

import { writeAuditLine } from '../../audit/index.ts'
import type { Clock } from '../../kernel/clock.ts'
import { limitConcurrency } from '../../platform/concurrency/semaphore.ts'
import { type Database, inUnitOfWork } from '../../platform/postgres/database.ts'
import { openBatchQueue } from '../../platform/postgres/group-commit.ts'
import { deliveryMonths, keepMonths } from '../../platform/postgres/month-partitions.ts'
import type { Deliveries, DeliveryOutcome } from '../ports/webhooks.ts'
import {
  type AttemptRow,
  type DeliveryRow,
  deliveryAttemptOf,
  deliveryOf,
  urlHashOf,
  type WebhookRow,
  webhookOf,
} from './delivery-rows.ts'
import {
  backlogText,
  claimWebhooksText,
  deleteDeliveredText,
  deleteWebhooksText,
  deliveriesWithUrls,
  deliveryColumns,
  disableText,
  dueWebhooksText,
  enabledText,
  findDueText,
  isShown,
  keepClaimText,
  listFollowingText,
  lockReplayedText,
  lockSentText,
  lockUrlText,
  lockWebhookText,
  merchantsToDeleteText,
  nextTimesText,
  openWebhookText,
  parkedText,
  parkText,
  recordStatements,
  redirectTexts,
  releaseText,
  replayText,
  sendNowText,
  underWayText,
} from './delivery-statements.ts'
import { urlForAudit } from './webhook-settings.ts'

/** Connections that deliveries use at a time; requests have the others. */
const connections = 3

export interface NotificationRetention {
  readonly clock: Pick<Clock, 'now'>
  /** How long delivered notifications are shown. */
  readonly days: number
}

const dayMs = 24 * 60 * 60 * 1_000

export function postgresDeliveries(database: Database, { clock, days }: NotificationRetention): Deliveries {
  const shownSince = () => new Date(clock.now().getTime() - days * dayMs)
  const taking = limitConcurrency(connections)
  const query = <Row extends object>(text: string, values: readonly unknown[]) =>
    taking(() => database.query<Row>(text, [...values]))

  // Unnamed, like all statements here: a plan kept from when the table was empty would read all of it.
  const record = (merchantId: string, outcomes: readonly DeliveryOutcome[]) =>
    taking(() =>
      inUnitOfWork(database, async (client) => {
        for (const statement of recordStatements(merchantId, outcomes)) await client.query(statement)
      }),
    )

  /** Of all merchants: a month had deliveries of any of them. */
  async function deleteWebhooks(): Promise<void> {
    const { rows } = await query<{ merchant_id: string }>('select distinct merchant_id from webhooks', [])
    for (const { merchant_id } of rows) await query(deleteWebhooksText, [merchant_id])
  }

  const outcomes = openBatchQueue<DeliveryOutcome, undefined>({
    keyOf: ({ merchantId, notificationId }) => `${merchantId}/${notificationId}`,
    send: async (rows) => {
      // Merchant by merchant, whose rows may be on different nodes.
      for (const [merchantId, own] of Map.groupBy(rows, ({ merchantId: id }) => id)) await record(merchantId, own)
      return rows.map(() => undefined)
    },
    lanes: 1,
    rowsMax: 256,
  })

  return {
    async claimWebhooks({ owner, leaseMs, limit }) {
      const { rows: due } = await query<{ merchant_id: string; url_hashes: readonly string[] }>(dueWebhooksText, [
        limit,
      ])
      const claims = due.map(({ merchant_id, url_hashes }) =>
        query<WebhookRow>(claimWebhooksText, [merchant_id, url_hashes, owner, leaseMs]),
      )
      return (await Promise.all(claims)).flatMap(({ rows }) => rows.map(webhookOf))
    },

    async keepClaim({ merchantId, urlHash }, { owner, leaseMs }) {
      const { rowCount } = await query(keepClaimText, [merchantId, urlHash, owner, leaseMs])
      return rowCount === 1
    },

    release({ merchantId, urlHash }, { owner, pauseMs }) {
      return taking(() =>
        inUnitOfWork(database, async (client) => {
          await client.query(lockWebhookText, [merchantId, urlHash])
          const { rows } = await client.query<NextTimes>(nextTimesText, [merchantId, urlHash, pauseMs ?? null])
          const { until = null, due = null, is_due: isDue = false } = rows[0] ?? {}
          const released = await client.query(releaseText, [merchantId, urlHash, owner, until, due])
          return { isDue: isDue && released.rowCount === 1 }
        }),
      )
    },

    async findDue({ merchantId, urlHash }, { limit, inFlight, waitsForAttempts }) {
      const values = [merchantId, urlHash, limit, inFlight, waitsForAttempts]
      const { rows } = await query<DeliveryRow>(findDueText, values)
      return rows.map(deliveryOf)
    },

    record: (outcome) => outcomes.add(outcome),

    disable({ merchantId, urlHash }, why, at) {
      return taking(() =>
        inUnitOfWork(database, async (client) => {
          const { rows } = await client.query<{ url: string }>(enabledText, [merchantId, urlHash])
          await client.query(disableText, [merchantId, urlHash, at, why])
          const { rowCount } = await client.query(parkText, [merchantId, urlHash, at])
          const parked = rowCount ?? 0
          const line = { merchantId, actor: 'gateway', action: 'WEBHOOK_DISABLED', at } as const
          // Several may have been under way when the webhook responded so; it is reported once.
          for (const { url } of rows)
            await writeAuditLine(client, { ...line, subject: { url: urlForAudit(url), why, parked } })
          return parked
        }),
      )
    },

    async enableWebhooks(merchantId) {
      await query(
        'update webhooks set disabled_at = null, disabled_why = null where merchant_id = $1 and disabled_at is not null',
        [merchantId],
      )
    },

    async find(merchantId, notificationId) {
      const { rows } = await query<DeliveryRow>(
        `select ${deliveryColumns} from ${deliveriesWithUrls} 
         where d.merchant_id = $1 and d.notification_id = $2 and ${isShown('$3', 'd.')}`,
        [merchantId, notificationId, shownSince()],
      )
      return rows[0] && deliveryOf(rows[0])
    },

    async attemptsOf(merchantId, notificationId) {
      const { rows } = await query<AttemptRow>(
        `select a.attempt, a.at, a.status, a.problem, a.excerpt, a.took_ms from delivery_attempts a
         join deliveries d on d.merchant_id = a.merchant_id and d.notification_id = a.notification_id
         where a.merchant_id = $1 and a.notification_id = $2 and ${isShown('$3', 'd.')} order by a.attempt`,
        [merchantId, notificationId, shownSince()],
      )
      return rows.map(deliveryAttemptOf)
    },

    async list({ merchantId, state, orderId, since, until, after, isOldestFirst, limit }) {
      const direction = isOldestFirst ? 'asc' : 'desc'
      const { rows } = await query<DeliveryRow>(
        `select ${deliveryColumns} from ${deliveriesWithUrls}
         where d.merchant_id = $1 and ($2::text is null or d.state = $2) and ($3::text is null or d.order_id = $3)
           and ($4::timestamptz is null or d.created_at >= $4) and ($5::timestamptz is null or d.created_at <= $5)
           and ($6::timestamptz is null or (d.created_at, d.notification_id) ${isOldestFirst ? '>' : '<'} ($6, $7))
           and ${isShown('$9', 'd.')}
         order by d.created_at ${direction}, d.notification_id ${direction} limit $8`,
        [
          merchantId,
          state ?? null,
          orderId ?? null,
          since ?? null,
          until ?? null,
          after?.createdAt ?? null,
          after?.notificationId ?? null,
          limit,
          shownSince(),
        ],
      )
      return rows.map(deliveryOf)
    },

    replay({ merchantId, notificationIds }) {
      return taking(() =>
        inUnitOfWork(database, async (client) => {
          await client.query(lockReplayedText, [merchantId, notificationIds])
          const { rows } = await client.query<{ replayed: number }>(replayText, [
            merchantId,
            notificationIds,
            shownSince(),
          ])
          return rows[0]?.replayed ?? 0
        }),
      )
    },

    sendNow({ merchantId, notificationIds }) {
      return taking(() =>
        inUnitOfWork(database, async (client) => {
          await client.query(lockSentText, [merchantId, notificationIds])
          const { rows } = await client.query<{ sent: number }>(sendNowText, [merchantId, notificationIds])
          return rows[0]?.sent ?? 0
        }),
      )
    },

    async listFollowing({ merchantId, url, after, limit }) {
      const { rows } = await query<DeliveryRow>(listFollowingText, [merchantId, urlHashOf(url), after ?? '', limit])
      return rows.map(deliveryOf)
    },

    redirect({ merchantId, from, to, seals, underWay }, by) {
      const [oldId, newId] = [urlHashOf(from), urlHashOf(to)]
      const ids = seals.map(({ notificationId }) => notificationId)
      return taking(() =>
        inUnitOfWork(database, async (client) => {
          const { rowCount } = await client.query(lockUrlText, [merchantId, to])
          if (rowCount !== 1) return undefined
          const lockOld = () => client.query(lockWebhookText, [merchantId, oldId])
          const openNew = () => client.query(openWebhookText, [merchantId, newId, to])
          // In the order of their ids, like every statement that locks several.
          for (const lock of oldId < newId ? [lockOld, openNew] : [openNew, lockOld]) await lock()
          const sending = new Set(underWay ?? (await findUnderWay(client, [merchantId, oldId, ids])))
          const values = [
            merchantId,
            oldId,
            newId,
            ids,
            seals.map(({ seal }) => seal.mayCarrySecret),
            seals.map(({ seal }) => seal.mac.keyId),
            seals.map(({ seal }) => seal.mac.hash),
            ids.map((id) => (sending.has(id) ? 1 : 0)),
          ]
          let moved = 0
          for (const text of redirectTexts) moved += (await client.query(text, values)).rowCount ?? 0
          const subject = { url: urlForAudit(to), redirected: moved }
          if (moved > 0)
            await writeAuditLine(client, { merchantId, action: 'NOTIFICATIONS_REDIRECTED', subject, ...by })
          return moved
        }),
      )
    },

    async dropMonthsBefore(before) {
      const { dropped } = await taking(() => keepMonths(database, deliveryMonths, { now: clock.now(), before }))
      if (dropped.length > 0) await deleteWebhooks()
    },

    async deleteDelivered(before, limit) {
      const { rows } = await query<{ merchant_id: string }>(merchantsToDeleteText, [before])
      let deleted = 0
      for (const { merchant_id } of rows) {
        if (deleted >= limit) break
        const { rowCount } = await query(deleteDeliveredText, [merchant_id, before, limit - deleted])
        deleted += rowCount ?? 0
        await query(deleteWebhooksText, [merchant_id])
      }
      return deleted
    },

    async backlog() {
      const { rows } = await query<{ pending: number; oldest_due_ms: number }>(backlogText, [])
      const { pending = 0, oldest_due_ms = 0 } = rows[0] ?? {}
      const { rows: counted } = await query<{ parked: number }>(parkedText, [])
      return { pending, parked: counted[0]?.parked ?? 0, oldestDueMs: oldest_due_ms }
    },
  }
}

async function findUnderWay(client: Pick<Database, 'query'>, values: unknown[]): Promise<readonly string[]> {
  const { rows } = await client.query<{ notification_id: string }>(underWayText, values)
  return rows.map(({ notification_id: id }) => id)
}

interface NextTimes {
  readonly until: string | null
  readonly due: string | null
  readonly is_due: boolean
}
