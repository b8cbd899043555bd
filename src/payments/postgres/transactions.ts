// Orders and transactions in PostgreSQL. The two writes of the money path and the reads by key are shared: each collects
// what arrives while its last batch is under way.

import { setTimeout as pause } from 'node:timers/promises'
import { StoreOverloaded } from '../../kernel/failures.ts'
import { elapsedMs } from '../../platform/concurrency/elapsed-time.ts'
import { nodePlacesMax } from '../../platform/postgres/cluster/merchant-databases.ts'
import { databaseErrorKindOf, isTransient } from '../../platform/postgres/database-errors.ts'
import { openBatchQueue } from '../../platform/postgres/group-commit.ts'
import type {
  Amendment,
  Attempt,
  AttemptResult,
  OrderKey,
  Outcome,
  OutcomeResult,
  Reroute,
  StoredOrder,
} from '../ports/transactions.ts'
import type { MoneyPath, OrderKeyRow } from './money-path.ts'
import { nameOfOrder, ordersOf } from './order-rows.ts'

/** How the money path shares statements; batches of one are for comparison. */
export interface BatchSharing {
  readonly rowsMax: number
  readonly lanes: number
  readonly waitingMax: number
  /** How long an outcome is retried when it cannot be committed: the time of a request. */
  readonly outcomesMs?: number
  /** How long a caller waits for an outcome that one of several servers, which does not answer, cannot record. */
  readonly silentOutcomeMs?: number
}

/** For the other reads and writes of a payment: the merchant, risk rules, sessions. */
export const paymentConnections = 6

export const defaultBatchSharing: BatchSharing = { rowsMax: 128, lanes: 3, waitingMax: 4096 }

/**
 * One for each lane of attempts, outcomes, reads, amendments and reroutes: none waits for another's; and one for each
 * kind's batches that were split because a row is locked.
 */
export const moneyPathConnections = 3 * defaultBatchSharing.lanes + 2 + 5

/** A server that takes batches; what arrives for it while one is under way shares the next. */
export interface MoneyNode {
  readonly name: string
  readonly path: MoneyPath
}

/** Which server takes the rows of a merchant. */
export interface MoneyPlacement {
  nodeOf(merchantId: string): MoneyNode
  /**
   * At how many places a row may be written before it is certain that none can be. With one, a payment that is not recorded says the same of
   * all others; with several, it says nothing about those elsewhere.
   */
  readonly placesMax: number
}

export function onOneServer(path: MoneyPath): MoneyPlacement {
  const node = { name: 'database', path }
  return { nodeOf: () => node, placesMax: 1 }
}

/** Each merchant's rows are written at the node that has them: `pathAt` opens the statements to it. */
export function onSeveralNodes<Node extends { readonly name: string }>(
  nodeOf: (merchantId: string) => Node,
  pathAt: (node: Node) => MoneyPath,
): MoneyPlacement {
  const opened = new Map<string, MoneyNode>()
  return {
    nodeOf(merchantId) {
      const node = nodeOf(merchantId)
      const existing = opened.get(node.name)
      if (existing) return existing
      const moneyNode = { name: node.name, path: pathAt(node) }
      opened.set(node.name, moneyNode)
      return moneyNode
    },
    placesMax: nodePlacesMax,
  }
}

export type Transactions = ReturnType<typeof openTransactions>

/** Rows that wait for one server never hold up those of another. */
export function openTransactions(
  placement: MoneyPlacement,
  sharing: BatchSharing = defaultBatchSharing,
  onSent?: (rows: number) => void,
) {
  const lanes = new Map<string, ReturnType<typeof openLanes>>()
  const lanesOf = ({ merchantId }: OrderKey) => {
    const node = placement.nodeOf(merchantId)
    const existing = lanes.get(node.name)
    if (existing) return existing
    const opened = openLanes(node.path, sharing, onSent)
    lanes.set(node.name, opened)
    return opened
  }

  return {
    rerouteAttempt: (reroute: Reroute) => lanesOf(reroute.key).reroutes.add(reroute),
    amend: (amendment: Amendment) => lanesOf(amendment.key).amendments.add(amendment),
    recordAttempt: (attempt: Attempt) => lanesOf(attempt.key).attempts.add(attempt),
    recordOutcome: (outcome: Outcome) => lanesOf(outcome.key).outcomes.add(outcome),
    findOrder: (key: OrderKey) => lanesOf(key).reads.add(key),
    placesMax: placement.placesMax,
    /** How long the oldest attempt has been waiting to be recorded, where the waiting is shortest. */
    oldestAttemptMs() {
      const waits = [...lanes.values()].map(({ attempts }) => attempts.oldestMs())
      return waits.length > 0 ? Math.min(...waits) : 0
    },
  }
}

function openLanes(money: MoneyPath, sharing: BatchSharing, onSent?: (rows: number) => void) {
  const { rowsMax, lanes, waitingMax, outcomesMs = 45_000, silentOutcomeMs = 7_000 } = sharing
  const figures = onSent ? { onSent } : {}

  const attempts = openBatchQueue<Attempt, AttemptResult>({
    keyOf: ({ key }) => nameOfOrder(key.merchantId, key.orderId),
    send: (rows) => recordAttempts(money, rows),
    answerHeld: (attempt) => answerHeld(money, attempt),
    lanes,
    rowsMax,
    waitingMax,
    ...figures,
  })
  // Never refused: money may have moved already, and this records it.
  const outcomes = openBatchQueue<Outcome, OutcomeResult>({
    keyOf: ({ key }) => nameOfOrder(key.merchantId, key.orderId),
    send: (rows) => recordOutcomes(money, rows),
    isSentAgain: ({ sinceMs }) => sinceMs < outcomesMs,
    // Another node's answers do not wait for this one; the outcome is still recorded if it returns in time.
    isAwaited: ({ kind, sinceMs }) => money.isWaitedFor || kind === 'HELD' || sinceMs < silentOutcomeMs,
    lanes,
    rowsMax,
    ...figures,
  })
  const reads = openBatchQueue<OrderKey, StoredOrder | undefined>({
    keyOf: ({ merchantId, orderId }) => nameOfOrder(merchantId, orderId),
    send: (keys) => readOrders(money, keys),
    isSentAgain: ({ tries }) => tries <= readRepeatsMax,
    lanes,
    rowsMax,
    waitingMax,
    isShared: true,
  })

  const amendments = openBatchQueue<Amendment, boolean>({
    keyOf: ({ key }) => nameOfOrder(key.merchantId, key.orderId),
    send: (rows) => recordAmendments(money, rows),
    // Another session holds the order's row, and nothing was written. What an acquirer has acknowledged is not asked for again.
    isSentAgain: ({ kind, sinceMs }) => kind === 'HELD' && sinceMs < outcomesMs,
    lanes: 1,
    rowsMax,
  })

  const reroutes = openBatchQueue<Reroute, boolean>({
    keyOf: ({ key }) => nameOfOrder(key.merchantId, key.orderId),
    send: (rows) => recordReroutes(money, rows),
    lanes: 1,
    rowsMax,
  })

  return { attempts, outcomes, reads, amendments, reroutes }
}

/** A connection that broke during a read is no response; a second one is a sign that the database is down. */
const readRepeatsMax = 1

async function recordAttempts(money: MoneyPath, attempts: readonly Attempt[]): Promise<readonly AttemptResult[]> {
  // The database counts the deadline from when it begins the statement, which is later than this.
  const sentAt = elapsedMs()
  const inTime = ({ deadlineMs }: Attempt) => ({ kind: 'RECORDED' as const, sendBefore: sentAt + deadlineMs })
  let recorded: ReadonlySet<string>
  try {
    recorded = namesOf(await money.recordAttempts(attempts))
  } catch (error) {
    if (databaseErrorKindOf(error) !== 'LOST') throw error
    if (error instanceof StoreOverloaded && !money.isWaitedFor) throw error
    // The commit may or may not have happened: the stored rows decide. These attempts have not been sent anywhere yet.
    recorded = new Set()
  }
  if (recorded.size === attempts.length) return attempts.map(inTime)
  const refused = attempts.filter(({ key }) => !recorded.has(nameOfOrder(key.merchantId, key.orderId)))
  const retriedMs = money.isWaitedFor ? Number.POSITIVE_INFINITY : nodeRetriedMs
  const why = await retryTransient(() => classify(money, refused), sentAt + retriedMs)
  return attempts.map((attempt) => {
    const name = nameOfOrder(attempt.key.merchantId, attempt.key.orderId)
    // An attempt that cannot be confirmed was not recorded: only a recorded attempt may be sent to an acquirer.
    const kind = recorded.has(name) ? 'RECORDED' : (why.get(name) ?? 'ORDER_MOVED')
    return kind === 'RECORDED' ? inTime(attempt) : { kind }
  })
}

type AttemptClassification = Exclude<AttemptResult['kind'], 'OVERLOADED'>

async function classify(
  money: MoneyPath,
  refused: readonly Attempt[],
): Promise<ReadonlyMap<string, AttemptClassification>> {
  const rows = await money.classify(refused.map(({ key }) => key))
  const ours = new Set(refused.map(({ attemptId }) => attemptId))
  return new Map(
    rows.map((row): [string, AttemptClassification] => {
      const name = nameOfOrder(row.merchant_id, row.order_id)
      if (row.attempt_id !== null) return [name, ours.has(row.attempt_id) ? 'RECORDED' : 'DUPLICATE']
      return [name, row.is_locked ? 'ORDER_LOCKED' : 'ORDER_MOVED']
    }),
  )
}

/** The order's row is locked. Undefined when it is not in flight: the holder may release it in a moment. */
async function answerHeld(money: MoneyPath, attempt: Attempt): Promise<AttemptResult | undefined> {
  const why = await classify(money, [attempt])
  const kind = why.get(nameOfOrder(attempt.key.merchantId, attempt.key.orderId)) ?? 'ORDER_MOVED'
  if (kind === 'ORDER_MOVED') return undefined
  // A transaction with the same id was sent before, at a time that is not known here: a later read sees it in flight.
  return { kind: kind === 'RECORDED' ? 'DUPLICATE' : kind }
}

/**
 * Retried after a lost connection: a second write finds the row decided, and the caller then reads the stored outcome.
 */
async function recordOutcomes(money: MoneyPath, outcomes: readonly Outcome[]): Promise<readonly OutcomeResult[]> {
  const recorded = namesOf(await money.recordOutcomes(outcomes))
  return outcomes.map(({ key }) =>
    recorded.has(nameOfOrder(key.merchantId, key.orderId)) ? 'RECORDED' : 'DECIDED_ELSEWHERE',
  )
}

async function readOrders(money: MoneyPath, keys: readonly OrderKey[]): Promise<readonly (StoredOrder | undefined)[]> {
  const orders = ordersOf(await money.readOrders(keys))
  return keys.map(({ merchantId, orderId }) => orders.get(nameOfOrder(merchantId, orderId)))
}

function namesOf(rows: readonly OrderKeyRow[]): ReadonlySet<string> {
  return new Set(rows.map((row) => nameOfOrder(row.merchant_id, row.order_id)))
}

const pausesMs = [50, 200, 1_000, 3_000]

/** From when the attempts were sent: the merchants of a node that is silent are answered while their payers still wait. */
const nodeRetriedMs = 5_000

/** A server that restarts is back within seconds; giving up at once would leave the caller without the outcome. */
async function retryTransient<T>(work: () => Promise<T>, untilMs: number): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await work()
    } catch (error) {
      if (!isTransient(error) || elapsedMs() + pauseMs >= untilMs) throw error
      await pause(pauseMs)
    }
  }
  return work()
}

async function recordReroutes(money: MoneyPath, reroutes: readonly Reroute[]): Promise<readonly boolean[]> {
  const changed = namesOf(await money.reroute(reroutes))
  return reroutes.map(({ key }) => changed.has(nameOfOrder(key.merchantId, key.orderId)))
}

async function recordAmendments(money: MoneyPath, amendments: readonly Amendment[]): Promise<readonly boolean[]> {
  const amended = namesOf(await money.amend(amendments))
  return amendments.map(({ key }) => amended.has(nameOfOrder(key.merchantId, key.orderId)))
}
