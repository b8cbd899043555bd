// The store port on PostgreSQL: merchants are cached for a moment, outcomes are awaited without asking too often.

import type { Clock } from '../../ports/clock.ts'
import type { MerchantAccess, Store, StoredTransaction, TransactionKey } from '../../ports/store.ts'
import type { Database } from './database.ts'
import { findMerchant } from './merchants.ts'
import { claimOverdue, findOrder, findTransaction, recordAttempt, recordOutcome } from './transactions.ts'

/** No process acts on a profile, password or certificate that was changed longer ago than this. */
const merchantCacheMs = 5_000
const merchantCacheEntriesMax = 10_000
const pollMs = { first: 50, longest: 500 }

export function postgresStore(database: Database, clock: Clock): Store {
  const merchants = new Map<string, { readAtMs: number; access: Promise<MerchantAccess | undefined> }>()
  const waiting = new Map<string, Set<() => void>>()

  return {
    async isWritable() {
      const { rows } = await database.query<{ read_only: boolean }>(
        "select pg_is_in_recovery() or current_setting('transaction_read_only')::bool as read_only",
      )
      return rows[0]?.read_only === false
    },

    findMerchant(merchantId) {
      const nowMs = clock.now().getTime()
      const cached = merchants.get(merchantId)
      if (cached && nowMs - cached.readAtMs < merchantCacheMs) return cached.access
      const access = findMerchant(database, merchantId)
      if (merchants.size >= merchantCacheEntriesMax) merchants.clear()
      merchants.set(merchantId, { readAtMs: nowMs, access })
      // A failed read is not an answer to remember.
      access.catch(() => merchants.delete(merchantId))
      return access
    },

    findOrder: (key) => findOrder(database, key),
    findTransaction: (key) => findTransaction(database, key),
    recordAttempt: (attempt) => recordAttempt(database, attempt),
    claimOverdue: (limit, leaseMs) => claimOverdue(database, { limit, leaseMs }),

    async recordOutcome(outcome) {
      const result = await recordOutcome(database, outcome)
      for (const wake of waiting.get(nameOf(outcome.key)) ?? []) wake()
      return result
    },

    async awaitOutcome(key, timeoutMs) {
      const untilMs = performance.now() + timeoutMs
      let pauseMs = pollMs.first
      for (;;) {
        const transaction = await findTransaction(database, key)
        const leftMs = untilMs - performance.now()
        if (settled(transaction) || leftMs <= 0) return settled(transaction)
        await pauseOrNews(key, Math.min(pauseMs, leftMs))
        pauseMs = Math.min(pauseMs * 2, pollMs.longest)
      }
    },
  }

  /** Wakes at once when this process records the outcome, and now and then to see what others have recorded. */
  async function pauseOrNews(key: TransactionKey, ms: number): Promise<void> {
    const name = nameOf(key)
    const { promise: news, resolve: wake } = Promise.withResolvers<void>()
    const wakers = waiting.get(name) ?? new Set()
    waiting.set(name, wakers.add(wake))
    const timer = setTimeout(wake, ms)
    await news
    clearTimeout(timer)
    wakers.delete(wake)
    if (wakers.size === 0) waiting.delete(name)
  }
}

function settled(transaction: StoredTransaction | undefined): StoredTransaction | undefined {
  return transaction?.isInFlight ? undefined : transaction
}

function nameOf({ merchantId, orderId, transactionId }: TransactionKey): string {
  return JSON.stringify([merchantId, orderId, transactionId])
}
