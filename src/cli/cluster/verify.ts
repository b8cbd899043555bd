// Compares a cluster with what this release expects.
import { engineText, findClusterProblems, nodeText, requireCluster } from '../../compose/cluster.ts'
import { command } from '../command.ts'
import { commandDone, doneWithProblems } from '../result.ts'
import { withInstallation } from '../with-installation.ts'

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
