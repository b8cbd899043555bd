// Commands about a cluster of several PostgreSQL servers.

import { setTimeout as pause } from 'node:timers/promises'
import { pendingMigrations } from '../../compose/index.ts'
import { FieldError } from '../../contract/row.ts'
import { engineText, nodeText, requireCluster } from '../../platform/postgres/cluster/citus.ts'
import { defaultShardCount, distributeTables } from '../../platform/postgres/cluster/distribute.ts'
import { initCluster, replaceNode } from '../../platform/postgres/cluster/manage-nodes.ts'
import {
  isRebalanceOver,
  moveMerchant,
  readRebalance,
  startRebalance,
} from '../../platform/postgres/cluster/move-merchants.ts'
import { findClusterProblems } from '../../platform/postgres/cluster/verify-cluster.ts'
import { command } from '../command.ts'
import { merchantIdArgument, unknownMerchant } from '../options.ts'
import { commandDone, commandRefused, doneWithProblems } from '../result.ts'
import { flag, listValue, requiredOption } from '../rows.ts'
import { table } from '../table.ts'
import { openProgressReporter } from '../terminal.ts'
import { withAdministration, withInstallation } from '../with-installation.ts'

/** The address of a node, as an argument or option of the commands about clusters. */
interface NodeOption {
  readonly host: string
  readonly port: number
}

const address = /^([A-Za-z0-9._-]+|\[[0-9A-Fa-f:]+\]):(\d{1,5})$/

export function parseNode(text: string): NodeOption | FieldError {
  const [, host, port] = address.exec(text) ?? []
  if (host === undefined || Number(port) > 65_535) return new FieldError('must be a host and a port, such as db1:5432')
  return { host, port: Number(port) }
}

/** The same, as it was written: lists of values are texts. */
function parseNodeText(text: string): string | FieldError {
  const node = parseNode(text)
  return node instanceof FieldError ? node : text
}

function nodeOf(text: string): NodeOption {
  const node = parseNode(text)
  if (node instanceof FieldError) throw node
  return node
}

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

export const clusterDistribute = command({
  name: 'cluster distribute',
  purpose: 'Distributes the tables over the nodes of the cluster and removes the copied rows from the coordinator.',
  arguments: {},
  options: {
    shards: {
      kind: 'VALUE',
      placeholder: '<number>',
      description: `The number of shards of each table in a new cluster. Default: ${defaultShardCount}.`,
      parse: parseShards,
    },
  },
  example: '--shards 8',
  notes: () =>
    `Run it once, after "tollgate migrate" and "tollgate cluster init"; if the tables already have rows, stop the gateways. Use
two to four shards for each worker that the cluster will ever have: it cannot use more workers than it has shards, and each
shard of a worker costs every payment there. Tables of later releases are distributed by "tollgate migrate".`,
  run: ({ shards }, context) =>
    withInstallation(context, async (installation) => {
      const { database } = installation
      await requireCluster(database)
      const pending = await pendingMigrations(installation)
      if (pending.length > 0)
        return commandRefused(`${pending.length} migrations are missing; run "tollgate migrate" first.`)
      const reporter = openProgressReporter(context.isJson, context.terminal.stderr)
      const distributed = await distributeTables(database, {
        shardCount: shards,
        onProgress: ({ table, done, total }) =>
          reporter.report({ what: `Distributing ${table} (${done + 1} of ${total} tables)`, done, total: 0 }),
      })
      reporter.end()
      return commandDone(
        { distributed },
        distributed.length === 0 ? 'Nothing to do.' : `${distributed.length} tables are distributed now.`,
      )
    }),
})

function parseShards(text: string): number | FieldError {
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0
  return count >= 1 && count <= 1_024 ? count : new FieldError('must be a number from 1 to 1024')
}

export const clusterVerify = command({
  name: 'cluster verify',
  purpose:
    'Checks the nodes of the cluster, and that every table is placed as this release expects, without rows left elsewhere.',
  arguments: {},
  options: {},
  example: '',
  run: (_given, context) =>
    withInstallation(context, async ({ database }) => {
      const cluster = await requireCluster(database)
      const problems = await findClusterProblems(database, cluster)
      const data = { engine: engineText(cluster), nodes: cluster.nodes, problems }
      if (problems.length > 0) return doneWithProblems(data, problems.join('\n'))
      const nodes = cluster.nodes.map(nodeText).join(', ')
      return commandDone(data, `${engineText(cluster)} on ${nodes}: every table is in its place.`)
    }),
})

export const clusterRebalance = command({
  name: 'cluster rebalance',
  purpose: 'Moves merchants until every node of the cluster has about as many rows as the others.',
  arguments: {},
  options: { detach: flag('Returns immediately; the database continues in the background.') },
  example: '',
  notes: () =>
    `For use after nodes were added. Payments continue; those of a merchant that is being moved wait. The command can be
stopped at any time and run again, since the database does the work: it then shows the progress of the first one.`,
  run: ({ detach }, context) =>
    withInstallation(context, async ({ database }) => {
      await requireCluster(database)
      if (!(await startRebalance(database))) return commandDone({ state: 'balanced' }, 'Nothing to do.')
      if (detach) return commandDone({ state: 'running' }, 'The database moves merchants in the background.')
      const reporter = openProgressReporter(context.isJson, context.terminal.stderr)
      for (;;) {
        const progress = (await readRebalance(database)) ?? { state: 'finished', done: 0, total: 0 }
        const { state, done, total } = progress
        reporter.report({ what: `Moving merchants (${done} of ${total} moves)`, done, total: 0 })
        if (isRebalanceOver(progress)) {
          reporter.end()
          return state === 'finished'
            ? commandDone({ state, moves: done }, `Merchants are spread evenly, after ${done} moves.`)
            : doneWithProblems(
                { state, moves: done },
                `The database ended with ${state}; see its log, then run the command again.`,
              )
        }
        await pause(pollEveryMs)
      }
    }),
})

const pollEveryMs = 500

export const clusterMoveMerchant = command({
  name: 'cluster move-merchant',
  purpose: 'Gives a merchant shards of its own and moves it to a node.',
  arguments: { merchantId: merchantIdArgument },
  options: {
    to: requiredOption({
      kind: 'VALUE',
      placeholder: '<host:port>',
      description: 'The node, as "tollgate cluster verify --json" lists it.',
      parse: parseNode,
    }),
  },
  example: 'SHOP1 --to db2:5432',
  notes: () =>
    `For a merchant that outgrows the others of its node. Its payments wait while its rows are copied; those of all others
continue. A token repository with the merchant's id moves with it.`,
  run: ({ merchantId, to }, context) =>
    withAdministration(context, async ({ merchants }, _config, { database }) => {
      if (!(await merchants.find(merchantId))) return unknownMerchant(merchantId)
      const moved = await moveMerchant(database, merchantId, to)
      const text =
        moved.from === moved.to
          ? `${merchantId} is on ${moved.to} already, in shards of its own.`
          : `${merchantId} was moved from ${moved.from} to ${moved.to}.`
      return commandDone({ merchantId, ...moved }, text)
    }),
})

export const clusterReplaceNode = command({
  name: 'cluster replace-node',
  purpose: 'Makes the promoted standby of a node take its place in the cluster.',
  arguments: {
    node: {
      kind: 'VALUE',
      placeholder: '<host:port>',
      description: 'The node that has failed, as "tollgate cluster verify --json" lists it.',
      parse: parseNode,
    },
  },
  options: {
    by: requiredOption({
      kind: 'VALUE',
      placeholder: '<host:port>',
      description: 'The promoted standby, as the other nodes and the gateways reach it.',
      parse: parseNode,
    }),
  },
  example: 'db2:5432 --by db2b:5432',
  notes: () =>
    `Stop the former node and promote its standby first. Gateways follow within seconds, without a restart; until then the
merchants of the node get 503 SERVER_BUSY. Statements that still wait for the former node are ended.`,
  run: ({ node: from, by: to }, context) =>
    withInstallation(context, async ({ database }, { databaseUrl }) => {
      if (databaseUrl === undefined) return commandRefused('DATABASE_URL does not name a cluster.')
      await replaceNode(database, { databaseUrl, from, to })
      return commandDone(
        { from: nodeText(from), to: nodeText(to) },
        `${nodeText(to)} has taken the place of ${nodeText(from)}.`,
      )
    }),
})
