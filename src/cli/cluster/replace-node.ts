// Tells a cluster where the promoted standby of a node is.
import { nodeText, replaceNode } from '../../compose/cluster.ts'
import { command } from '../command.ts'
import { commandDone, commandRefused } from '../result.ts'
import { requiredOption } from '../rows.ts'
import { withInstallation } from '../with-installation.ts'
import { parseNode } from './node-option.ts'

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
