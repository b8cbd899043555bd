// The upgrade of passwords, certificates and users from before credentials had names and operations.
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { it } from 'node:test'
import pg from 'pg'
import { createEmptyDatabase, databaseUrl } from '../support/gateway/database.ts'

const folder = new URL('../../src/platform/postgres/migrations/', import.meta.url).pathname

it('credentials and users of the previous release keep all permissions after the upgrade', async () => {
  const client = new pg.Client(databaseUrl(await createEmptyDatabase()))
  await client.connect()
  try {
    const files = globSync('*.sql', { cwd: folder }).toSorted()
    const apply = async (isWanted: (name: string) => boolean) => {
      for (const name of files.filter(isWanted)) await client.query(await readFile(`${folder}${name}`, 'utf8'))
    }
    await apply((name) => name < '0022')
    await client.query(
      `insert into merchant_passwords (merchant_id, slot, key_id, hash) values ('SHOP', 1, 'k', '\\x00')`,
    )
    await client.query(
      `insert into merchant_certificates (merchant_id, fingerprint, subject, not_before, not_after)
       values ('SHOP', repeat('a', 64), 'CN=shop', now(), now())`,
    )
    const some = '{VIEW,PAY,CAPTURE,REFUND,VOID,APPROVE,CONFIGURE}'
    for (const [login, rights] of [
      ['some', some],
      ['all', some.replace('}', ',MANAGE_USERS}')],
    ])
      await client.query(
        `insert into people (merchant_id, login, name, rights, password_hash, must_change_password, created_at)
         values ('SHOP', $1, 'Name', $2, 'hash', false, now())`,
        [login, rights],
      )
    await apply((name) => name.startsWith('0022'))
    const { rows: passwords } = await client.query('select slot, name, operations from merchant_passwords')
    assert.deepEqual(passwords, [{ slot: 1, name: null, operations: ['ALL'] }])
    const { rows: certificates } = await client.query('select name, operations from merchant_certificates')
    assert.deepEqual(certificates, [{ name: null, operations: ['ALL', 'UNMASK'] }])
    const { rows: users } = await client.query(
      `select login, 'UNMASK' = any (rights) as unmasks, former_password_hashes as former from people order by login`,
    )
    assert.deepEqual(users, [
      { login: 'all', unmasks: true, former: [] },
      { login: 'some', unmasks: false, former: [] },
    ])
  } finally {
    await client.end()
  }
})
