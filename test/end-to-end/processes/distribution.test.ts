// The list of tables for a distributed PostgreSQL is the schema's, and the schema keeps to what such a database asks for.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { distributedPage, distributedPageFile } from '../../../scripts/guide-lists.ts'
import { tablePlacements } from '../../../src/platform/postgres/cluster/table-placements.ts'
import { createTestDatabase, databaseUrl } from '../../support/gateway/database.ts'

let client: pg.Client

before(async () => {
  client = new pg.Client({ connectionString: databaseUrl(await createTestDatabase()) })
  await client.connect()
})
after(() => client.end())

describe('a distributed PostgreSQL', () => {
  it('is configured for every table of the schema, and for none that does not exist', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
         and not relispartition`,
    )
    assert.deepEqual([...tablePlacements.keys()].toSorted(), rows.map(({ name }) => name).toSorted())
  })

  it('finds the column that a table is distributed by first in each of its unique indexes', async () => {
    const { rows } = await client.query<{ table: string; index: string; first: string }>(
      `select c.relname as table, i.indexrelid::regclass::text as index,
         (select attname from pg_attribute where attrelid = c.oid and attnum = i.indkey[0]) as first
       from pg_index i join pg_class c on c.oid = i.indrelid
       where c.relnamespace = 'public'::regnamespace and i.indisunique`,
    )
    for (const [table, placement] of tablePlacements) {
      if (placement.kind !== 'DISTRIBUTED') continue
      const indexes = rows.filter((row) => row.table === table)
      assert.notEqual(indexes.length, 0, `${table} has no primary key`)
      for (const { index, first } of indexes) assert.equal(first, placement.column, index)
    }
  })

  it('finds no foreign key', async () => {
    const { rows } = await client.query(
      `select conname from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
    )
    assert.deepEqual(rows, [])
  })

  it('has its tables in the documentation as they are in the list', async () => {
    assert.equal(await readFile(distributedPageFile, 'utf8'), distributedPage(), 'run npm run generate')
  })

  it('has no sequence that orders anything, but the one of audit ids', async () => {
    const { rows } = await client.query(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'`,
    )
    assert.deepEqual(rows, [{ name: 'audit_audit_id_seq' }])
  })
})
