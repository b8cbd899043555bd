// A database that is distributed over several nodes: found by asking the server that DATABASE_URL names, whose nodes are
// reached with the same user, password and options.

import { nodeSettings } from '../payments/postgres/money-statements.ts'
import { moneyPathConnections, paymentConnections } from '../payments/postgres/transactions.ts'
import { nodeUrlOf } from '../platform/postgres/cluster/citus.ts'
import { type NodeAddress, readShardOwners, type ShardOwners } from '../platform/postgres/cluster/node-map.ts'
import { type NodeConnections, type OwningNodes, openOwningNodes } from '../platform/postgres/cluster/owning-nodes.ts'
import { type Database, type DatabaseOptions, openDatabase } from '../platform/postgres/database.ts'
import { followEntry } from '../platform/postgres/servers/follow-entry.ts'
import type { PrimaryServer } from '../platform/postgres/servers/follow-primary.ts'
import { nodeServer } from '../platform/postgres/servers/node-server.ts'
import { watchConnections } from '../platform/postgres/watched-connections.ts'
import { workConnections } from './database-connections.ts'

/**
 * Most queries across merchants end within milliseconds: more connections to each node, which cost more than such a query, are opened
 * for those that last longer.
 */
const entrySettings = '-c citus.executor_slow_start_interval=200'

type PoolOptions = Omit<DatabaseOptions, 'poolSize'>

export interface DistributedDatabase {
  /** Where statements enter that are not about one merchant. */
  readonly entry: PrimaryServer
  /** What the money path's connections need. */
  readonly options: Pick<DatabaseOptions, 'settings' | 'isPipelined'>
  /** What those for everything else need. */
  readonly entryOptions: Pick<DatabaseOptions, 'settings'>
  openNodes(
    entries: Readonly<Record<'money' | 'payments' | 'database', Database>>,
    options: Readonly<Record<'money' | 'payments' | 'database', PoolOptions>>,
  ): OwningNodes
}

/** Undefined for a database on one server, and for one that cannot be reached: nothing can be started on that anyway. */
export async function findDistributedDatabase(
  server: PrimaryServer,
  database: Database,
): Promise<DistributedDatabase | undefined> {
  const owners = await readShardOwners(database).catch(() => undefined)
  if (!owners) return undefined
  let nodes: OwningNodes | undefined
  const urls = () => addressesOf(nodes, owners).map((address) => nodeUrlOf(server.url, address))
  const options = { settings: nodeSettings, isPipelined: true }
  return {
    entry: followEntry(server, urls),
    options,
    entryOptions: { settings: entrySettings },
    openNodes(entries, common) {
      const open = (address: NodeAddress): NodeConnections => {
        const node = nodeServer(nodeUrlOf(server.url, address), { onSilent: () => connections.giveUpAll() })
        // What another node does says nothing about this one.
        const connections = watchConnections(node.noteSilence)
        const openPool = (pool: PoolOptions, poolSize: number) =>
          openDatabase(
            { connectionString: node.url },
            {
              ...pool,
              primary: node,
              poolSize,
              connections,
              onOutage(reason, message) {
                nodes?.noteOutage()
                pool.onOutage?.(reason, message)
              },
            },
          )
        return {
          database: openPool({ ...common.money, ...options }, moneyPathConnections),
          payments: openPool(common.payments, paymentConnections),
          work: openPool(common.database, workConnections),
          moveTo: (next) => node.moveTo(nodeUrlOf(server.url, next)),
          stop: node.stop,
        }
      }
      nodes = openOwningNodes(owners, {
        entry: entries.money,
        entryPayments: entries.payments,
        entryWork: entries.database,
        open,
      })
      return nodes
    },
  }
}

function addressesOf(nodes: OwningNodes | undefined, owners: ShardOwners): readonly NodeAddress[] {
  return nodes?.addresses ?? [...owners.values()]
}
