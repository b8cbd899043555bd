// A distributed database: its nodes, and whether every table is where this release expects it.
import { availableParallelism } from 'node:os'
import { connectionsPerNode, connectionsPerProcess, copiesConnections } from '../../compose/database-connections.ts'
import type { Config } from '../../platform/config/config.ts'
import {
  type ClusterNode,
  engineText,
  nodeText,
  readCluster,
  readNodeSettings,
} from '../../platform/postgres/cluster/citus.ts'
import { findClusterProblems } from '../../platform/postgres/cluster/verify-cluster.ts'
import { type Check, type DoctorContext, type Finding, ok, skipped, warning, wrong } from './check.ts'

export const clusterChecks: readonly Check[] = [
  {
    name: 'cluster',
    looksAt: 'Whether the nodes of a distributed database reach each other, and every table is in its place',
    mend: 'Run "npx tollgate cluster verify" for the whole list. See docs/operating/distributed-postgresql.md.',
    needs: 'SCHEMA',
    run: checkCluster,
  },
  {
    name: 'cluster connections',
    looksAt: 'Whether each node allows as many connections as the processes of one gateway may open',
    mend: 'Raise max_connections of the nodes named, or lower TOLLGATE_PROCESSES; count every gateway.',
    needs: 'DATABASE',
    run: checkConnections,
  },
]

async function checkCluster({ database }: Pick<DoctorContext, 'database'>): Promise<Finding> {
  const cluster = await readCluster(database)
  if (!cluster) return skipped('the database is not a cluster')
  if (!cluster.isDistributed) return wrong('Citus is installed, and the tables are not distributed')
  const [first, ...others] = await findClusterProblems(database, cluster)
  if (first === undefined) return ok(`${engineText(cluster)}, ${cluster.nodes.length} nodes`)
  return wrong(others.length === 0 ? first : `${first} And ${others.length} more.`)
}

async function checkConnections({ database, config }: DoctorContext): Promise<Finding> {
  const cluster = await readCluster(database)
  if (!cluster?.isDistributed) return skipped('the database is not a cluster')
  // At most one for each core, when the gateway chooses the number itself.
  const processes = config.processes === 'auto' ? availableParallelism() : config.processes
  return judgeNodeConnections(cluster.nodes, await readNodeSettings(database, 'max_connections'), {
    ...config,
    processes,
  })
}

interface GatewayProcesses extends Pick<Config, 'databasePoolSize' | 'mode'> {
  readonly processes: number
}

/** Exported for its test. */
export function judgeNodeConnections(
  nodes: readonly Pick<ClusterNode, 'host' | 'port' | 'isCoordinator' | 'hasShards'>[],
  limits: ReadonlyMap<string, string>,
  gateway: GatewayProcesses,
): Finding {
  const perProcess = connectionsPerProcess(gateway) + copiesConnections
  const atEntry = gateway.processes * perProcess
  const tooMany: string[] = []
  const nearly: string[] = []
  for (const node of nodes) {
    const limit = limits.get(nodeText(node))
    if (limit === undefined) return wrong(`${nodeText(node)} does not answer`)
    const max = Number(limit)
    const own = (node.hasShards ? gateway.processes * connectionsPerNode : 0) + (node.isCoordinator ? atEntry : 0)
    const text = (wanted: number) => `up to ${wanted} of ${max} on ${nodeText(node)}`
    // For a query across merchants, Citus opens a connection from the entry to each node, and keeps it.
    const withCitus = own + atEntry
    if (own > max) tooMany.push(text(own))
    else if (withCitus > max) nearly.push(`${text(withCitus)} with those of Citus`)
  }
  if (tooMany.length > 0) return wrong(tooMany.join(', '))
  if (nearly.length > 0) return warning(nearly.join(', '))
  return ok(`up to ${connectionsPerNode} to each node for each process, beside ${perProcess} to the entry`)
}
