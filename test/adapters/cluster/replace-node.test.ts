// The promoted standby of a node takes its place: the node is behind a proxy that goes down, and the server behind it is the "standby".
import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { ClusterFailure, nodeText, readCluster } from '../../../src/platform/postgres/cluster/citus.ts'
import { replaceNode } from '../../../src/platform/postgres/cluster/manage-nodes.ts'
import { openDatabase } from '../../../src/platform/postgres/database.ts'
import { proxyNode } from '../../support/faults/node-proxy.ts'
import { citusNodes, withoutCluster } from '../../support/gateway/citus.ts'
import { createTestDatabase, databaseUrl } from '../../support/gateway/database.ts'

const skip = withoutCluster && 'needs a cluster, named by TEST_CITUS'

async function openCluster(t: TestContext) {
  const url = databaseUrl(await createTestDatabase())
  const database = openDatabase({ connectionString: url }, { poolSize: 2, onError: () => undefined })
  t.after(() => database.end())
  const node = await proxyNode(t, url)
  const replace = (from: typeof node.address, to: typeof node.address) =>
    replaceNode(database, { databaseUrl: url, from, to })
  return { database, node, replace }
}

it('a promoted standby takes the place of a node that is down', { skip }, async (t) => {
  const { database, node, replace } = await openCluster(t)
  await node.stop()
  await replace(node.address, node.server)
  const cluster = await readCluster(database)
  const nodes = cluster?.nodes.map(nodeText) ?? []
  assert.ok(nodes.includes(nodeText(node.server)) && !nodes.includes(nodeText(node.address)), nodes.join())
  await database.query(`select from merchants where merchant_id = ''`)
})

it('a node that still answers as a primary is not replaced', { skip }, async (t) => {
  const { node, replace } = await openCluster(t)
  await assert.rejects(replace(node.address, node.server), /still answers as a primary; stop it first/)
})

it('a server that is not of the cluster, or has the rows of another node, replaces none', { skip }, async (t) => {
  const { node, replace } = await openCluster(t)
  const others = citusNodes().map(({ hostname: host, port }) => ({ host, port: Number(port) }))
  await node.stop()
  for (const other of others.filter(({ port }) => port !== node.server.port))
    await assert.rejects(replace(node.address, other), /is a node of the cluster already/)
  await assert.rejects(replace({ host: 'db9', port: 1 }, node.server), (error: Error) => {
    assert.ok(error instanceof ClusterFailure)
    assert.match(error.message, /has no node db9:1; it has /)
    return true
  })
  await assert.rejects(replace(node.address, { host: '127.0.0.1', port: 1 }), /cannot be reached/)
})

it('a database that is no cluster has no nodes to replace', {
  skip: !withoutCluster && 'the tests run on a cluster',
}, async (t) => {
  const url = databaseUrl(await createTestDatabase())
  const database = openDatabase({ connectionString: url }, { poolSize: 2, onError: () => undefined })
  t.after(() => database.end())
  const node = { host: 'db2', port: 5432 }
  await assert.rejects(replaceNode(database, { databaseUrl: url, from: node, to: node }), /no Citus extension/)
})
