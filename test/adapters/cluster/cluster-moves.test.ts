// Moves of merchants between the nodes of a cluster, by the operator's commands.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { readCluster } from '../../../src/platform/postgres/cluster/citus.ts'
import {
  isRebalanceOver,
  moveMerchant,
  readRebalance,
  startRebalance,
} from '../../../src/platform/postgres/cluster/move-merchants.ts'
import { findClusterProblems } from '../../../src/platform/postgres/cluster/verify-cluster.ts'
import { type Database, openDatabase } from '../../../src/platform/postgres/database.ts'
import { until } from '../../support/checks/poll.ts'
import { citusNodes, withoutCluster } from '../../support/gateway/citus.ts'
import { createTestDatabase, databaseUrl } from '../../support/gateway/database.ts'

const skip = withoutCluster && 'needs a cluster, named by TEST_CITUS'

describe('the merchants of a cluster', () => {
  let url: string
  let database: Database
  const merchantId = 'TESTMERCHANT'
  const [, first, second] = citusNodes().map(({ hostname: host, port }) => ({ host, port: Number(port) }))

  before(async () => {
    if (skip) return
    url = databaseUrl(await createTestDatabase())
    database = openDatabase({ connectionString: url }, { poolSize: 3, onError: () => undefined })
  })
  after(() => (skip ? undefined : database.end()))

  /** The ports of the nodes that have shards, each once. */
  async function portsOf(merchantId?: string): Promise<readonly number[]> {
    const { rows } = await database.query<{ port: number }>(
      `select distinct n.nodeport as port from pg_dist_shard s join pg_dist_placement p using (shardid)
       join pg_dist_node n on n.groupid = p.groupid
       where s.logicalrelid = 'orders'::regclass
         and ($1::text is null or s.shardid = get_shard_id_for_distribution_column('orders', $1)) order by 1`,
      [merchantId ?? null],
    )
    return rows.map(({ port }) => port)
  }

  it('are moved to a node that the operator names, with all their rows', { skip }, async () => {
    assert.ok(first && second)
    const [port] = await portsOf(merchantId)
    const target = port === first.port ? second : first
    const { to } = await moveMerchant(database, merchantId, target)
    assert.equal(to, `${target.host}:${target.port}`)
    assert.deepEqual(await portsOf(merchantId), [target.port])
    const { rows } = await database.query('select from merchants where merchant_id = $1', [merchantId])
    assert.equal(rows.length, 1)
    const cluster = await readCluster(database)
    assert.deepEqual(cluster && (await findClusterProblems(database, cluster)), [])
    assert.deepEqual(await moveMerchant(database, merchantId, target), { from: to, to }, 'it is there already')
  })

  it('leave a node by one rebalance, which a second command follows', { skip }, async () => {
    assert.ok(first && second)
    await database.query(`select citus_set_node_property($1, $2, 'shouldhaveshards', false)`, [first.host, first.port])
    // Nothing is moved while this one writes.
    const writer = new pg.Client({ connectionString: url })
    await writer.connect()
    await writer.query('begin')
    await writer.query('update merchants set profile = profile')
    assert.equal(await startRebalance(database), true)
    assert.equal(await startRebalance(database), true, 'as the first one has not ended')
    await writer.query('rollback')
    await writer.end()
    await until(async () => {
      const progress = await readRebalance(database)
      return progress !== undefined && isRebalanceOver(progress)
    }, 'the rebalance has ended')
    assert.equal((await readRebalance(database))?.state, 'finished')
    assert.deepEqual(await portsOf(), [second.port])
    assert.equal(await startRebalance(database), false)
  })
})
