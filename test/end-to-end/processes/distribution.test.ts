// The list of tables for a distributed PostgreSQL is the schema's, and the schema keeps to what such a database asks for.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { createTestDatabase, databaseUrl } from '../../support/gateway/database.ts'
import { repository } from '../../support/gateway/process.ts'

let client: pg.Client
let listed: ReadonlyMap<string, { readonly way: string; readonly column: string }>

before(async () => {
  client = new pg.Client({ connectionString: databaseUrl(await createTestDatabase()) })
  await client.connect()
  const page = await readFile(join(repository, 'docs', 'operating', 'distributed-postgresql.md'), 'utf8')
  const rows = [...page.matchAll(/^\| `(\w+)` \| (\w+) \| (?:`(\w+)` )?\|$/gm)]
  listed = new Map(rows.map(([, table = '', way = '', column = '']) => [table, { way, column }]))
})
after(() => client.end())

describe('a distributed PostgreSQL', () => {
  it('is configured for every table of the schema, and for none that does not exist', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    )
    assert.deepEqual([...listed.keys()].toSorted(), rows.map(({ name }) => name).toSorted())
  })

  it('finds the column that a table is distributed by first in each of its unique indexes', async () => {
    const { rows } = await client.query<{ table: string; index: string; first: string }>(
      `select c.relname as table, i.indexrelid::regclass::text as index,
         (select attname from pg_attribute where attrelid = c.oid and attnum = i.indkey[0]) as first
       from pg_index i join pg_class c on c.oid = i.indrelid
       where c.relnamespace = 'public'::regnamespace and i.indisunique`,
    )
    const distributed = [...listed].filter(([, { way }]) => way === 'distributed')
    assert.ok(distributed.length > 30)
    for (const [table, { column }] of distributed) {
      const indexes = rows.filter((row) => row.table === table)
      assert.notEqual(indexes.length, 0, `${table} has no primary key`)
      for (const { index, first } of indexes) assert.equal(first, column, index)
    }
  })

  it('finds no foreign key', async () => {
    const { rows } = await client.query(
      `select conname from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
    )
    assert.deepEqual(rows, [])
  })

  it('has only small tables that are copied to every node or stay local', () => {
    const others = [...listed].filter(([, { way }]) => way !== 'distributed')
    assert.deepEqual(Object.fromEntries(others.map(([table, { way }]) => [table, way])), {
      risk_operator_rules: 'reference',
      schema_migrations: 'local',
      token_repositories: 'reference',
      vault_keys: 'reference',
      vault_passes: 'local',
    })
  })
})
