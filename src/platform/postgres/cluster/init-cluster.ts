// Makes a cluster of PostgreSQL servers: the extension on each, and each known to the coordinator. What is there already stays.
import type { Database } from '../database.ts'
import { type Cluster, ClusterFailure, nodeText, requireCluster } from './citus.ts'
import { type NodeLocation, onNode } from './on-node.ts'

interface InitOptions {
  /** Of the coordinator's database; workers have one of the same name, user and password. */
  readonly databaseUrl: string
  /** As workers reach it. */
  readonly coordinator: NodeLocation
  readonly workers: readonly NodeLocation[]
}

export async function initCluster(
  database: Database,
  { databaseUrl, coordinator, workers }: InitOptions,
): Promise<Cluster> {
  const { citusVersion } = await prepareNode(database, coordinator)
  for (const worker of workers) {
    const there = await onNode(databaseUrl, worker, (client) => prepareNode(client, worker))
    if (there.citusVersion !== citusVersion)
      throw new ClusterFailure(
        `${nodeText(worker)} has Citus ${there.citusVersion}, and the coordinator ${citusVersion}; install the same on all.`,
      )
  }
  const { nodes } = await requireCluster(database)
  if (!nodes.some(({ isCoordinator }) => isCoordinator))
    await database.query('select citus_set_coordinator_host($1, $2)', [coordinator.host, coordinator.port])
  for (const { host, port } of workers)
    if (!nodes.some((node) => node.host === host && node.port === port))
      await database.query('select citus_add_node($1, $2)', [host, port])
  return requireCluster(database)
}

/** Of a node, before it can be part of a cluster. */
async function prepareNode(
  client: Pick<Database, 'query'>,
  node: NodeLocation,
): Promise<{ readonly citusVersion: string }> {
  const { rows } = await client.query<{ libraries: string; prepared: number }>(
    `select current_setting('shared_preload_libraries') as libraries,
       current_setting('max_prepared_transactions')::int as prepared`,
  )
  const { libraries = '', prepared = 0 } = rows[0] ?? {}
  if (!/\bcitus\b/.test(libraries))
    throw new ClusterFailure(`${nodeText(node)} does not load Citus; add it to shared_preload_libraries and restart.`)
  if (prepared === 0)
    throw new ClusterFailure(
      `${nodeText(node)} has max_prepared_transactions = 0; set it to twice max_connections and restart.`,
    )
  await client.query('create extension if not exists citus')
  const { citusVersion } = await requireCluster(client)
  return { citusVersion }
}
