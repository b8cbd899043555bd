import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gatewaySchema, readTrack } from './migrate.ts'
import { createdTable, splitStatements } from './split-statements.ts'

describe('splitting a migration into statements', () => {
  const examples: readonly (readonly [title: string, sql: string, statements: readonly string[]])[] = [
    ['ends a statement at each semicolon', 'select 1; select 2;', ['select 1', 'select 2']],
    ['needs no semicolon at the end', 'select 1;\nselect 2', ['select 1', 'select 2']],
    ['keeps a semicolon in quoted text', `select 'a;''b;'; select 2`, [`select 'a;''b;'`, 'select 2']],
    ['keeps a semicolon in a quoted name', `select "a;""b"; select 2`, [`select "a;""b"`, 'select 2']],
    ['keeps the body of a function', 'do $$ begin; end $$; select 2', ['do $$ begin; end $$', 'select 2']],
    ['keeps a body with a tag', 'do $a$ $$;$$ $a$; select 2', ['do $a$ $$;$$ $a$', 'select 2']],
    ['takes no parameter for the begin of a body', 'select $1; select $2', ['select $1', 'select $2']],
    ['keeps a comment with what follows it', '-- a; b\nselect 1;', ['-- a; b\nselect 1']],
    ['keeps a comment of several lines', '/* a;\n b */ select 1;', ['/* a;\n b */ select 1']],
    ['leaves out what is only a comment', 'select 1; -- done;\n', ['select 1']],
    ['leaves out empty statements', ';;\n select 1;;', ['select 1']],
  ]
  for (const [title, sql, statements] of examples) it(title, () => assert.deepEqual(splitStatements(sql), statements))

  it('loses nothing of the migrations of this release', async () => {
    for (const { name, sql } of await readTrack(gatewaySchema)) {
      const bare = (text: string) => text.replaceAll(/--[^\n]*/g, '').replaceAll(/[\s;]+/g, '')
      assert.equal(bare(splitStatements(sql).join(';')), bare(sql), name)
    }
  })
})

describe('the table that a statement creates', () => {
  const examples: readonly (readonly [sql: string, table: string | undefined])[] = [
    ['create table orders (id text)', 'orders'],
    ['-- Why.\ncreate unlogged table codes (id text)', 'codes'],
    ['create table if not exists leases (name text)', undefined],
    ['create index by_time on orders (at)', undefined],
    ['-- create table old (id text)\nalter table orders add column at timestamptz', undefined],
  ]
  for (const [sql, table] of examples)
    it(`is ${table ?? 'none'} for "${sql}"`, () => assert.equal(createdTable(sql), table))
})
