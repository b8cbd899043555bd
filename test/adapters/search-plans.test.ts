// How PostgreSQL executes searches: by an index that begins with the merchant, never by reading a whole table.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Database, openDatabase } from '../../src/platform/postgres/database.ts'
import type { Search } from '../../src/search/ports/search.ts'
import { batchTransactionsStatement } from '../../src/search/postgres/batches.ts'
import { postgresSearch } from '../../src/search/postgres/search.ts'
import {
  ordersStatement,
  reviewStatement,
  type SearchStatement,
  transactionsStatement,
} from '../../src/search/postgres/search-statements.ts'
import { kinds, type Sample } from '../support/builders/search-questions.ts'
import { seedStatements } from '../support/builders/search-seed.ts'
import { createTestDatabase, databaseUrl } from '../support/gateway/database.ts'

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly PlanNode[]
  /** On a cluster: what each node does. */
  readonly 'Distributed Query'?: { readonly Job: { readonly Tasks: readonly RemoteTask[] } }
}

interface RemoteTask {
  readonly 'Remote Plan': readonly (readonly { readonly Plan: PlanNode }[])[]
}

const merchantId = 'SEEDED'
let database: Database
let search: Search
let sample: Sample
before(async () => {
  const address = { connectionString: databaseUrl(await createTestDatabase()) }
  database = openDatabase(address, { poolSize: 1, onError: () => {} })
  // Of another merchant, too, so that the merchant in the index is worth something.
  for (const text of [...seedStatements('OTHER', 2_000), ...seedStatements(merchantId, 6_000)])
    await database.query(text)
  search = postgresSearch(database)
  const { rows } = await database.query<Sample>(
    'select * from projected_orders where merchant_id = $1 and reference is not null and token is not null limit 1',
    [merchantId],
  )
  const [first] = rows
  assert.ok(first)
  sample = first
})
after(() => database.end())

async function planOf({ text, values }: SearchStatement): Promise<readonly PlanNode[]> {
  const { rows } = await database.query(`explain (format json) ${text}`, [...values])
  const nodes = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodes)]
  const { 'Distributed Query': distributed, ...plan } = rows[0]['QUERY PLAN'][0].Plan as PlanNode
  if (!distributed) return nodes(plan)
  const { Tasks: tasks } = distributed.Job
  assert.equal(tasks.length, 1, 'a search of one merchant asks one node')
  return tasks.flatMap((task) => task['Remote Plan'].flat().flatMap((each) => nodes(each.Plan).map(withoutShard)))
}

/** The tables and indexes of a shard end with its number. */
function withoutShard(node: PlanNode): PlanNode {
  const named = (['Relation Name', 'Index Name'] as const).filter((name) => node[name] !== undefined)
  return { ...node, ...Object.fromEntries(named.map((name) => [name, node[name]?.replace(/_\d{6,}$/, '')])) }
}

const projectedTables = /^projected_(orders|transactions)$/

function assertByIndex(plan: readonly PlanNode[], index: RegExp): void {
  const reads = plan.filter(
    (node) => projectedTables.test(node['Relation Name'] ?? '') || /^projected_/.test(node['Index Name'] ?? ''),
  )
  assert.ok(!reads.some((node) => node['Node Type'] === 'Seq Scan'), JSON.stringify(reads))
  const looked = reads.filter((node) => node['Index Name'] !== undefined)
  assert.ok(
    looked.some((node) => index.test(node['Index Name'] ?? '')),
    `${index} is not among ${looked.map((node) => node['Index Name'])}`,
  )
  for (const node of looked) assert.match(node['Index Cond'] ?? '', /merchant_id = /)
}

const statements = { orders: ordersStatement, transactions: transactionsStatement }

for (const what of ['orders', 'transactions'] as const) {
  describe(`a search for ${what}`, () => {
    for (const { name, index, ask } of kinds.filter((kind) => kind.of === what)) {
      it(`by ${name} is served by its index`, async () => {
        const plan = await planOf(statements[what]({ merchantId, ...ask(sample) }, { after: undefined, limit: 50 }))
        assertByIndex(plan, index)
      })

      it(`by ${name} finds the same on its second page as without pages`, async () => {
        const wanted = { merchantId, ...ask(sample) }
        const rowsOf = (limit: number, after?: string) =>
          search[what](wanted, { limit, ...(after !== undefined && { after }) })
        const { rows: both } = await rowsOf(14)
        const first = await rowsOf(7)
        const second = first.next === undefined ? { rows: [] } : await rowsOf(7, first.next)
        assert.deepEqual([...first.rows, ...second.rows], both)
        assert.equal(first.next !== undefined, both.length > 7)
      })
    }
  })
}

const sorts = ['NEWEST', 'OLDEST', 'LARGEST', 'SMALLEST'] as const

for (const what of ['orders', 'transactions'] as const)
  describe(`sorted ${what}`, () => {
    const wanted = { merchantId: 'SEEDED', currency: 'GBP' }

    for (const sort of sorts) {
      const isByAmount = sort === 'LARGEST' || sort === 'SMALLEST'
      it(`with the ${sort.toLowerCase()} first follow an index, and are not all read`, async () => {
        const question = isByAmount ? wanted : { merchantId }
        const plan = await planOf(statements[what](question, { after: undefined, limit: 50, sort }))
        assertByIndex(plan, isByAmount ? /_by_amount/ : /_by_time/)
        const kinds = plan.map((node) => node['Node Type'])
        assert.ok(!kinds.includes('Sort'), kinds.join())
      })

      it(`with the ${sort.toLowerCase()} first come in that order, page by page`, async () => {
        const { rows } = await search[what](wanted, { limit: 30, sort })
        const sortValueOf = (row: (typeof rows)[number]) =>
          isByAmount ? row.amountMinor : BigInt(('createdAt' in row ? row.createdAt : row.timeOfRecord).getTime())
        const isUp = sort === 'OLDEST' || sort === 'SMALLEST'
        for (const [index, row] of rows.entries()) {
          const before = rows[index - 1]
          if (before)
            assert.ok(
              isUp ? sortValueOf(before) <= sortValueOf(row) : sortValueOf(before) >= sortValueOf(row),
              String(index),
            )
        }
        const first = await search[what](wanted, { limit: 10, sort })
        const second = await search[what](wanted, { limit: 20, sort, after: first.next ?? assert.fail('no more') })
        assert.deepEqual([...first.rows, ...second.rows], rows)
      })
    }

    it('are counted up to a limit, whatever they are found by', async () => {
      const [row] = (
        await database.query<{ all: number; pounds: number; declined: number }>(
          `select count(*)::int as all, count(*) filter (where currency = 'GBP')::int as pounds,
             ${what === 'orders' ? "count(*) filter (where exists (select from projected_transactions t where t.merchant_id = f.merchant_id and t.order_id = f.order_id and t.gateway_code = 'DECLINED'))" : "count(*) filter (where gateway_code = 'DECLINED')"}::int as declined
           from projected_${what} f where merchant_id = $1`,
          [merchantId],
        )
      ).rows
      assert.ok(row && row.declined > 0)
      assert.equal(await search.count(what, { merchantId }, 100_000), row.all)
      assert.equal(await search.count(what, { merchantId }, 500), 500)
      assert.equal(await search.count(what, wanted, 100_000), row.pounds)
      assert.equal(await search.count(what, { merchantId, gatewayCode: 'DECLINED' }, 100_000), row.declined)
      assert.equal(await search.count(what, { merchantId, orderId: 'a\0*' }, 10), 0)
    })
  })

describe('the queue of orders awaiting a decision', () => {
  it('is served by its index', async () => {
    const plan = await planOf(reviewStatement({ merchantId, kind: 'RISK' }, { after: undefined, limit: 50 }))
    assertByIndex(plan, /_to_review/)
  })
})

describe('the transactions of a settlement batch', () => {
  it('are found by the index of batches, newest first', async () => {
    const { rows } = await database.query<{ acquirer_id: string; batch: number }>(
      'select acquirer_id, batch from projected_transactions where merchant_id = $1 and batch is not null limit 1',
      [merchantId],
    )
    const { acquirer_id: acquirerId, batch } = rows[0] ?? assert.fail('no batch')
    const plan = await planOf(
      batchTransactionsStatement({ merchantId, acquirerId, batch }, { after: undefined, limit: 50 }),
    )
    assertByIndex(plan, /_by_batch/)
  })
})

describe('a page of search results', () => {
  it('for a name that cannot exist is empty', async () => {
    assert.deepEqual(await search.orders({ merchantId, reference: 'a\0b' }, { limit: 5 }), { rows: [] })
    assert.deepEqual(await search.transactions({ merchantId, orderId: 'a\0*' }, { limit: 5 }), { rows: [] })
  })

  it('after an unknown cursor is empty', async () => {
    const strange = [
      '',
      'x',
      Buffer.from('["2026-01-01"]').toString('base64url'),
      Buffer.from('[1,2]').toString('base64url'),
    ]
    for (const after of strange) {
      assert.deepEqual(await search.orders({ merchantId }, { after, limit: 5 }), { rows: [] })
      assert.deepEqual(await search.transactions({ merchantId }, { after, limit: 5 }), { rows: [] })
      assert.deepEqual(await search.batches(merchantId, { after, limit: 5 }), { rows: [] })
    }
  })

  it('of another merchant is never shown, whatever the cursor', async () => {
    const { next } = await search.orders({ merchantId }, { limit: 1 })
    const { rows } = await search.orders(
      { merchantId: 'OTHER' },
      { limit: 50, ...(next !== undefined && { after: next }) },
    )
    assert.ok(rows.length > 0)
    assert.ok(rows.every((row) => row.merchantId === 'OTHER'))
    assert.deepEqual(await search.orders({ merchantId: 'NOBODY' }, { limit: 5 }), { rows: [] })
  })
})
