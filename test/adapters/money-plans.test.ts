// How PostgreSQL executes the statements of the money path, whatever its statistics on the tables: by primary key, row
// by row, never by reading a whole table. On a cluster each has another form, see distributed-statements.txt.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import {
  beginByIndex,
  claimOverdueTexts,
  claimReversalsTexts,
  claimStoppedRecurringTexts,
  dueLinksText,
  stoppedRecurringMerchantsText,
} from '../../src/payments/postgres/claim-due.ts'
import { moneyStatements } from '../../src/payments/postgres/money-path.ts'
import { moneyPathSettings } from '../../src/payments/postgres/money-statements.ts'
import { oneServerOnly } from '../support/gateway/citus.ts'
import { createTestDatabase, databaseUrl } from '../support/gateway/database.ts'

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Conflict Arbiter Indexes'?: readonly string[]
  readonly Plans?: readonly PlanNode[]
}

/** As business leaves the tables: as many rows as it takes to make a scan of all look cheap. */
const fill = `
  insert into orders (merchant_id, order_id, currency, amount_minor, status, total_authorized_minor, total_captured_minor,
    revision, event_count, created_at, updated_at)
  select 'TESTMERCHANT', 'old-' || n, 'USD', 1000, 'CAPTURED', 1000, 1000, 2, 1, now(), now()
  from generate_series(1, 20000) n;
  insert into transactions (merchant_id, order_id, transaction_id, position, type, amount_minor, attempt_id, acquirer_link,
    acquirer_reference, request_key_id, request_hash, request, gateway_code, response_number, recorded_at, updated_at)
  select 'TESTMERCHANT', 'old-' || n, '1', 1, 'PAYMENT', 1000, 'attempt-' || n, '{}', 'reference-' || n, 'none', '\\x00',
    '{}', 'APPROVED', 1, now(), now()
  from generate_series(1, 20000) n;
  insert into events (merchant_id, order_id, number, kind, transaction_id, at, response)
  select 'TESTMERCHANT', 'old-' || n, 1, 'OUTCOME', '1', now(), '{}' from generate_series(1, 20000) n`

let database: string
let money: pg.Client
before(async () => {
  database = await createTestDatabase()
  money = new pg.Client({ connectionString: databaseUrl(database), options: moneyPathSettings })
  await money.connect()
})
after(() => money.end())

/** Every node of the plan that is kept for a prepared statement. */
async function planOf(text: string, client: pg.Client): Promise<readonly PlanNode[]> {
  const parameters = Math.max(...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
  const values = Array.from({ length: parameters }, () => 'null').join()
  await client.query(`prepare planned as ${text}`)
  const { rows } = await client.query(`explain (format json) execute planned(${values})`)
  await client.query('deallocate planned')
  const nodes = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodes)]
  return nodes(rows[0]['QUERY PLAN'][0].Plan)
}

/** The tables of the money path, with the columns that every statement on them names. */
const ours: Readonly<Record<string, readonly string[]>> = {
  orders: ['merchant_id', 'order_id'],
  transactions: ['merchant_id', 'order_id'],
  events: ['merchant_id', 'order_id'],
  session_codes: ['merchant_id', 'session_hash'],
  payment_agreements: ['merchant_id', 'agreement_id'],
  attempt_resolutions: ['merchant_id', 'order_id'],
}
const columnsOf = (node: PlanNode) => ours[node['Relation Name'] ?? '']

function assertByKey(nodes: readonly PlanNode[]): void {
  const kinds = nodes.map((node) => node['Node Type'])
  assert.ok(!kinds.some((kind) => /^(Hash|Merge) Join$|Bitmap/.test(kind)), kinds.join())
  const reads = nodes.filter((node) => columnsOf(node) && node['Node Type'] !== 'ModifyTable')
  for (const read of reads) {
    assert.match(read['Node Type'], /^Index (Only )?Scan$/)
    assert.equal(read['Index Name'], `${read['Relation Name']}_pkey`)
    // An index can also be walked from end to end; the key has to be looked up in it.
    for (const column of columnsOf(read) ?? []) assert.match(read['Index Cond'] ?? '', new RegExp(`\\(${column} = `))
  }
  const arbiters = nodes.flatMap((node) => node['Conflict Arbiter Indexes'] ?? [])
  assert.ok(arbiters.every((index) => index === 'orders_pkey' || index === 'payment_agreements_pkey'))
  assert.ok(reads.length > 0 || arbiters.length > 0, `nothing is read by key: ${kinds}`)
}

const states = [
  ['on tables that are empty and were never looked at', 'select'],
  ['on tables that are known to be empty', 'analyze'],
  ['on full tables', `${fill}; analyze`],
] as const

for (const [state, prepare] of states) {
  describe(state, () => {
    before(() => money.query(prepare))
    for (const [name, { text }] of Object.entries(moneyStatements)) {
      it(`the ${name} finds every row by its primary key`, { skip: oneServerOnly }, async () =>
        assertByKey(await planOf(text, money)),
      )
    }
  })
}

const recoveryStatements = {
  'overdue attempts, by link': dueLinksText('deadline_at'),
  'reversals, by link': dueLinksText('reverse_at'),
  'recurring payments to stop, by merchant': stoppedRecurringMerchantsText,
  'overdue attempts': claimOverdueTexts.claim,
  reversals: claimReversalsTexts.claim,
  'recurring payments to stop': claimStoppedRecurringTexts.claim,
}

/** These use another pool, with the server's own settings. */
async function assertRecoveryByIndex(name: string): Promise<void> {
  const client = new pg.Client(databaseUrl(name))
  await client.connect()
  try {
    await client.query('set plan_cache_mode = force_generic_plan')
    await client.query(beginByIndex)
    for (const [about, text] of Object.entries(recoveryStatements)) {
      const nodes = await planOf(text, client)
      const reads = nodes.filter((node) => node['Relation Name'] === 'transactions' && node['Index Name'])
      const kinds = nodes.map((node) => `${node['Node Type']} ${node['Index Name'] ?? ''}`).join()
      assert.ok(!/Seq Scan|Bitmap|Hash Join|Merge Join/.test(kinds), `${about}: ${kinds}`)
      const found = reads.map((node) => node['Index Name']).filter((index) => index !== 'transactions_pkey')
      assert.match(String(found), /^transactions_(overdue|to_reverse|to_stop)$/, `${about}: ${kinds}`)
    }
  } finally {
    await client.end()
  }
}

describe('on full tables that were never analyzed', () => {
  it('the work that recovery looks for is found by its own index', { skip: oneServerOnly }, async () => {
    const other = await createTestDatabase()
    const client = new pg.Client(databaseUrl(other))
    await client.connect()
    await client.query(fill).finally(() => client.end())
    await assertRecoveryByIndex(other)
  })
})

describe('on full tables whose statistics are from when they were empty', () => {
  const orders = Array.from({ length: 64 }, (_, index) => `old-${index * 300 + 1}`)
  const values = `'{${orders.map(() => 'TESTMERCHANT')}}', '{${orders}}'`
  interface FullTables {
    readonly name: string
    readonly client: pg.Client
  }
  let filled: Promise<FullTables> | undefined
  /** Made by the first test that is not skipped. */
  const fullTables = () => {
    filled ??= fillTables()
    return filled
  }
  after(async () => (await filled)?.client.end())

  async function fillTables(): Promise<FullTables> {
    const name = await createTestDatabase()
    const client = new pg.Client({ connectionString: databaseUrl(name), options: moneyPathSettings })
    await client.connect()
    await client.query('vacuum analyze')
    await client.query(`prepare kept as ${moneyStatements.readStatement.text}`)
    await client.query(`execute kept(${values})`)
    await client.query(fill)
    return { name, client }
  }

  it('a plan that was made then stays fast: each order takes a few pages', { skip: oneServerOnly }, async () => {
    const { client } = await fullTables()
    // The statistics have not changed meanwhile, which would make a new plan.
    const { rows } = await client.query(`explain (analyze, buffers, format json) execute kept(${values})`)
    const { Plan: plan } = rows[0]['QUERY PLAN'][0]
    assert.equal(plan['Actual Rows'], orders.length)
    assert.ok(plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] < orders.length * 16, JSON.stringify(plan))
  })

  it('the work that recovery looks for is found by its own index, as with fresh statistics', {
    skip: oneServerOnly,
  }, async () => {
    const { name, client } = await fullTables()
    await assertRecoveryByIndex(name)
    await client.query('analyze')
    await assertRecoveryByIndex(name)
  })
})
