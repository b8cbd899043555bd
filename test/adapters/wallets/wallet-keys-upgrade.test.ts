// The upgrade of wallet keys from before one of them was put in use.
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { it } from 'node:test'
import pg from 'pg'
import { createEmptyDatabase, databaseUrl } from '../../support/gateway/database.ts'

const folder = new URL('../../../src/platform/postgres/migrations/', import.meta.url).pathname

it("a merchant's newest key of each wallet is in use after the upgrade, since it was added", async () => {
  const client = new pg.Client(databaseUrl(await createEmptyDatabase()))
  await client.connect()
  try {
    const files = globSync('*.sql', { cwd: folder }).toSorted()
    const apply = async (isWanted: (name: string) => boolean) => {
      for (const name of files.filter(isWanted)) await client.query(await readFile(`${folder}${name}`, 'utf8'))
    }
    await apply((name) => name < '0075')
    for (const [merchantId, wallet, hash, day] of [
      ['SHOP1', 'GOOGLE_PAY', 'a', 1],
      ['SHOP1', 'GOOGLE_PAY', 'b', 3],
      ['SHOP1', 'GOOGLE_PAY', 'c', 2],
      ['SHOP1', 'APPLE_PAY', 'd', 1],
      // Of two that were added at the same time, pages used the first by its hash.
      ['SHOP2', 'GOOGLE_PAY', 'f', 1],
      ['SHOP2', 'GOOGLE_PAY', 'e', 1],
    ] as const)
      await client.query(
        `insert into wallet_keys (merchant_id, wallet, public_key_hash, identifier, secret_key_id, secret_sealed, created_at)
         values ($1, $2, $3, 'name', 'k', '\\x00', $4)`,
        [merchantId, wallet, hash, new Date(Date.UTC(2026, 0, day))],
      )
    await apply((name) => name.startsWith('0075'))
    const { rows } = await client.query(
      `select public_key_hash as hash, used_since = created_at as is_since_added from wallet_keys
       where used_since is not null order by public_key_hash`,
    )
    assert.deepEqual(rows, [
      { hash: 'b', is_since_added: true },
      { hash: 'd', is_since_added: true },
      { hash: 'e', is_since_added: true },
    ])
  } finally {
    await client.end()
  }
})
