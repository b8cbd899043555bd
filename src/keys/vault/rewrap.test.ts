import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createTestDatabase, databaseUrl, testKey } from '../../../test/support/gateway/database.ts'
import { type Database, openDatabase } from '../../platform/postgres/database.ts'
import * as accountHashes from '../../tokens/postgres/backfill-hashes.ts'
import type { KeyEncryption } from '../ports/key-encryption.ts'
import { keyPurposes } from '../ports/vault.ts'
import { keyInMemory } from './data-keys.ts'
import { KeyFailure } from './key-encryption-key.ts'
import { type OpenedVault, openVault, type VaultOptions } from './vault.ts'

const former = keyInMemory(Buffer.from(testKey, 'base64'))
const next = keyInMemory(Buffer.alloc(32, 9))
const place = ['TESTMERCHANT', 'transactions', 'order', '1', 'accounts']
const number = '5123450000000008'

const ends: (() => Promise<unknown>)[] = []
after(async () => {
  for (const end of ends.toReversed()) await end()
})

async function freshDatabase(): Promise<Database> {
  const connectionString = databaseUrl(await createTestDatabase())
  const database = openDatabase({ connectionString }, { poolSize: 4, onError: () => undefined })
  ends.push(() => database.end())
  return database
}

async function open(database: Database, encryption: KeyEncryption, options: Partial<VaultOptions> = {}) {
  const vault: OpenedVault = await openVault(database, encryption, { accountHashes, ...options })
  ends.push(() => vault.close())
  return vault
}

describe('changing the key-encryption key', () => {
  it('leaves every sealed value and hash unchanged, and only the new key-encryption key opens the keys', async () => {
    const database = await freshDatabase()
    const vault = await open(database, former)
    const sealed = vault.seal(number, place)
    const hash = vault.keyedHash('ACCOUNT', number)
    const { rows: before } = await database.query('select key_id, sealed from vault_keys order by key_id')
    assert.equal(await vault.rewrap(next, 'ann'), keyPurposes.length)

    await assert.rejects(open(database, former), KeyFailure)
    const restarted = await open(database, next)
    assert.equal(await restarted.open(sealed, place), number)
    assert.deepEqual(restarted.keyedHash('ACCOUNT', number), hash)
    const { rows: afterwards } = await database.query('select key_id, sealed from vault_keys order by key_id')
    for (const [index, row] of before.entries()) assert.notDeepEqual(afterwards[index].sealed, row.sealed)
    const { rows: lines } = await database.query(
      `select actor, merchant_id, subject from audit where merchant_id = '' and actor <> 'sandbox'`,
    )
    assert.deepEqual(lines, [{ actor: 'ann', merchant_id: '', subject: { keys: keyPurposes.length } }])
  })

  it('lets a running gateway continue with its keys, but create none that could not be opened later', async () => {
    const database = await freshDatabase()
    const running = await open(database, former)
    const sealed = running.seal(number, place)
    await (await open(database, former)).rewrap(next, 'ann')
    assert.equal(await running.open(sealed, place), number)
    assert.ok(running.seal(number, place))
    await assert.rejects(running.rotate('DATA', 'ann'), KeyFailure)
    await assert.rejects(running.rotate('ACCOUNT', 'ann'), KeyFailure)
    assert.ok(await (await open(database, next)).rotate('DATA', 'ann'))
  })

  it('changes nothing when a key is made at the same moment, or the new key-encryption key does not work', async () => {
    const database = await freshDatabase()
    const [one, other] = [await open(database, former), await open(database, former)]
    const slow: KeyEncryption = {
      ...next,
      async wrap(key, context) {
        if (context[2] === 'ACCOUNT') await other.rotate('DATA', 'bob')
        return next.wrap(key, context)
      },
    }
    await assert.rejects(one.rewrap(slow, 'ann'), /Keys were created or re-encrypted meanwhile/)
    const broken: KeyEncryption = { ...next, unwrap: async () => Buffer.alloc(32) }
    await assert.rejects(one.rewrap(broken, 'ann'), /failed its round-trip check/)
    assert.ok(await open(database, former))
    const { rowCount } = await database.query(`select from audit where action = 'KEYS_REWRAPPED'`)
    assert.equal(rowCount, 0)
  })
})

describe('what is sealed for a session', () => {
  it('opens for the same session in every gateway, and for no other', async () => {
    const database = await freshDatabase()
    const [one, other] = [await open(database, former), await open(database, former)]
    const sealed = one.sealForSession('SESSION0002000000001A12345678B1', '123')
    assert.equal(other.openForSession('SESSION0002000000001A12345678B1', sealed), '123')
    assert.ok(!sealed.includes('123'))
    assert.throws(() => other.openForSession('SESSION0002000000001A12345678B2', sealed))
    const altered = Buffer.from(sealed)
    altered[altered.length - 1] = (altered.at(-1) ?? 0) ^ 1
    assert.throws(() => other.openForSession('SESSION0002000000001A12345678B1', altered))
  })

  it('does not open under another key-encryption key', async () => {
    const sealed = (await open(await freshDatabase(), former)).sealForSession('id', '123')
    const database = await freshDatabase()
    await (await open(database, former)).rewrap(next, 'ann')
    const restarted = await open(database, next)
    assert.throws(() => restarted.openForSession('id', sealed))
  })
})

describe('a gateway that cannot read its keys for long', () => {
  it('seals and hashes nothing more, but still opens and compares', async (t) => {
    const database = await freshDatabase()
    const vault = await open(database, former)
    const sealed = vault.seal(number, place)
    const hash = vault.keyedHash('ACCOUNT', number)
    const now = performance.now.bind(performance)
    t.mock.method(performance, 'now', () => now() + 301_000)
    assert.throws(() => vault.seal(number, place), /could not be refreshed in time/)
    assert.throws(() => vault.hashesToWrite('ACCOUNT', number), /could not be refreshed in time/)
    assert.throws(() => vault.keyedHash('ACCOUNT', number), /could not be refreshed in time/)
    assert.equal(await vault.open(sealed, place), number)
    assert.ok(vault.matches('ACCOUNT', number, hash))
    await vault.refresh()
    assert.ok(vault.seal(number, place))
  })
})
