// A distributed database: its nodes, and whether every table is where this release expects it.
import { engineText, readCluster } from '../../adapters/postgres/cluster/citus.ts'
import { findClusterProblems } from '../../adapters/postgres/cluster/verify-cluster.ts'
import { type Check, type DoctorContext, type Finding, ok, skipped, wrong } from './check.ts'

export const clusterChecks: readonly Check[] = [
  {
    name: 'cluster',
    looksAt: 'Whether the nodes of a distributed database reach each other, and every table is in its place',
    mend: 'Run "npx tollgate cluster verify" for the whole list. See docs/operating/distributed-postgresql.md.',
    needs: 'SCHEMA',
    run: checkCluster,
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
