// The store port on PostgreSQL: merchants are cached for a moment, outcomes are awaited without frequent polling.

import { randomUUID } from 'node:crypto'
import { StoreOverloaded } from '../../kernel/failures.ts'
import { type AccessRightsSeals, findMerchant, type MerchantAccess } from '../../merchants/index.ts'
import { poll } from '../../platform/concurrency/poll.ts'
import { agedCache, recentNames } from '../../platform/postgres/caches.ts'
import type { MerchantDatabases } from '../../platform/postgres/cluster/merchant-databases.ts'
import { type Database, prepared } from '../../platform/postgres/database.ts'
import { databaseErrorKindOf } from '../../platform/postgres/database-errors.ts'
import { BatchQueueOverloaded } from '../../platform/postgres/group-commit.ts'
import { OutcomeRefused, type Store } from '../ports/store.ts'
import type { OrderKey, StoredOrder, StoredTransaction, TransactionKey } from '../ports/transactions.ts'
import { claimWork } from './claim-due.ts'
import {
  findClosedSettlementBatches,
  listEvents,
  listOrders,
  listUsedLinks,
  recordClosedSettlementBatch,
} from './order-history.ts'
import { nameOfOrder } from './order-rows.ts'
import type { Transactions } from './transactions.ts'

/** No process acts on a profile, password or certificate that was changed longer ago than this: while the database
 * answers, and while it does not. */
const merchantAges = { freshMs: 5_000, staleMs: 15_000 }
const ordersMetMax = 20_000
const pollPauses = { firstPauseMs: 50, longestPauseMs: 500 }

interface StoreParts {
  readonly transactions: Transactions
  /** The connections for them. */
  readonly money: Database
  readonly accessRights: Pick<AccessRightsSeals, 'check'>
  /** The connections for what a payment reads. */
  readonly payments: MerchantDatabases
}

/** `transactions` is the money path, with separate connections; work that no payment waits for uses the database's. */
export function postgresStore(
  database: Database,
  { transactions, money, accessRights, payments }: StoreParts,
  /** Called with merchants that have new events. */
  onEvent: (merchantId: string) => void = () => {},
): Store {
  const merchants = agedCache<MerchantAccess | undefined>({
    read: (merchantId) => findMerchant(payments.of(merchantId), accessRights, merchantId),
    isAbsent: (access) => access === undefined,
    ...merchantAges,
  })
  const writes = writeCheck(money, {
    oldestMs: transactions.oldestAttemptMs,
    placesMax: transactions.placesMax,
  })
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
    listEvents: (key) => listEvents(payments.of(key.merchantId), key),
    findClosedSettlementBatches: (batches) => findClosedSettlementBatches(payments.of(batches.merchantId), batches),
    recordClosedSettlementBatch: (batch, audit) => recordClosedSettlementBatch(database, batch, audit),
    ...claimWork(payments),

    async recordAttempt(attempt) {
      try {
        const result = await transactions.recordAttempt(attempt)
        if (result.kind === 'RECORDED') writes.noteWritten()
        met.add(nameOfOrder(attempt.key.merchantId, attempt.key.orderId))
        return result
      } catch (error) {
        if (['LOST', 'NOT_NOW'].includes(databaseErrorKindOf(error))) writes.noteFailed()
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

/**
 * Whether a payment could be recorded now: known from the last real write of the money path, and when there was none
 * for a while, from writing one small row.
 */
export interface WriteCheck {
  /** Called for each write of the money path. */
  noteWritten(): void
  noteFailed(): void
  isWritable(): Promise<boolean>
}

/** A write is sufficient proof for this long, and a test row is written at most this often. */
const everyMs = 5_000
const forgetEveryMs = 600_000

const write = prepared(
  'write-canary',
  `insert into write_canaries (process_id, written_at) values ($1, now())
   on conflict (process_id) do update set written_at = excluded.written_at`,
)
/** Of processes that have ended. */
const forget = `delete from write_canaries where written_at < now() - interval '1 hour'`

interface Options {
  /** How often a row that could not be written is written under another id, and so perhaps elsewhere (`MoneyPlacement`). */
  readonly placesMax?: number
  /** How long the oldest payment has been waiting to be recorded. */
  readonly oldestMs?: () => number
  /** The monotonic clock. */
  readonly nowMs?: () => number
}

/** `money` is the pool that payments are recorded with: what blocks them also blocks this row. */
export function writeCheck(money: Pick<Database, 'query'>, options: Options = {}): WriteCheck {
  const { oldestMs = () => 0, nowMs = () => performance.now(), placesMax = 1 } = options
  let processId: string = randomUUID()
  const longAgo = Number.NEGATIVE_INFINITY
  let writtenAtMs = longAgo
  let failedAtMs = longAgo
  let forgottenAtMs = longAgo
  let last: { readonly beganAtMs: number; readonly isWritten: Promise<boolean> } | undefined

  async function writeRow(beganAtMs: number): Promise<boolean> {
    if (!(await writeSomewhere())) return false
    writtenAtMs = Math.max(writtenAtMs, beganAtMs)
    if (beganAtMs - forgottenAtMs >= forgetEveryMs) {
      forgottenAtMs = beganAtMs
      // The rows of other processes do no harm: they can be removed next time.
      await money.query(forget).catch(() => undefined)
    }
    return true
  }

  async function writeSomewhere(): Promise<boolean> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await money.query(write([processId]))
        return true
      } catch {
        if (attempt >= placesMax) return false
        processId = randomUUID()
      }
    }
  }

  return {
    noteWritten() {
      writtenAtMs = nowMs()
    },

    noteFailed() {
      // Where there are several places, the others may take payments.
      if (placesMax === 1) failedAtMs = nowMs()
    },

    async isWritable() {
      const now = nowMs()
      if (oldestMs() >= everyMs) return false
      if (writtenAtMs > failedAtMs && now - writtenAtMs < everyMs) return true
      if (!last || now - last.beganAtMs >= everyMs) last = { beganAtMs: now, isWritten: writeRow(now) }
      // A result from before a payment failed is no longer valid.
      else if (failedAtMs >= last.beganAtMs && writtenAtMs <= failedAtMs) return false
      return last.isWritten
    },
  }
}
