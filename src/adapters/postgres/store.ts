// The store port on PostgreSQL: merchants are cached for a moment, outcomes are awaited without asking too often.

import type { Clock } from '../../ports/clock.ts'
import {
  type MerchantAccess,
  type OrderKey,
  OutcomeRefused,
  type Store,
  type StoredOrder,
  type StoredTransaction,
  StoreOverloaded,
  type TransactionKey,
} from '../../ports/store.ts'
import { claimWork } from './claim-due.ts'
import type { Database } from './database.ts'
import { isDataError, Overloaded } from './group-commit.ts'
import { findMerchant } from './merchants.ts'
import { findClosedBatches, listEvents, listOrders, recordClosedBatch } from './order-history.ts'
import { nameOfOrder } from './order-rows.ts'
import { recentNames } from './recent-names.ts'
import type { RightsSeals } from './rights/rights-seals.ts'
import type { Transactions } from './transactions.ts'

/** No process acts on a profile, password or certificate that was changed longer ago than this. */
const merchantCacheMs = 5_000
const merchantCacheEntriesMax = 10_000
const ordersMetMax = 20_000
const pollMs = { first: 50, longest: 500 }

interface StoreParts {
  readonly transactions: Transactions
  readonly rights: Pick<RightsSeals, 'check'>
  readonly clock: Clock
}

/** `transactions` is the money path, with connections of its own; everything else uses the database's. */
export function postgresStore(
  database: Database,
  { transactions, rights, clock }: StoreParts,
  /** Told of merchants that have new events. */
  onEvent: (merchantId: string) => void = () => {},
): Store {
  const merchants = new Map<string, { readAtMs: number; access: Promise<MerchantAccess | undefined> }>()
  const waiting = new Map<string, Set<() => void>>()
  const met = recentNames(ordersMetMax)

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
      const access = findMerchant(database, rights, merchantId)
      if (merchants.size >= merchantCacheEntriesMax) merchants.clear()
      merchants.set(merchantId, { readAtMs: nowMs, access })
      // A failed read is not an answer to remember.
      access.catch(() => merchants.delete(merchantId))
      return access
    },

    hasMet: ({ merchantId, orderId }) => met.has(nameOfOrder(merchantId, orderId)),
    findOrder,
    async amend(amendment) {
      const isAmended = await transactions.amend(amendment)
      if (isAmended) onEvent(amendment.key.merchantId)
      return isAmended
    },
    listOrders: (page) => listOrders(database, page),
    listEvents: (key) => listEvents(database, key),
    findClosedBatches: (batches) => findClosedBatches(database, batches),
    recordClosedBatch: (batch, audit) => recordClosedBatch(database, batch, audit),
    ...claimWork(database),

    async recordAttempt(attempt) {
      try {
        const result = await transactions.recordAttempt(attempt)
        met.add(nameOfOrder(attempt.key.merchantId, attempt.key.orderId))
        return result
      } catch (error) {
        if (error instanceof Overloaded) return { kind: 'OVERLOADED' }
        throw error
      }
    },

    async recordOutcome(outcome) {
      const result = await transactions.recordOutcome(outcome).catch((error: unknown) => {
        throw isDataError(error) ? new OutcomeRefused('the database refuses the outcome', { cause: error }) : error
      })
      if (result === 'RECORDED') onEvent(outcome.key.merchantId)
      for (const wake of waiting.get(nameOf(outcome.key)) ?? []) wake()
      return result
    },

    async awaitOutcome(key, timeoutMs) {
      const untilMs = performance.now() + timeoutMs
      let pauseMs = pollMs.first
      for (;;) {
        const transaction = await findTransaction(key)
        const leftMs = untilMs - performance.now()
        if (settled(transaction) || leftMs <= 0) return settled(transaction)
        await pauseOrNews(key, Math.min(pauseMs, leftMs))
        pauseMs = Math.min(pauseMs * 2, pollMs.longest)
      }
    },
  }

  function findOrder(key: OrderKey): Promise<StoredOrder | undefined> {
    return transactions.findOrder(key).catch((error: unknown) => {
      throw error instanceof Overloaded ? new StoreOverloaded(error.message) : error
    })
  }

  async function findTransaction(key: TransactionKey): Promise<StoredTransaction | undefined> {
    const stored = await findOrder(key)
    return stored?.transactions.find(({ key: { transactionId } }) => transactionId === key.transactionId)
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
