// Merchants that were boarded before there were token repositories get one each when the schema is brought up to date.
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { it } from 'node:test'
import pg from 'pg'
import { createEmptyDatabase, databaseUrl } from '../../support/gateway/database.ts'

const folder = new URL('../../../src/platform/postgres/migrations/', import.meta.url).pathname

it('a merchant keeps its strategies, in a repository with its own id where that is valid', async () => {
  const client = new pg.Client(databaseUrl(await createEmptyDatabase()))
  await client.connect()
  try {
    const files = globSync('*.sql', { cwd: folder }).toSorted()
    const before = files.filter((name) => basename(name) < '0008')
    for (const name of before) await client.query(await readFile(`${folder}${name}`, 'utf8'))
    const ids = ['SHOP', 'TestShop', 'A-MERCHANT-WITH-A-LONG-NAME', 'ANOTHER-MERCHANT-WITH-ONE', 'x'.repeat(16)]
    for (const [index, id] of ids.entries())
      await client.query('insert into merchants (merchant_id, profile) values ($1, $2)', [
        id,
        {
          name: id,
          tokenGeneration: index % 2 ? 'MERCHANT_SUPPLIED' : 'PRESERVE_6_4',
          tokenManagement: 'UNIQUE_ACCOUNT_IDENTIFIER',
        },
      ])
    const [migration = ''] = files.filter((name) => name.startsWith('0008'))
    await client.query(await readFile(`${folder}${migration}`, 'utf8'))
    const { rows } = await client.query(
      `select m.merchant_id, m.profile, r.repository_id, r.generation, r.management
       from merchants m join token_repositories r on r.repository_id = m.profile ->> 'tokenRepositoryId'`,
    )
    assert.equal(rows.length, ids.length)
    assert.equal(new Set(rows.map(({ repository_id }) => repository_id)).size, ids.length)
    for (const { merchant_id: id, profile, repository_id, generation, management } of rows) {
      if (id === 'SHOP' || id.length === 16) assert.equal(repository_id, id)
      else assert.match(repository_id, /^~[\w-]{15}$/)
      assert.equal(generation, ids.indexOf(id) % 2 ? 'MERCHANT_SUPPLIED' : 'PRESERVE_6_4')
      assert.equal(management, 'UNIQUE_ACCOUNT_IDENTIFIER')
      assert.deepEqual(Object.keys(profile).toSorted(), ['name', 'tokenRepositoryId'])
    }
  } finally {
    await client.end()
  }
})
