// Which node a merchant's statements go to, with a catalog that the test controls in place of a cluster.
import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { until } from '../../../../test/support/checks/poll.ts'
import type { Database } from '../database.ts'
import { type NodeAddress, readShardOwners, type ShardOwners } from './node-map.ts'
import { openOwningNodes } from './owning-nodes.ts'

const first = { name: '1', host: 'first', port: 5432 }
const second = { name: '2', host: 'second', port: 5432 }

/** Merchants are on the shard of the last digit of their names. */
function cluster(t: TestContext, initial: Readonly<Record<string, NodeAddress>>) {
  const catalog = { shards: initial, isDown: false, lookups: 0, largest: 0 }
  const opened: string[] = []
  const moves: string[] = []
  const entry = {
    async query(text: string, values?: readonly [readonly string[]]) {
      if (catalog.isDown) throw new Error('nothing answers')
      if (text.includes('to_regclass')) return { rows: [{ exists: true }] }
      if (values) {
        catalog.lookups += 1
        catalog.largest = Math.max(catalog.largest, values[0].length)
        return { rows: values[0].map((id) => ({ merchant_id: id, shard: id.slice(-1) })) }
      }
      return { rows: Object.entries(catalog.shards).map(([shard, node]) => ({ shard, ...node })) }
    },
  } as unknown as Database
  const owners: ShardOwners = new Map(Object.entries(initial))
  const nodes = openOwningNodes(owners, {
    entry,
    entryPayments: entry,
    entryWork: entry,
    everyMs: 3_600_000,
    open(address) {
      opened.push(address.host)
      return {
        database: { end: async () => {} } as unknown as Database,
        payments: { end: async () => {} } as unknown as Database,
        work: { end: async () => {} } as unknown as Database,
        moveTo: ({ host }) => void moves.push(host),
        stop() {},
      }
    },
  })
  t.after(() => nodes.close())
  const settled = async (merchantId: string) => {
    await until(() => !nodes.nodeOf(merchantId).name.startsWith('any'), `the owner of ${merchantId} is known`)
    return nodes.nodeOf(merchantId).name
  }
  return { nodes, catalog, opened, moves, settled, entry }
}

it("a merchant's statements go to any node until its owner is known, then to the owner", async (t) => {
  const { nodes, settled, catalog } = cluster(t, { 1: first, 2: second })
  assert.equal(nodes.nodeOf('M1').name, 'any M1')
  assert.equal(nodes.nodeOf('M2').name, 'any M2')
  assert.deepEqual([await settled('M1'), await settled('M2')], ['1', '2'])
  assert.ok(catalog.lookups <= 2)
})

it('a merchant that was moved is served by its new node after the catalog was read again', async (t) => {
  const { nodes, catalog, settled } = cluster(t, { 1: first, 2: second })
  await settled('M1')
  catalog.shards = { 1: second, 2: second }
  await nodes.refresh()
  assert.equal(nodes.nodeOf('M1').name, '2')
})

it('a node whose standby took over keeps its connections, which move to the new address', async (t) => {
  const { nodes, catalog, settled, opened, moves } = cluster(t, { 1: first })
  await settled('M1')
  catalog.shards = { 1: { ...first, host: 'standby' } }
  await nodes.refresh()
  assert.equal(nodes.nodeOf('M1').name, '1')
  assert.deepEqual([opened, moves], [['first'], ['standby']])
})

it('a merchant whose shard was split is looked up again', async (t) => {
  const { nodes, catalog, settled } = cluster(t, { 1: first })
  await settled('M1')
  catalog.shards = { 7: second }
  await nodes.refresh()
  assert.equal(nodes.nodeOf('M1').name, 'any M1')
})

it('what was known stays valid while no node answers', async (t) => {
  const { nodes, catalog, settled } = cluster(t, { 1: first })
  await settled('M1')
  catalog.isDown = true
  await assert.rejects(nodes.refresh())
  assert.equal(nodes.nodeOf('M1').name, '1')
  assert.deepEqual(nodes.addresses, [first])
})

it('the owner of a merchant in use stays known when strangers make up more ids than are remembered', async (t) => {
  const { nodes, catalog, settled } = cluster(t, { 1: first, 2: second })
  await settled('M1')
  for (let round = 0; round < 15; round += 1) {
    for (let n = 0; n < 10_000; n += 1) nodes.nodeOf(`X${round}-${n}-2`)
    await settled(`X${round}-0-2`)
    assert.equal(nodes.nodeOf('M1').name, '1', `round ${round}`)
  }
  catalog.isDown = true
  assert.equal(nodes.nodeOf('M1').name, '1')
})

it('ids that are asked for while no node answers are not collected without end', async (t) => {
  const { nodes, catalog, settled } = cluster(t, { 1: first })
  catalog.isDown = true
  for (let n = 0; n < 50_000; n += 1) nodes.nodeOf(`X${n}-1`)
  catalog.isDown = false
  await settled('M1')
  assert.ok(catalog.largest <= 10_000, `${catalog.largest} in one lookup`)
})

it('a plain database has no owners', async () => {
  const plain = { query: async () => ({ rows: [{ exists: false }] }) } as unknown as Database
  assert.equal(await readShardOwners(plain), undefined)
})
