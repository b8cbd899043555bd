// Compares a cluster with the list of tables: what is missing, placed otherwise, or left behind on a disk.
import type { Database } from '../database.ts'
import { type Cluster, engineText, isSupportedEngine, nodeText } from './citus.ts'
import {
  firstTable,
  readStoredPlacements,
  type StoredPlacement,
  type TablePlacement,
  tablePlacements,
} from './table-placements.ts'

/** One sentence for each thing that is not as it should be. */
export async function findClusterProblems(database: Database, cluster: Cluster): Promise<readonly string[]> {
  const stored = await readStoredPlacements(database)
  return [...engineProblems(cluster), ...(await connectionProblems(database)), ...placementProblems(stored)]
}

function engineProblems(cluster: Cluster): readonly string[] {
  const problems: string[] = []
  if (!isSupportedEngine(cluster)) problems.push(`${engineText(cluster)} is not a supported combination.`)
  for (const node of cluster.nodes) {
    if (!node.isActive) problems.push(`Node ${nodeText(node)} is not active.`)
    if (!node.hasMetadata && !node.isCoordinator)
      problems.push(`Node ${nodeText(node)} does not know the tables of the cluster; gateways cannot use it directly.`)
  }
  return problems
}

/** Each node has to reach each other one. */
async function connectionProblems(database: Database): Promise<readonly string[]> {
  const { rows } = await database.query<{ source: string; target: string }>(
    `select format('%s:%s', from_nodename, from_nodeport) as source, format('%s:%s', to_nodename, to_nodeport) as target
     from citus_check_cluster_node_health() where result is not true`,
  )
  return rows.map(({ source, target }) => `Node ${source} cannot connect to ${target}.`)
}

/** Exported for its test: no cluster is needed to compare. */
export function placementProblems(stored: ReadonlyMap<string, StoredPlacement>): readonly string[] {
  const problems: string[] = []
  for (const [table, placement] of tablePlacements) {
    const there = stored.get(table)
    if (!there) problems.push(`Table ${table} does not exist; run "tollgate migrate".`)
    else problems.push(...differencesOf(table, placement, there))
  }
  const first = stored.get(firstTable)
  for (const [table, { colocationId, column }] of stored) {
    const isApart = column !== null && column !== 'process_id' && colocationId !== first?.colocationId
    if (tablePlacements.has(table) && isApart) problems.push(`Table ${table} is not placed with ${firstTable}.`)
    if (!tablePlacements.has(table)) problems.push(`Table ${table} is not one of this release.`)
  }
  return problems
}

function differencesOf(table: string, placement: TablePlacement, there: StoredPlacement): readonly string[] {
  const remedy = 'run "tollgate cluster distribute"'
  if (there.kind === 'LOCAL') return [`Table ${table} is on the coordinator alone; ${remedy}.`]
  const problems: string[] = []
  if (there.kind !== placement.kind)
    problems.push(`Table ${table} is ${there.kind.toLowerCase()}, and should be ${placement.kind.toLowerCase()}.`)
  else if (placement.kind === 'DISTRIBUTED' && there.column !== placement.column)
    problems.push(`Table ${table} is distributed by ${there.column}, and should be by ${placement.column}.`)
  if (there.localBytes > 0)
    problems.push(`Table ${table} has rows from before its distribution on the coordinator's disk; ${remedy}.`)
  return problems
}
