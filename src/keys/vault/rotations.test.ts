import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import {
  cardNumber,
  passTime,
  sealedRows,
  workOn,
  writeSession,
  writeToken,
  writeTransactions,
} from '../../../test/support/builders/sealed-rows.ts'
import { holdWrites } from '../../../test/support/faults/slow-database.ts'
import { createTestDatabase, databaseUrl, testKey } from '../../../test/support/gateway/database.ts'
import type { KeyedHash } from '../../kernel/keyed-hash.ts'
import { accountRetention } from '../../payments/postgres/account-retention.ts'
import { type Database, openDatabase } from '../../platform/postgres/database.ts'
import { holdLease } from '../../platform/postgres/leases.ts'
import * as accountHashes from '../../tokens/postgres/backfill-hashes.ts'
import type { HashPurpose } from '../ports/vault.ts'
import { keyInMemory } from './data-keys.ts'
import { keyedTables, namingColumns } from './keyed-tables.ts'
import { rotationLease } from './rotations.ts'
import { type OpenedVault, openVault, type VaultOptions } from './vault.ts'

const ends: (() => Promise<unknown>)[] = []
after(async () => {
  for (const end of ends.toReversed()) await end()
})

async function openAll(): Promise<{ connectionString: string; database: Database; vault: OpenedVault }> {
  const connectionString = databaseUrl(await createTestDatabase())
  const database = openDatabase({ connectionString }, { poolSize: 6, onError: () => undefined })
  ends.push(() => database.end())
  return { connectionString, database, vault: await open(database) }
}

/** The steps of a rotation that has just begun are an hour away: none is due by itself, however slow the machine is. */
const held = '1 hour'
const holdTime = (database: Database) => passTime(database, `-${held}`)

/** As another process would; it notices changes by others only on request. */
async function open(database: Database, options: Partial<VaultOptions> = {}): Promise<OpenedVault> {
  const onError = (error: unknown) => assert.fail(String(error))
  const encryption = keyInMemory(Buffer.from(testKey, 'base64'))
  const vault = await openVault(database, encryption, { onError, accountHashes, refreshEveryMs: 3_600_000, ...options })
  ends.push(() => vault.close())
  return vault
}

async function rotate(vault: OpenedVault, purpose: HashPurpose | 'DATA') {
  return (await vault.rotate(purpose, 'ann')) ?? assert.fail('a rotation is under way')
}

async function statesOf(vault: OpenedVault, purpose: string): Promise<readonly string[]> {
  return (await vault.listKeys()).filter((key) => key.purpose === purpose).map(({ state }) => state)
}

async function countAudit(database: Database, action: string, more = 'true'): Promise<number> {
  const { rows } = await database.query(`select count(*)::int as count from audit where action = $1 and ${more}`, [
    action,
  ])
  return rows[0].count
}

/** Partitions are read by their tables. */
const ofTables = `table_schema = 'public' and not (select relispartition from pg_class where oid = table_name::regclass)`

describe('the list of columns under keys', () => {
  it('includes every column of the database that names a key', async () => {
    const { database } = await openAll()
    // All but the keys themselves, and the counts of their use.
    const { rows } = await database.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
       where ${ofTables} and column_name like '%key_id'
         and table_name not in ('vault_keys', 'vault_key_seals')`,
    )
    const listed = Object.values(keyedTables).flatMap((list) =>
      list.flatMap((table) => namingColumns(table).map((column) => `${table.table}.${column}`)),
    )
    assert.deepEqual(listed.toSorted(), rows.map(({ name }) => name).toSorted())
  })

  it('includes every column that holds a sealed value, except keys and values that only a session can open', async () => {
    const { database } = await openAll()
    const { rows } = await database.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
       where ${ofTables} and column_name like '%sealed'`,
    )
    const listed = keyedTables.RESEAL.flatMap(({ table, sealed = [] }) =>
      sealed.map((each) => `${table}.${each.sealed}`),
    )
    const names = rows.map(({ name }) => name).toSorted()
    assert.deepEqual([...listed, 'session_codes.sealed', 'vault_keys.sealed'].toSorted(), names)
  })

  it('pages through each table by its primary key', async () => {
    const { database } = await openAll()
    for (const { table, key } of Object.values(keyedTables).flat()) {
      const { rows } = await database.query<{ columns: readonly string[] }>(
        `select array_agg(a.attname::text order by position) as columns
         from pg_index i, unnest(i.indkey) with ordinality as k (number, position)
         join pg_attribute a on a.attnum = k.number
         where i.indrelid = $1::regclass and i.indisprimary and a.attrelid = i.indrelid`,
        [table],
      )
      assert.deepEqual(
        rows[0]?.columns,
        key.map(({ name }) => name),
        table,
      )
    }
  })
})

describe('rotating the data key', () => {
  it('seals everything again, writes an audit entry for each account it opens, and destroys the old key', async () => {
    const { database, vault } = await openAll()
    const orderIds = Array.from({ length: 1_234 }, (_, index) => `order-${index}`)
    await writeTransactions(database, vault, orderIds)
    await writeSession(database, vault)
    await writeToken(database, vault, '9000000000000001')
    const before = await sealedRows(database)
    const { keyId, previousKeyId } = await rotate(vault, 'DATA')
    assert.ok(before.every((value) => value.keyId === previousKeyId))

    await workOn(vault)
    const afterwards = await sealedRows(database)
    assert.equal(afterwards.length, 1_234 + 4)
    for (const value of afterwards) {
      assert.equal(value.keyId, keyId, value.place.join())
      assert.match(await vault.open(value, value.place), /5123450000000008|told/)
    }
    // A value shown to a merchant once is no account.
    const opened = `actor = 'gateway' and subject ->> 'purpose' = 'RESEAL'`
    assert.equal(await countAudit(database, 'ACCOUNT_OPENED', opened), 1_234 + 3)
    assert.equal(await countAudit(database, 'ACCOUNT_OPENED', `merchant_id = 'TESTMERCHANT'`), 1_234 + 1)
    assert.equal(await countAudit(database, 'ACCOUNT_OPENED', `subject ->> 'orderId' = 'order-77'`), 1)
    assert.equal(await countAudit(database, 'KEY_ROTATED', `actor = 'ann' and merchant_id = ''`), 1)

    // However long it took, it has begun just now.
    const { rows: times } = await database.query<{ now: string }>('select clock_timestamp()::text as now')
    await database.query('update vault_keys set state_since = $1', [times[0]?.now])
    assert.equal((await vault.progressOf('DATA')).stage, 'WAITING', 'a process may not have read the new state yet')
    assert.deepEqual(await statesOf(vault, 'DATA'), ['RETIRING', 'CURRENT'])
    await passTime(database, '11 seconds')
    await workOn(vault)
    assert.equal((await vault.progressOf('DATA')).stage, 'DONE')
    assert.deepEqual(await statesOf(vault, 'DATA'), ['RETIRING', 'CURRENT'])
    await passTime(database, '16 minutes')
    await workOn(vault)
    assert.deepEqual(await statesOf(vault, 'DATA'), ['CURRENT'])
    assert.equal(await countAudit(database, 'KEY_DESTROYED', `subject ->> 'keyId' = '${previousKeyId}'`), 1)
    const [first] = before
    await vault.refresh()
    await assert.rejects(vault.open(first ?? assert.fail(), first?.place ?? []), /there is no data key/)
  })

  it('continues where it was when its process is killed, and re-seals nothing twice', async () => {
    const { connectionString, database, vault } = await openAll()
    await writeTransactions(
      database,
      vault,
      Array.from({ length: 1_600 }, (_, index) => `order-${index}`),
    )
    const { keyId } = await rotate(vault, 'DATA')
    // The process is gone in the middle of a page: its connection ends without a commit.
    await vault.workOnRotations(0)
    await vault.workOnRotations(0)
    const killed = await open(database)
    const writes = await holdWrites(connectionString, 'audit')
    const cut = assert.rejects(killed.workOnRotations(1_000))
    await writes.untilAwaited()
    await writes.cutOff()
    await cut
    await writes.release()
    const count = async () => (await sealedRows(database)).filter((value) => value.keyId === keyId).length
    assert.equal(await count(), 1_000)
    assert.equal(await countAudit(database, 'ACCOUNT_OPENED'), 1_000)

    const next = await open(database)
    await workOn(next)
    assert.equal(await count(), 1_600)
    assert.equal(await countAudit(database, 'ACCOUNT_OPENED'), 1_600)
  })

  it('skips a value that changes at the same moment, and returns to it', async () => {
    const { database, vault } = await openAll()
    await writeTransactions(database, vault, ['held', 'free'])
    const { keyId, previousKeyId } = await rotate(vault, 'DATA')
    const payment = await database.connect()
    await payment.query('begin')
    await payment.query(`update transactions set updated_at = now() where order_id = 'held'`)
    for (let page = 0; page < 2; page += 1) await vault.workOnRotations(0)
    const keyOf = async (orderId: string) =>
      (await sealedRows(database)).find(({ place }) => place.includes(orderId))?.keyId
    assert.deepEqual([await keyOf('held'), await keyOf('free')], [previousKeyId, keyId])
    await payment.query('commit')
    payment.release()
    await passTime(database, '11 seconds')
    await workOn(vault)
    assert.equal(await keyOf('held'), keyId)
  })

  it('runs in one process at a time', async () => {
    const { database, vault } = await openAll()
    await writeTransactions(database, vault, ['one'])
    await rotate(vault, 'DATA')
    const other = await database.connect()
    await other.query('begin')
    await holdLease(other, rotationLease)
    assert.equal(await vault.workOnRotations(1_000), 'LOCKED_ELSEWHERE')
    await other.query('rollback')
    other.release()
    assert.equal(await vault.workOnRotations(1_000), 'WORKED')
  })

  it('skips a value that does not open, reports it, and keeps its key', async () => {
    const { database, vault } = await openAll()
    await writeTransactions(database, vault, ['broken', 'sound'])
    await database.query(
      `update transactions set accounts_sealed = accounts_sealed || '\\x00' where order_id = 'broken'`,
    )
    await rotate(vault, 'DATA')
    const errors: unknown[] = []
    const worker = await open(database, { onError: (error) => errors.push(error) })
    await workOn(worker)
    await passTime(database, '11 seconds')
    await workOn(worker)
    assert.match(String(errors[0]), /a value of TESTMERCHANT transactions could not be decrypted/)
    const { stage, failed } = await worker.progressOf('DATA')
    assert.deepEqual([stage, failed], ['DONE', 1])
    await passTime(database, '20 minutes')
    await workOn(worker)
    await passTime(database, '8 days')
    await workOn(worker)
    assert.deepEqual(await statesOf(worker, 'DATA'), ['RETIRED', 'CURRENT'])
  })

  it('does not empty a key that was only used up', async () => {
    const { database, vault } = await openAll()
    await writeTransactions(database, vault, ['kept'])
    const [before] = await sealedRows(database)
    await database.query(`update vault_keys set seals_reserved = 1073741824 where purpose = 'DATA'`)
    const other = await open(database)
    assert.notEqual(other.seal('x', ['y']).keyId, before?.keyId)
    await passTime(database, '1 hour')
    await workOn(other)
    await passTime(database, '1 hour')
    await workOn(other)
    const [afterwards] = await sealedRows(database)
    assert.deepEqual(afterwards, before)
    assert.deepEqual(await statesOf(other, 'DATA'), ['RETIRED', 'CURRENT'])
  })

  it('makes an operation that has read a token run again', async () => {
    const { database, vault } = await openAll()
    await writeToken(database, vault, '9000000000000001')
    await rotate(vault, 'DATA')
    await workOn(vault)
    const { rows } = await database.query('select revision from tokens')
    assert.ok(rows[0].revision > 1)
  })
})

describe('rotating the keys of hashes', () => {
  it('gives any two gateways a key in common to write under, and either finds what the other wrote', async () => {
    const { database, vault } = await openAll()
    await writeToken(database, vault, '9000000000000001')
    // One process for every step, which has noticed that step and no later one.
    const stuck: OpenedVault[] = [await open(database)]
    await rotate(vault, 'ACCOUNT')
    await holdTime(database)
    const seen = [['CURRENT']]
    for (const wait of ['0 seconds', `${held} 11 seconds`, '16 minutes', '0 seconds']) {
      await passTime(database, wait)
      await workOn(vault)
      const states = await statesOf(vault, 'ACCOUNT')
      if (states.join() === seen.at(-1)?.join()) continue
      seen.push([...states])
      stuck.push(await open(database))
    }
    assert.deepEqual(seen, [['CURRENT'], ['CURRENT', 'INTRODUCED'], ['RETIRING', 'CURRENT'], ['RETIRED', 'CURRENT']])
    const share = (one: readonly KeyedHash[], other: readonly KeyedHash[]) =>
      one.some((hash) => other.some(({ keyId }) => keyId === hash.keyId))
    for (const [index, one] of stuck.entries())
      for (const other of stuck.slice(index, index + 3)) {
        const [written, alsoWritten] = [one, other].map((each) => each.hashesToWrite('ACCOUNT', cardNumber))
        assert.ok(share(written ?? [], alsoWritten ?? []), `step ${index}`)
        assert.ok(share(written ?? [], other.lookupHashes('ACCOUNT', cardNumber)), `step ${index}`)
        assert.ok(share(alsoWritten ?? [], one.lookupHashes('ACCOUNT', cardNumber)), `step ${index}`)
      }
    assert.deepEqual(
      stuck.map((each) => each.hashesToWrite('ACCOUNT', cardNumber).length),
      [1, 2, 2, 1],
    )
  })

  it('hashes the accounts of all tokens again before the switch, with an audit entry for each, and deletes the old hashes', async () => {
    const { database, vault } = await openAll()
    const names = Array.from({ length: 700 }, (_, index) => `9${String(index).padStart(15, '0')}`)
    for (const name of names) await writeToken(database, vault, name)
    const { keyId, previousKeyId } = await rotate(vault, 'ACCOUNT')
    await holdTime(database)
    await workOn(vault)
    assert.deepEqual(await statesOf(vault, 'ACCOUNT'), ['CURRENT', 'INTRODUCED'], 'not before everybody has noticed')
    const countUnder = async (key: string) => {
      const { rows } = await database.query('select count(*)::int as count from token_accounts where key_id = $1', [
        key,
      ])
      return rows[0].count
    }
    assert.equal(await countUnder(keyId), 0)
    await passTime(database, `${held} 11 seconds`)
    await workOn(vault)
    await vault.refresh()
    assert.deepEqual(await statesOf(vault, 'ACCOUNT'), ['RETIRING', 'CURRENT'])
    assert.deepEqual([await countUnder(keyId), await countUnder(previousKeyId)], [700, 700])
    assert.equal(await countAudit(database, 'ACCOUNT_OPENED', `subject ->> 'purpose' = 'HASH'`), 700)
    const { keyId: current, hash } = vault.keyedHash('ACCOUNT', cardNumber)
    assert.equal(current, keyId)
    const { rows } = await database.query('select from token_accounts where key_id = $1 and hash = $2', [keyId, hash])
    assert.equal(rows.length, 700)

    await passTime(database, '16 minutes')
    await workOn(vault)
    assert.deepEqual([await countUnder(keyId), await countUnder(previousKeyId)], [700, 0])
    await passTime(database, '8 days')
    await workOn(vault)
    assert.deepEqual(await statesOf(vault, 'ACCOUNT'), ['CURRENT'])
  })

  it('hashes an account that a late gateway has saved under the old key alone, and claims no account of a changed token', async () => {
    const { database, vault } = await openAll()
    const late = await open(database)
    const { keyId } = await rotate(vault, 'ACCOUNT')
    await passTime(database, '11 seconds')
    await workOn(vault)
    await writeToken(database, late, '9000000000000001')
    await passTime(database, '16 minutes')
    await workOn(vault)
    const { rows } = await database.query('select key_id, is_only from token_accounts')
    assert.deepEqual(rows, [{ key_id: keyId, is_only: false }])
  })

  it('keeps a key while payments or lists name it, until their accounts are erased', async () => {
    const { database, vault } = await openAll()
    await writeTransactions(database, vault, ['old'])
    await rotate(vault, 'ACCOUNT')
    for (const wait of ['11 seconds', '16 minutes', '8 days']) {
      await passTime(database, wait)
      await workOn(vault)
    }
    assert.deepEqual(await statesOf(vault, 'ACCOUNT'), ['RETIRED', 'CURRENT'])
    const day = 24 * 60 * 60 * 1_000
    const page = { before: new Date(Date.now() + day), after: undefined, limit: 10 }
    assert.equal((await accountRetention(database).eraseAccounts(page)).erased, 1)
    assert.equal((await accountRetention(database).eraseAccounts(page)).erased, 0)
    await passTime(database, '8 days')
    await workOn(vault)
    assert.deepEqual(await statesOf(vault, 'ACCOUNT'), ['CURRENT'])
  })

  it('recognises passwords, requests and sessions by the key they were hashed under', async () => {
    const { database, vault } = await openAll()
    for (const purpose of ['PASSWORD', 'REQUEST', 'SESSION'] as const) {
      const before = vault.keyedHash(purpose, 'text')
      const { keyId } = await rotate(vault, purpose)
      assert.equal(vault.keyedHash(purpose, 'text').keyId, before.keyId)
      await passTime(database, '11 seconds')
      await workOn(vault)
      await vault.refresh()
      assert.equal(vault.keyedHash(purpose, 'text').keyId, keyId)
      assert.ok(vault.matches(purpose, 'text', before))
      assert.ok(!vault.matches(purpose, 'other', before))
      assert.deepEqual(
        vault.lookupHashes(purpose, 'text').map((hash) => hash.keyId),
        [keyId, before.keyId],
      )
    }
    // Passwords of the sandbox's merchants name theirs; nothing names the others.
    await passTime(database, '16 minutes')
    await workOn(vault)
    assert.deepEqual(await statesOf(vault, 'PASSWORD'), ['RETIRED', 'CURRENT'])
    assert.deepEqual(await statesOf(vault, 'SESSION'), ['CURRENT'])
  })

  it('does not start again before the previous rotation is far enough', async () => {
    const { database, vault } = await openAll()
    await rotate(vault, 'SESSION')
    assert.equal(await vault.rotate('SESSION', 'ann'), undefined)
    await passTime(database, '11 seconds')
    await workOn(vault)
    assert.equal(await vault.rotate('SESSION', 'ann'), undefined)
    await passTime(database, '16 minutes')
    await workOn(vault)
    assert.ok(await vault.rotate('SESSION', 'ann'))
  })
})

describe('counting what names a key', () => {
  it('counts every hash and every sealed value', async () => {
    const { database, vault } = await openAll()
    await writeTransactions(database, vault, ['one', 'two'])
    await writeSession(database, vault)
    await writeToken(database, vault, '9000000000000001')
    const counts = await vault.countKeyUses()
    const of = (purpose: HashPurpose) => counts.get(vault.keyedHash(purpose, '').keyId)
    assert.equal(counts.get(vault.seal('x', []).keyId), 2 + 2 + 2)
    assert.deepEqual([of('ACCOUNT'), of('REQUEST'), of('SESSION')], [3, 2, 1])
    assert.ok((of('PASSWORD') ?? 0) > 0)
  })
})
