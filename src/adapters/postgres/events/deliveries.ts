// Notifications and their delivery status, in PostgreSQL; a sender claims a receiver with all its deliveries.

import { limitConcurrency } from '../../../concurrency/concurrency-limit.ts'
import type {
  ClaimedReceiver,
  Deliveries,
  Delivery,
  DeliveryAttempt,
  DeliveryOutcome,
} from '../../../ports/events/notifications.ts'
import { writeAuditLine } from '../audit/audit.ts'
import { type Database, inUnitOfWork } from '../database.ts'
import { openBatchQueue } from '../group-commit.ts'
import {
  backlogText,
  claimReceiversText,
  deleteDeliveredText,
  deleteReceiversText,
  deliveriesWithUrls,
  deliveryColumns,
  disableText,
  dueReceiversText,
  enabledText,
  findDueText,
  keepClaimText,
  lockReceiverText,
  lockReplayedText,
  parkText,
  recordStatement,
  releaseText,
  replayText,
} from './delivery-statements.ts'
import { urlForAudit } from './notification-settings.ts'

/** Connections that deliveries use at a time; requests have the others. */
const connections = 3

export function postgresDeliveries(database: Database): Deliveries {
  const taking = limitConcurrency(connections)
  const query = <Row extends object>(text: string, values: readonly unknown[]) =>
    taking(() => database.query<Row>(text, [...values]))

  const outcomes = openBatchQueue<DeliveryOutcome, undefined>({
    keyOf: ({ merchantId, notificationId }) => `${merchantId}/${notificationId}`,
    send: async (rows) => {
      // Unnamed, like all statements here: a plan kept from when the table was empty would read all of it.
      const { text, values = [] } = recordStatement.of(rows)
      await query(text, values)
      return rows.map(() => undefined)
    },
    lanes: 1,
    rowsMax: 256,
  })

  return {
    async claimReceivers({ owner, leaseMs, limit }) {
      const { rows: due } = await query<{ merchant_id: string; receiver_ids: readonly string[] }>(dueReceiversText, [
        limit,
      ])
      const claims = due.map(({ merchant_id, receiver_ids }) =>
        query<ReceiverRow>(claimReceiversText, [merchant_id, receiver_ids, owner, leaseMs]),
      )
      return (await Promise.all(claims)).flatMap(({ rows }) => rows.map(receiverOf))
    },

    async keepClaim({ merchantId, receiverId }, { owner, leaseMs }) {
      const { rowCount } = await query(keepClaimText, [merchantId, receiverId, owner, leaseMs])
      return rowCount === 1
    },

    release({ merchantId, receiverId }, { owner, pauseMs }) {
      return taking(() =>
        inUnitOfWork(database, async (client) => {
          await client.query(lockReceiverText, [merchantId, receiverId])
          const values = [merchantId, receiverId, owner, pauseMs ?? null]
          const { rows } = await client.query<{ is_due: boolean }>(releaseText, values)
          return { isDue: rows[0]?.is_due ?? false }
        }),
      )
    },

    async findDue({ merchantId, receiverId }, { limit, inFlight, waitsForAttempts }) {
      const values = [merchantId, receiverId, limit, inFlight, waitsForAttempts]
      const { rows } = await query<DeliveryRow>(findDueText, values)
      return rows.map(deliveryOf)
    },

    record: (outcome) => outcomes.add(outcome),

    disable({ merchantId, receiverId }, why, at) {
      return taking(() =>
        inUnitOfWork(database, async (client) => {
          const { rows } = await client.query<{ url: string }>(enabledText, [merchantId, receiverId])
          await client.query(disableText, [merchantId, receiverId, at, why])
          const { rowCount } = await client.query(parkText, [merchantId, receiverId, at])
          const parked = rowCount ?? 0
          const line = { merchantId, actor: 'gateway', action: 'RECEIVER_DISABLED', at } as const
          // Several may have been under way when the receiver replied so; it is reported once.
          for (const { url } of rows)
            await writeAuditLine(client, { ...line, subject: { url: urlForAudit(url), why, parked } })
          return parked
        }),
      )
    },

    async enableReceivers(merchantId) {
      await query(
        'update notification_receivers set disabled_at = null, disabled_why = null where merchant_id = $1 and disabled_at is not null',
        [merchantId],
      )
    },

    async find(merchantId, notificationId) {
      const { rows } = await query<DeliveryRow>(
        `select ${deliveryColumns} from ${deliveriesWithUrls} where d.merchant_id = $1 and d.notification_id = $2`,
        [merchantId, notificationId],
      )
      return rows[0] && deliveryOf(rows[0])
    },

    async attemptsOf(merchantId, notificationId) {
      const { rows } = await query<AttemptRow>(
        `select attempt, at, status, problem, excerpt, took_ms from delivery_attempts
         where merchant_id = $1 and notification_id = $2 order by attempt`,
        [merchantId, notificationId],
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
         order by d.created_at ${direction}, d.notification_id ${direction} limit $8`,
        [
          ...[merchantId, state ?? null, orderId ?? null, since ?? null, until ?? null],
          ...[after?.createdAt ?? null, after?.notificationId ?? null, limit],
        ],
      )
      return rows.map(deliveryOf)
    },

    replay({ merchantId, notificationIds }) {
      return taking(() =>
        inUnitOfWork(database, async (client) => {
          await client.query(lockReplayedText, [merchantId, notificationIds])
          const { rows } = await client.query<{ replayed: number }>(replayText, [merchantId, notificationIds])
          return rows[0]?.replayed ?? 0
        }),
      )
    },

    async deleteDelivered(before, limit) {
      const { rows } = await query<{ merchant_id: string }>(
        'select distinct merchant_id from notification_receivers',
        [],
      )
      let deleted = 0
      for (const { merchant_id } of rows) {
        if (deleted >= limit) break
        const { rowCount } = await query(deleteDeliveredText, [merchant_id, before, limit - deleted])
        deleted += rowCount ?? 0
        await query(deleteReceiversText, [merchant_id])
      }
      return deleted
    },

    async backlog() {
      const { rows } = await query<{ pending: number; parked: number; oldest_due_ms: number }>(backlogText, [])
      const { pending = 0, parked = 0, oldest_due_ms = 0 } = rows[0] ?? {}
      return { pending, parked, oldestDueMs: oldest_due_ms }
    },
  }
}

interface ReceiverRow {
  readonly merchant_id: string
  readonly receiver_id: string
  readonly url: string
}

function receiverOf({ merchant_id, receiver_id, url }: ReceiverRow): ClaimedReceiver {
  return { merchantId: merchant_id, receiverId: receiver_id, url }
}

interface DeliveryRow extends ReceiverRow {
  readonly notification_id: string
  readonly order_id: string
  readonly transaction_id: string
  readonly event_number: number
  readonly api_version: number
  readonly body: string
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

function deliveryOf(row: DeliveryRow): Delivery {
  const { may_carry_secret: mayCarrySecret, seal_key_id: keyId, seal_mac: hash } = row
  return {
    ...receiverOf(row),
    notificationId: row.notification_id,
    orderId: row.order_id,
    transactionId: row.transaction_id,
    eventNumber: row.event_number,
    apiVersion: row.api_version,
    body: row.body,
    ...(mayCarrySecret !== null && keyId !== null && hash && { seal: { mayCarrySecret, mac: { keyId, hash } } }),
    state: row.state,
    attempts: row.attempts,
    attemptsBefore: row.attempts_before,
    ...(row.next_at && { nextAt: row.next_at }),
    createdAt: row.created_at,
    ...(row.ended_at && { endedAt: row.ended_at }),
  }
}

interface AttemptRow {
  readonly attempt: number
  readonly at: Date
  readonly status: number | null
  readonly problem: string | null
  readonly excerpt: string | null
  readonly took_ms: number
}

function deliveryAttemptOf({ attempt, at, status, problem, excerpt, took_ms }: AttemptRow): DeliveryAttempt {
  return {
    attempt,
    at,
    ...(status !== null && { status }),
    ...(problem !== null && { problem }),
    ...(excerpt !== null && { excerpt }),
    tookMs: took_ms,
  }
}
