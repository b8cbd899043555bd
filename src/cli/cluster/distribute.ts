// Distributes the gateway's tables over the nodes of a cluster.
import { defaultShardCount, distributeTables, requireCluster } from '../../compose/cluster.ts'
import { pendingMigrations } from '../../compose/index.ts'
import { FieldError } from '../../contract/row.ts'
import { command } from '../command.ts'
import { openProgressReporter } from '../progress.ts'
import { commandDone, commandRefused } from '../result.ts'
import { withInstallation } from '../with-installation.ts'

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
        ...(shards !== undefined && { shardCount: shards }),
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
