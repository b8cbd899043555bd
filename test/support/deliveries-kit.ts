// What the tests of deliveries share: notifications written down on a database of their own, and attempts at them.
import assert from 'node:assert/strict'
import { after, before, beforeEach } from 'node:test'
import { type Database, openDatabase } from '../../src/adapters/postgres/database.ts'
import { postgresDeliveries } from '../../src/adapters/postgres/deliveries.ts'
import { receiverIdOf, writeDeliveries } from '../../src/adapters/postgres/write-deliveries.ts'
import type { ClaimedReceiver, Deliveries, DeliveryOutcome } from '../../src/ports/notifications.ts'
import { createTestDatabase, databaseUrl } from './database.ts'

export let database: Database
export let deliveries: Deliveries
export let connectionString = ''

export function onDatabase(): void {
  before(async () => {
    connectionString = databaseUrl(await createTestDatabase())
    database = openDatabase({ connectionString }, { poolSize: 5, onError: (error) => assert.fail(error) })
    deliveries = postgresDeliveries(database)
  })
  beforeEach(() => database.query('truncate deliveries, delivery_attempts, notification_receivers'))
  after(() => database.end())
}

export const merchantId = 'SHOP1'
export const shop = 'https://shop.example/notify'
export const warehouse = 'https://warehouse.example/notify'
export const at = new Date('2026-11-15T10:00:00.000Z')
export const lease = { owner: 'one', leaseMs: 30_000 }

interface Written {
  readonly id: string
  readonly orderId?: string
  readonly number?: number
  readonly to?: string
  readonly merchant?: string
  readonly at?: Date
}

export async function write(...rows: readonly Written[]): Promise<void> {
  for (const { id, orderId = id, number = 1, to = shop, merchant = merchantId, at: createdAt = at } of rows) {
    const notification = { notificationId: id, url: to, orderId, transactionId: '1', eventNumber: number }
    await writeDeliveries(database, merchant, [{ ...notification, apiVersion: 100, body: `{"id":"${id}"}` }], createdAt)
  }
}

export const claim = (owner = 'one') => deliveries.claimReceivers({ ...lease, owner, limit: 10 })

export function receiverOf(to = shop): ClaimedReceiver {
  return { merchantId, receiverId: receiverIdOf(to), url: to }
}

export async function dueIds(to = shop, inFlight: readonly string[] = []): Promise<readonly string[]> {
  const page = { limit: 64, inFlight, waitsForAttempts: 5 }
  return (await deliveries.findDue(receiverOf(to), page)).map(({ notificationId }) => notificationId)
}

export function outcome(notificationId: string, attempt: number, rest: Partial<DeliveryOutcome> = {}): DeliveryOutcome {
  const { state = 'DELIVERED' } = rest
  const status = state === 'DELIVERED' ? 200 : 500
  return { merchantId, notificationId, attempt: { attempt, at, status, tookMs: 5 }, state, ...rest }
}

export const failed = (id: string, attempt: number, retryAfterMs = 60_000) =>
  deliveries.record(outcome(id, attempt, { state: 'PENDING', retryAfterMs }))

export const find = async (id: string) => (await deliveries.find(merchantId, id)) ?? assert.fail(`no ${id}`)

/** What is to happen later happens now. */
export async function letTimePass(): Promise<void> {
  await database.query('update deliveries set next_at = now() where next_at is not null')
  await database.query('update notification_receivers set due_at = now(), paused_until = null')
}
