// Rows that are named by a secret alone, on simulated nodes: a node that is down stops only its own merchants.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { StoreOverloaded } from '../../../kernel/failures.ts'
import type { Database } from '../database.ts'
import { findAnywhere, onOneDatabase, onSeveralDatabases, rowLookup } from './merchant-databases.ts'
import { askNodes, ownerText } from './node-map.ts'

const byPaymentLinkId = rowLookup('find-link', {
  table: 'payment_links',
  where: 'r.payment_link_id = $1',
  valueCount: 1,
})

const down = () => Promise.reject(new StoreOverloaded('connect ECONNREFUSED'))
const silent = () => new Promise<never>(() => {})
const having = (merchantId?: string) => async () => ({ rows: merchantId ? [{ merchant_id: merchantId }] : [] })

function ask(...nodes: readonly (() => Promise<unknown>)[]): Promise<string | undefined> {
  const asked = nodes.map((query, place) => ({
    database: { query } as unknown as Database,
    shards: [`payment_links_${place}`],
  }))
  return askNodes(asked, byPaymentLinkId, ['LINK'])
}

it('a row on a node that answers is found while another node is down or silent', async () => {
  assert.equal(await ask(down, having('M1')), 'M1')
  assert.equal(await ask(having('M1'), silent), 'M1')
})

it('a row that no node has is not found', async () => {
  assert.equal(await ask(having(), having()), undefined)
  assert.equal(await ask(), undefined)
})

it('a row that no answering node has may be on the one that is down: not now, rather than not found', async () => {
  await assert.rejects(ask(having(), down), StoreOverloaded)
})

it('a shard that has just been moved away is no outage: the database is asked', async () => {
  const isGone = () =>
    Promise.reject(Object.assign(new Error('relation "payment_links_1" does not exist'), { code: '42P01' }))
  assert.equal(await ask(having(), isGone), undefined)
})

it('a node without shards of the table is not asked', async () => {
  const nodes = [{ database: { query: down } as unknown as Database, shards: [] }]
  assert.equal(await askNodes(nodes, byPaymentLinkId, ['LINK']), undefined)
})

it('a node is asked about each of its shards at once', () => {
  assert.equal(
    ownerText(byPaymentLinkId, ['payment_links_1', 'payment_links_2']),
    'select r.merchant_id from payment_links_1 r where r.payment_link_id = $1\nunion all\n' +
      'select r.merchant_id from payment_links_2 r where r.payment_link_id = $1',
  )
})

/** Records what was sent where; the rows are those of the place that has them. */
function databases(owner: string | undefined, rows: Readonly<Record<string, readonly object[]>>) {
  const sent: string[] = []
  const at = (place: string) =>
    ({
      async query({ text, values }: { readonly text: string; readonly values: readonly unknown[] }) {
        sent.push(`${place}: ${text} [${values}]`)
        return { rows: rows[place] ?? [] }
      },
    }) as unknown as Database
  return { sent, found: onSeveralDatabases({ of: at, any: at('any'), ownerOf: async () => owner }) }
}

it('a row is read at the node of its merchant, by a statement that names the merchant', async () => {
  const { found, sent } = databases('M1', { M1: [{ payment_link_id: 'LINK' }] })
  assert.deepEqual(await findAnywhere(found, byPaymentLinkId, ['LINK']), [{ payment_link_id: 'LINK' }])
  assert.deepEqual(sent, [
    'M1: select * from payment_links r where r.payment_link_id = $1 and r.merchant_id = $2 [LINK,M1]',
  ])
})

it('a row that is not found, or that its merchant no longer has, is looked for by the database itself', async () => {
  for (const owner of [undefined, 'M1']) {
    const { found, sent } = databases(owner, { any: [{ payment_link_id: 'LINK' }] })
    assert.deepEqual(await findAnywhere(found, byPaymentLinkId, ['LINK']), [{ payment_link_id: 'LINK' }])
    assert.equal(sent.at(-1), 'any: select * from payment_links r where r.payment_link_id = $1 [LINK]')
  }
})

it('one server is asked once', async () => {
  const { found, sent } = databases(undefined, { any: [{ payment_link_id: 'LINK' }] })
  assert.deepEqual(await findAnywhere(onOneDatabase(found.any), byPaymentLinkId, ['LINK']), [
    { payment_link_id: 'LINK' },
  ])
  assert.equal(sent.length, 1)
})
