// The nodes of a cluster of PostgreSQL servers: initializes a cluster with its nodes, and replaces a node.
import { type Database, onConnection } from '../database.ts'
import { probeServer, readServerAnswer } from '../servers/probe-server.ts'
import { liftDeadline } from '../watched-connections.ts'
import {
  type Cluster,
  ClusterFailure,
  type NodeLocation,
  nodeText,
  nodeUrlOf,
  onNode,
  requireCluster,
} from './citus.ts'

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

interface ReplaceOptions {
  /** Of the coordinator's database; every node has one of the same name, user and password. */
  readonly databaseUrl: string
  /** As the cluster knows the node that has failed. */
  readonly from: NodeLocation
  /** The promoted standby, as the other nodes and the gateways reach it. */
  readonly to: NodeLocation
}

/** Statements that still wait for the former node are ended after this time: they are lost with it. */
const cooldownMs = 1_000

export async function replaceNode(database: Database, { databaseUrl, from, to }: ReplaceOptions): Promise<void> {
  const { nodes } = await requireCluster(database)
  const isAt = (location: NodeLocation) => (node: NodeLocation) =>
    node.host === location.host && node.port === location.port
  if (nodes.some(isAt(to))) throw new ClusterFailure(`${nodeText(to)} is a node of the cluster already.`)
  if (!nodes.some(isAt(from)))
    throw new ClusterFailure(`The cluster has no node ${nodeText(from)}; it has ${nodes.map(nodeText).join(', ')}.`)
  const { rows } = await database.query<{ id: number; group: number }>(
    `select nodeid as id, groupid as group from pg_dist_node
     where nodename = $1 and nodeport = $2 and noderole = 'primary'`,
    [from.host, from.port],
  )
  const [node] = rows
  if (!node) throw new ClusterFailure(`${nodeText(from)} is not a primary node of the cluster.`)
  await requireStopped(nodeUrlOf(databaseUrl, from), from)
  await onNode(databaseUrl, to, async (client) => {
    const answer = await readServerAnswer(client, nodeText(to))
    if (answer.kind === 'SILENT' || answer.isInRecovery)
      throw new ClusterFailure(`${nodeText(to)} is still a standby; promote it first.`)
    const catalog = await client.query<{ exists: boolean }>(
      `select to_regclass('pg_dist_local_group') is not null as exists`,
    )
    const local = catalog.rows[0]?.exists
      ? await client.query<{ group: number }>('select groupid as group from pg_dist_local_group')
      : undefined
    if (local?.rows[0]?.group !== node.group)
      throw new ClusterFailure(
        `${nodeText(to)} was not a standby of ${nodeText(from)}: it does not have that node's rows.`,
      )
  })
  await onConnection(database, async (client) => {
    liftDeadline(client)
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await client.query('select citus_update_node($1, $2, $3, force => true, lock_cooldown => $4)', [
      node.id,
      to.host,
      to.port,
      cooldownMs,
    ])
  })
}

/** What a former primary still accepts would be lost. */
async function requireStopped(url: string, node: NodeLocation): Promise<void> {
  const probe = probeServer(url)
  const answer = await probe.ask()
  probe.close()
  if (answer.kind === 'ANSWERED' && !answer.isInRecovery)
    throw new ClusterFailure(
      `${nodeText(node)} still answers as a primary; stop it first, so that it accepts nothing more.`,
    )
}
