// Makes a cluster of several PostgreSQL servers.
import { engineText, initCluster, nodeText } from '../../compose/cluster.ts'
import { command } from '../command.ts'
import { commandDone, commandRefused } from '../result.ts'
import { listValue, requiredOption } from '../rows.ts'
import { table } from '../table.ts'
import { withInstallation } from '../with-installation.ts'
import { nodeOf, parseNode, parseNodeText } from './node-option.ts'

export const clusterInit = command({
  name: 'cluster init',
  purpose: 'Makes the database of DATABASE_URL the coordinator of a Citus cluster and adds workers to it.',
  arguments: {},
  options: {
    workers: requiredOption(
      listValue(parseNodeText, '<host:port,...>', 'The workers, as the coordinator and the gateways reach them.'),
    ),
    coordinator: {
      kind: 'VALUE',
      placeholder: '<host:port>',
      description: 'The coordinator, as the workers reach it. Default: the server of DATABASE_URL.',
      parse: parseNode,
    },
  },
  example: '--workers db1:5432,db2:5432 --coordinator db0:5432',
  notes: () =>
    `Each server needs the citus package, shared_preload_libraries = 'citus', max_prepared_transactions, and a database with
the name, user and password of DATABASE_URL. The user must be a superuser for this command. Nodes that are part of the
cluster already stay; repeat the command with more workers to add some, then run "tollgate cluster rebalance".`,
  run: ({ workers, coordinator }, context) =>
    withInstallation(context, async ({ database }, { databaseUrl }) => {
      if (databaseUrl === undefined)
        return commandRefused('The embedded database cannot be a cluster; set DATABASE_URL.')
      const cluster = await initCluster(database, {
        databaseUrl,
        coordinator: coordinator ?? serverOf(databaseUrl),
        workers: workers.map(nodeOf),
      })
      const rows = cluster.nodes.map((node) => [nodeText(node), node.isCoordinator ? 'coordinator' : 'worker'])
      return commandDone(cluster, `${engineText(cluster)}\n${table(['NODE', 'ROLE'], rows)}`)
    }),
})

function serverOf(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl)
  return { host: hostname, port: Number(port || 5432) }
}
