// Wakes readers that wait for a merchant's next events: at once for positions that this process gives, and by one
// shared poll at an interval for those of other processes, however many readers wait.
import type { MerchantDatabases } from '../../platform/postgres/cluster/merchant-databases.ts'
import type { Database } from '../../platform/postgres/database.ts'

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
