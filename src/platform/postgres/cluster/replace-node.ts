// Fail-over of a node: its standby was promoted, and the cluster learns where the node's rows are now.
import { type Database, onConnection } from '../database.ts'
import { probeServer, readServerAnswer } from '../servers/probe-server.ts'
import { liftDeadline } from '../watched-connections.ts'
import { ClusterFailure, nodeText, requireCluster } from './citus.ts'
import { type NodeLocation, nodeUrlOf, onNode } from './on-node.ts'

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
