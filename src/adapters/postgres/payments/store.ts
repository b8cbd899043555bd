// The store port on PostgreSQL: merchants are cached for a moment, outcomes are awaited without frequent polling.

import { poll } from '../../../concurrency/poll.ts'
import { type MerchantAccess, OutcomeRefused, type Store, StoreOverloaded } from '../../../ports/payments/store.ts'
import type { OrderKey, StoredOrder, StoredTransaction, TransactionKey } from '../../../ports/payments/transactions.ts'
import { agedCache } from '../aged-cache.ts'
import type { Database } from '../database.ts'
import { databaseErrorKindOf } from '../database-errors.ts'
import { BatchQueueOverloaded } from '../group-commit.ts'
import { findMerchant } from '../merchants/merchants.ts'
import type { RightsSeals } from '../merchants/rights/rights-seals.ts'
import { recentNames } from '../recent-names.ts'
import { claimWork } from './claim-due.ts'
import { findClosedBatches, listEvents, listOrders, listUsedLinks, recordClosedBatch } from './order-history.ts'
import { nameOfOrder } from './order-rows.ts'
import type { Transactions } from './transactions.ts'
import { writeCheck } from './write-check.ts'

/** No process acts on a profile, password or certificate that was changed longer ago than this: while the database
 * answers, and while it does not. */
const merchantAges = { freshMs: 5_000, staleMs: 15_000 }
const ordersMetMax = 20_000
const pollPauses = { firstPauseMs: 50, longestPauseMs: 500 }

interface StoreParts {
  readonly transactions: Transactions
  /** The connections for them. */
  readonly money: Database
  readonly rights: Pick<RightsSeals, 'check'>
  /** The connections for what a payment reads. */
  readonly payments: Database
}

/** `transactions` is the money path, with separate connections; work that no payment waits for uses the database's. */
export function postgresStore(
  database: Database,
  { transactions, money, rights, payments }: StoreParts,
  /** Called with merchants that have new events. */
  onEvent: (merchantId: string) => void = () => {},
): Store {
  const merchants = agedCache<MerchantAccess | undefined>({
    read: (merchantId) => findMerchant(payments, rights, merchantId),
    ...merchantAges,
  })
  const writes = writeCheck(money, { oldestMs: transactions.oldestAttemptMs })
  const waiting = new Map<string, Set<() => void>>()
  const met = recentNames(ordersMetMax)

  return {
    isWritable: writes.isWritable,
    findMerchant: merchants.get,

    hasSeenOrder: ({ merchantId, orderId }) => met.has(nameOfOrder(merchantId, orderId)),
    findOrder,
    async amend(amendment) {
      const isAmended = await transactions.amend(amendment)
      if (isAmended) onEvent(amendment.key.merchantId)
      return isAmended
    },
    listUsedLinks: (merchantId) => listUsedLinks(database, merchantId),
    listOrders: (page) => listOrders(database, page),
    listEvents: (key) => listEvents(payments, key),
    findClosedBatches: (batches) => findClosedBatches(payments, batches),
    recordClosedBatch: (batch, audit) => recordClosedBatch(database, batch, audit),
    ...claimWork(payments),

    async recordAttempt(attempt) {
      try {
        const result = await transactions.recordAttempt(attempt)
        if (result.kind === 'RECORDED') writes.noteWritten()
        met.add(nameOfOrder(attempt.key.merchantId, attempt.key.orderId))
        return result
      } catch (error) {
        if (databaseErrorKindOf(error) === 'LOST' || databaseErrorKindOf(error) === 'NOT_NOW') writes.noteFailed()
        if (error instanceof BatchQueueOverloaded || error instanceof StoreOverloaded) return { kind: 'OVERLOADED' }
        throw error
      }
    },

    rerouteAttempt: (reroute) => transactions.rerouteAttempt(reroute),

    async recordOutcome(outcome) {
      const result = await transactions.recordOutcome(outcome).catch((cause: unknown) => {
        if (databaseErrorKindOf(cause) === 'DATA')
          throw new OutcomeRefused('the database refuses the outcome', { cause })
        // Money may have moved: the response must not say that nothing was done. Sending the same ids again returns the
        // outcome.
        throw cause instanceof StoreOverloaded ? new Error('the outcome could not be recorded', { cause }) : cause
      })
      if (result === 'RECORDED') {
        writes.noteWritten()
        onEvent(outcome.key.merchantId)
      }
      for (const wake of waiting.get(nameOf(outcome.key)) ?? []) wake()
      return result
    },

    async awaitOutcome(key, timeoutMs) {
      const pause = (ms: number) => pauseOrNews(key, ms)
      const read = () => findTransaction(key)
      return unlessInFlight(
        await poll(read, (seen) => unlessInFlight(seen) !== undefined, { timeoutMs, ...pollPauses, pause }),
      )
    },
  }

  function findOrder(key: OrderKey): Promise<StoredOrder | undefined> {
    return transactions.findOrder(key).catch((error: unknown) => {
      throw error instanceof BatchQueueOverloaded ? new StoreOverloaded(error.message) : error
    })
  }

  async function findTransaction(key: TransactionKey): Promise<StoredTransaction | undefined> {
    const stored = await findOrder(key)
    return stored?.transactions.find(({ key: { transactionId } }) => transactionId === key.transactionId)
  }

  /** Wakes at once when this process records the outcome, and at intervals to see what others have recorded. */
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

function unlessInFlight(transaction: StoredTransaction | undefined): StoredTransaction | undefined {
  return transaction?.isInFlight ? undefined : transaction
}

function nameOf({ merchantId, orderId, transactionId }: TransactionKey): string {
  return JSON.stringify([merchantId, orderId, transactionId])
}
