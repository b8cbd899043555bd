// The connections to the nodes of a distributed database: the statements of a merchant begin on the node that has its rows,
// where they run without another one. A node that is down concerns the merchants that it owns, and no others.
import { RecentMap } from '../../../kernel/recent-map.ts'
import type { Database } from '../database.ts'
import type { MerchantDatabases } from './merchant-databases.ts'
import {
  askNodes,
  type NodeAddress,
  readOwners,
  readShardsOf,
  readShardTables,
  type ShardOwners,
  type ShardTables,
} from './node-map.ts'

export interface OwningNode {
  readonly name: string
  /** The connections of the money path. */
  readonly database: Database
  /** Those for what else a payment reads and writes. */
  readonly payments: Database
  /** Those for jobs. */
  readonly work: Database
}

/** Connections to a node, which follow it to where its standby has taken over. */
export interface NodeConnections extends Pick<OwningNode, 'database' | 'payments' | 'work'> {
  moveTo(address: NodeAddress): void
  /** Asks no longer whether it answers. */
  stop(): void
}

export interface OwningNodes {
  /** Until the owner of a merchant is known, any node that answers: it passes statements on. */
  nodeOf(merchantId: string): OwningNode
  readonly ownerOf: MerchantDatabases['ownerOf']
  /** The nodes that are known. */
  readonly addresses: readonly NodeAddress[]
  /** Reads again where the shards are. */
  refresh(): Promise<void>
  /** A node does not answer: its standby may take over, which is then looked for more often. */
  noteOutage(): void
  close(): Promise<void>
}

interface OwningNodesOptions {
  /** Connections to any node that answers. */
  readonly entry: Database
  readonly entryPayments: Database
  readonly entryWork: Database
  readonly open: (address: NodeAddress) => NodeConnections
  readonly everyMs?: number
  readonly duringOutageMs?: number
}

/** After an outage was noted. */
const outageLastsMs = 30_000

/** Merchants are remembered up to this number, those in use longest: ids that strangers make up must not fill the memory, nor drop the owners of
 * merchants that pay. */
const merchantsMax = 100_000
/** Looked up at once, and at most waiting for it. */
const lookupsMax = 10_000

export function openOwningNodes(
  owners: ShardOwners,
  { entry, entryPayments, entryWork, open, everyMs = 10_000, duringOutageMs = 2_000 }: OwningNodesOptions,
): OwningNodes {
  // By merchant: those of a node that is down must not share a batch with others.
  const anyNode = (merchantId: string): OwningNode => ({
    name: `any ${merchantId}`,
    database: entry,
    payments: entryPayments,
    work: entryWork,
  })
  const nodes = new Map<string, OwningNode & NodeConnections & { address: NodeAddress }>()
  const shards = new RecentMap<string>(merchantsMax)
  const unknown = new Set<string>()
  const shardTables = new Map<string, Promise<ShardTables>>()
  let known = owners
  let asking: Promise<void> | undefined

  const nodeAt = (address: NodeAddress): OwningNode => {
    const existing = nodes.get(address.name)
    if (!existing) {
      const opened = { name: address.name, address, ...open(address) }
      nodes.set(address.name, opened)
      return opened
    }
    if (existing.address.host !== address.host || existing.address.port !== address.port) {
      existing.address = address
      existing.moveTo(address)
    }
    return existing
  }

  const find = async () => {
    const wanted = [...unknown]
    // Answered or not: the next statement of a merchant that is still unknown asks again.
    const found = await readShardsOf(entry, wanted).finally(() => {
      for (const merchantId of wanted) unknown.delete(merchantId)
    })
    for (const [merchantId, shard] of found) shards.set(merchantId, shard)
  }

  const refresh = async () => {
    const read = await readOwners(entry)
    if (read.size === 0) return
    if (!isSamePlacement(known, read)) shardTables.clear()
    known = read
  }

  const tablesOf = (table: string): Promise<ShardTables> => {
    const asked = shardTables.get(table)
    if (asked) return asked
    const tables = readShardTables(entryPayments, table)
    shardTables.set(table, tables)
    tables.catch(() => shardTables.delete(table))
    return tables
  }

  const addresses = () => [...new Map([...known.values()].map((address) => [address.name, address])).values()]

  let outageAtMs = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout
  let isClosed = false
  const schedule = () => {
    if (isClosed) return
    const isOutage = performance.now() - outageAtMs < outageLastsMs
    timer = setTimeout(
      // The last answer stays valid while no node answers.
      () => void refresh().then(schedule, schedule),
      isOutage ? duringOutageMs : everyMs,
    ).unref()
  }
  schedule()

  return {
    nodeOf(merchantId) {
      const shard = shards.get(merchantId)
      // A shard that was split has no address: its merchants have others now.
      const address = shard === undefined ? undefined : known.get(shard)
      if (address) return nodeAt(address)
      if (unknown.size < lookupsMax) unknown.add(merchantId)
      asking ??= find()
        .catch(() => {})
        .finally(() => {
          asking = undefined
        })
      return anyNode(merchantId)
    },
    async ownerOf(search, values) {
      const tables = await tablesOf(search.table)
      const asked = addresses().map((address) => ({
        database: nodeAt(address).payments,
        shards: tables.get(address.name) ?? [],
      }))
      return askNodes(asked, search, values)
    },
    get addresses() {
      return addresses()
    },
    refresh,
    noteOutage() {
      const isNew = performance.now() - outageAtMs >= outageLastsMs
      outageAtMs = performance.now()
      if (!isNew) return
      clearTimeout(timer)
      schedule()
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      for (const { stop } of nodes.values()) stop()
      await asking
      await Promise.all(
        [...nodes.values()].flatMap(({ database, payments, work }) => [database.end(), payments.end(), work.end()]),
      )
    },
  }
}

function isSamePlacement(one: ShardOwners, other: ShardOwners): boolean {
  return one.size === other.size && [...one].every(([shard, { name }]) => other.get(shard)?.name === name)
}
