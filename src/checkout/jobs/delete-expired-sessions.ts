// Deletes expired sessions with all their values, what devices began with them, later the state of their pages, and the
// memory of wallets' payloads. They cannot be found from the moment when they expire.

import type { Clock } from '../../kernel/clock.ts'
import type { DeviceAuthentications } from '../../payer-authentication/index.ts'
import type { SessionStore } from '../../sessions/index.ts'
import type { UsedPayloads } from '../../wallets/index.ts'
import type { CheckoutStore } from '../ports/checkout-store.ts'

const pageSize = 1_000
/** Limits how long one deletion keeps the database busy. */
const pagesPerRun = 50

export async function deleteExpiredSessions({
  sessions,
  checkouts,
  deviceAuthentications,
  usedPayloads,
  clock,
}: {
  readonly sessions: Pick<SessionStore, 'deleteExpired'>
  readonly checkouts: Pick<CheckoutStore, 'deleteExpired'>
  readonly deviceAuthentications: Pick<DeviceAuthentications, 'deleteExpired'>
  readonly usedPayloads: Pick<UsedPayloads, 'deleteExpired'>
  readonly clock: Pick<Clock, 'expiryTime'>
}): Promise<number> {
  let deleted = 0
  for (const store of [sessions, checkouts, deviceAuthentications, usedPayloads])
    deleted += await deleteFrom(store, clock)
  return deleted
}

async function deleteFrom(
  store: Pick<SessionStore, 'deleteExpired'>,
  clock: Pick<Clock, 'expiryTime'>,
): Promise<number> {
  let deleted = 0
  for (let page = 0; page < pagesPerRun; page += 1) {
    const count = await store.deleteExpired(clock.expiryTime(), pageSize)
    deleted += count
    if (count < pageSize) break
  }
  return deleted
}
