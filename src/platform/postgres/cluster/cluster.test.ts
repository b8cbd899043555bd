// What needs no cluster: addresses, versions, and the comparison of stored placements with the list.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase, databaseUrl } from '../../../../test/support/gateway/database.ts'
import { type Database, openDatabase } from '../database.ts'
import { areTablesDistributed, type Cluster, ClusterFailure, isSupportedEngine, readCluster } from './citus.ts'
import { distributeTables } from './distribute.ts'
import { initCluster } from './manage-nodes.ts'
import { type StoredPlacement, tablePlacements } from './table-placements.ts'
import { placementProblems } from './verify-cluster.ts'

const isPlain = !process.env['TEST_CITUS']

/** Every table where it should be. */
function everyTable(): Map<string, StoredPlacement> {
  return new Map(
    [...tablePlacements].map(([table, placement]) => {
      const column = placement.kind === 'DISTRIBUTED' ? placement.column : null
      const colocationId = column === null ? 1 : column === 'process_id' ? 3 : 2
      return [table, { kind: placement.kind, column, colocationId, shardCount: 4, localBytes: 0 }]
    }),
  )
}

describe('a comparison with the list of tables', () => {
  it('finds nothing in a cluster that is as it should be', () => assert.deepEqual(placementProblems(everyTable()), []))

  const changes: readonly (readonly [string, string, Partial<StoredPlacement>, RegExp])[] = [
    [
      'a table that is local',
      'tokens',
      { kind: 'LOCAL' },
      /tokens is on the coordinator alone; run "tollgate cluster distr/,
    ],
    ['a table that is copied', 'orders', { kind: 'REFERENCE' }, /orders is reference, and should be distributed/],
    [
      'another column',
      'orders',
      { column: 'order_id' },
      /orders is distributed by order_id, and should be by merchant_id/,
    ],
    ['rows that stayed behind', 'tokens', { localBytes: 8192 }, /tokens has rows from before its distribution/],
    ['a table in another place', 'events', { colocationId: 9 }, /events is not placed with merchants/],
  ]
  for (const [title, table, change, problem] of changes)
    it(`finds ${title}`, () => {
      const stored = everyTable()
      const there = stored.get(table)
      if (there) stored.set(table, { ...there, ...change })
      const problems = placementProblems(stored)
      assert.equal(problems.length, 1)
      assert.match(problems[0] ?? '', problem)
    })

  it('finds a table that is missing, and one that is not known', () => {
    const stored = everyTable()
    const orders = stored.get('orders')
    stored.delete('orders')
    if (orders) stored.set('others', { ...orders, colocationId: 2 })
    assert.deepEqual(placementProblems(stored), [
      'Table orders does not exist; run "tollgate migrate".',
      'Table others is not one of this release.',
    ])
  })
})

describe('the engine of a cluster', () => {
  const engine = (citusVersion: string, postgresMajor: number): Cluster => ({
    citusVersion,
    postgresMajor,
    nodes: [],
    isDistributed: true,
  })

  it('is Citus 13 on PostgreSQL 15 to 17, or Citus 14 on 16 to 18', () => {
    for (const major of [15, 16, 17]) assert.ok(isSupportedEngine(engine('13.2-1', major)))
    for (const major of [16, 17, 18]) assert.ok(isSupportedEngine(engine('14.0-1', major)))
  })

  it('is no other combination', () => {
    for (const [version, major] of [
      ['13.2-1', 18],
      ['13.2-1', 14],
      ['14.0-1', 15],
      ['12.1-1', 16],
    ] as const)
      assert.ok(!isSupportedEngine(engine(version, major)))
  })
})

describe('a plain PostgreSQL', () => {
  const skip = !isPlain && 'the tests run on a cluster'
  let database: Database
  let url: string

  before(async () => {
    url = databaseUrl(await createTestDatabase())
    database = openDatabase({ connectionString: url }, { poolSize: 2, onError: () => undefined })
  })
  after(() => database.end())

  it('is no cluster', { skip }, async () => {
    assert.equal(await readCluster(database), undefined)
    assert.equal(await areTablesDistributed(database), false)
  })

  it('is not distributed, and says what to do first', { skip }, async () => {
    await assert.rejects(distributeTables(database), (error: Error) => {
      assert.ok(error instanceof ClusterFailure)
      assert.match(error.message, /no Citus extension; run "tollgate cluster init"/)
      return true
    })
  })

  it('does not become a coordinator without the library', { skip }, async () => {
    const node = { host: 'localhost', port: 1 }
    const init = initCluster(database, { databaseUrl: url, coordinator: node, workers: [node] })
    await assert.rejects(init, /does not load Citus; add it to shared_preload_libraries/)
  })
})
