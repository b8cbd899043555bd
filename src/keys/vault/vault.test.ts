import assert from 'node:assert/strict'
import { after, describe, it, mock } from 'node:test'
import { until } from '../../../test/support/checks/poll.ts'
import { countLockWaits } from '../../../test/support/gateway/citus.ts'
import {
  createEmptyDatabase,
  createTestDatabase,
  databaseUrl,
  testKey,
} from '../../../test/support/gateway/database.ts'
import { StoreOverloaded } from '../../kernel/failures.ts'
import { onSeveralDatabases } from '../../platform/postgres/cluster/merchant-databases.ts'
import { partNames } from '../../platform/postgres/cluster/parts.ts'
import { type Database, inUnitOfWork, openDatabase } from '../../platform/postgres/database.ts'
import { holdLease } from '../../platform/postgres/leases.ts'
import { gatewaySchema, migrate } from '../../platform/postgres/migrate.ts'
import * as accountHashes from '../../tokens/postgres/backfill-hashes.ts'
import type { SealedValue } from '../ports/vault.ts'
import { keyInMemory } from './data-keys.ts'
import { KeyFailure } from './key-encryption-key.ts'
import { keyCreationLease } from './key-store.ts'
import { type OpenedVault, openVault, type VaultOptions } from './vault.ts'

const encryption = keyInMemory(Buffer.from(testKey, 'base64'))
const place = ['TESTMERCHANT', 'transactions', 'order', 'transaction', 'accounts']
const number = '5123450000000008'

const ends: (() => Promise<unknown>)[] = []
after(async () => {
  for (const end of ends.toReversed()) await end()
})

function connect(name: string): Database {
  const database = openDatabase({ connectionString: databaseUrl(name) }, { poolSize: 6, onError: () => undefined })
  ends.push(() => database.end())
  return database
}

/** As another process would: with separately read keys. */
async function open(database: Database, options: Partial<VaultOptions> = {}): Promise<OpenedVault> {
  const onError = (error: unknown) => assert.fail(String(error))
  const vault = await openVault(database, encryption, { onError, accountHashes, ...options })
  ends.push(() => vault.close())
  return vault
}

/** Reservations from the creation of the template are left out of the count. */
async function freshDatabase(name?: string): Promise<Database> {
  const database = connect(name ?? (await createTestDatabase()))
  await database.query('update vault_keys set seals_reserved = 0')
  return database
}

async function dataKeys(vault: OpenedVault) {
  return (await vault.listKeys()).filter(({ purpose }) => purpose === 'DATA')
}

function countByKey(sealed: readonly SealedValue[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { keyId } of sealed) counts.set(keyId, (counts.get(keyId) ?? 0) + 1)
  return counts
}

async function whileNobodyMakesKeys(database: Database, work: () => Promise<void>): Promise<void> {
  await inUnitOfWork(database, async (client) => {
    await holdLease(client, keyCreationLease)
    await work()
  })
}

/** Resolves when this many are about to create a key. */
async function waitersForKeys(connectionString: string, count: number): Promise<void> {
  await until(async () => (await countLockWaits(connectionString)) >= count, 'they wait for the lease')
}

describe('the vault', () => {
  it('opens what it has sealed, and what another gateway on the same database has', async () => {
    const database = await freshDatabase()
    const [one, other] = [await open(database), await open(database)]
    const sealed = one.seal(number, place)
    assert.equal(await one.open(sealed, place), number)
    assert.equal(await other.open(sealed, place), number)
    assert.ok(!sealed.sealed.includes(number))
  })

  it('does not open a value in another place, nor under a key that does not exist', async () => {
    const vault = await open(await freshDatabase())
    const sealed = vault.seal(number, place)
    await assert.rejects(vault.open(sealed, ['OTHER', ...place.slice(1)]))
    await assert.rejects(vault.open({ ...sealed, keyId: 'data-00000000' }, place), /no data key data-00000000/)
  })

  it('does not seal or open with a key made for hashes, nor hash with one made for seals', async () => {
    const vault = await open(await freshDatabase())
    const { keyId } = vault.keyedHash('ACCOUNT', number)
    const sealed = vault.seal(number, place)
    await assert.rejects(vault.open({ ...sealed, keyId }, place), /no data key account-/)
    assert.throws(() => vault.keyedHash('ACCOUNT', number, sealed.keyId), /no key data-/)
  })

  it('does not start with the key-encryption key of another installation', async () => {
    await assert.rejects(openVault(await freshDatabase(), keyInMemory(Buffer.alloc(32, 9))), KeyFailure)
  })

  it('makes one key of each purpose however many gateways start on a new database at once', async () => {
    const name = await createEmptyDatabase()
    const databases = [connect(name), connect(name), connect(name)]
    await migrate(databases[0] ?? assert.fail(), gatewaySchema)
    const vaults = await Promise.all(databases.map((database) => open(database)))
    const keys = await vaults[0]?.listKeys()
    assert.deepEqual(
      keys?.map(({ purpose, isCurrent }) => [purpose, isCurrent]),
      [
        ['ACCOUNT', true],
        ['AUDIT', true],
        ['DATA', true],
        ['PASSWORD', true],
        ['REQUEST', true],
        ['SESSION', true],
      ],
    )
  })
})

describe('rotating the data key', () => {
  it('is followed by a running gateway within five seconds, without a restart', async () => {
    const database = await freshDatabase()
    mock.timers.enable({ apis: ['setInterval'] })
    try {
      const running = await open(database)
      const operator = await open(database)
      const before = running.seal(number, place)
      const { keyId, previousKeyId } = (await operator.rotate('DATA', 'ann')) ?? assert.fail()
      assert.equal(previousKeyId, before.keyId)
      assert.notEqual(keyId, before.keyId)

      mock.timers.tick(4_500)
      await running.settled()
      const afterwards = running.seal(number, place)
      assert.equal(afterwards.keyId, keyId)
      assert.equal(await running.open(before, place), number)
      assert.equal(await operator.open(afterwards, place), number)
    } finally {
      mock.timers.reset()
    }
  })

  it('does not prevent a gateway that has not noticed it yet from opening values sealed under the new key', async () => {
    const database = await freshDatabase()
    const [unaware, operator] = [await open(database), await open(database)]
    await operator.rotate('DATA', 'ann')
    assert.equal(await unaware.open(operator.seal(number, place), place), number)
  })

  it('makes the new key current also when the clock of the database was set back', async () => {
    const database = await freshDatabase()
    const { rows } = await database.query<{ tomorrow: string }>(`select (now() + interval '1 day')::text as tomorrow`)
    await database.query(`update vault_keys set created_at = $1 where purpose = 'DATA'`, [rows[0]?.tomorrow])
    const vault = await open(database)
    const { keyId } = (await vault.rotate('DATA', 'ann')) ?? assert.fail()
    assert.equal(vault.seal(number, place).keyId, keyId)
    assert.deepEqual(
      (await dataKeys(vault)).map((key) => key.isCurrent),
      [false, true],
    )
  })
})

describe('the number of values a data key seals', () => {
  const limits = { sealsPerKeyMax: 32, sealsPerBlock: 8 }

  it('stays within its bound while two gateways seal side by side, and new keys follow', async () => {
    const database = await freshDatabase()
    const vaults = [await open(database, limits), await open(database, limits)]
    const sealed: SealedValue[] = []
    for (let turn = 0; turn < 60; turn += 1) {
      for (const vault of vaults) sealed.push(vault.seal(`${turn}`, place))
      if (turn % 4 === 3) await Promise.all(vaults.map((vault) => vault.settled()))
    }

    const counts = countByKey(sealed)
    assert.equal(sealed.length, 120)
    assert.ok(counts.size >= 4, `${counts.size} keys`)
    for (const [keyId, count] of counts) assert.ok(count <= limits.sealsPerKeyMax, `${count} under ${keyId}`)
    for (const [index, each] of sealed.entries()) {
      assert.equal(await vaults[0]?.open(each, place), `${Math.floor(index / 2)}`)
    }
  })

  it('grows by one key when two gateways find it used up at once', async () => {
    const name = await createTestDatabase()
    const database = await freshDatabase(name)
    const vaults = [await open(database, limits), await open(database, limits)]
    await database.query(`update vault_keys set seals_reserved = 32 where purpose = 'DATA'`)
    await whileNobodyMakesKeys(database, async () => {
      for (const vault of vaults) for (let i = 0; i < 5; i += 1) vault.seal(number, place)
      await waitersForKeys(databaseUrl(name), 2)
    })
    await Promise.all(vaults.map((vault) => vault.settled()))
    assert.equal(new Set(vaults.map((vault) => vault.seal(number, place).keyId)).size, 1)
    const { rowCount } = await database.query(`select from vault_keys where purpose = 'DATA'`)
    assert.equal(rowCount, 2)
  })

  it('is reserved ahead, and sealing is refused rather than done without a reservation', async () => {
    const vault = await open(await freshDatabase(), limits)
    for (let i = 0; i < limits.sealsPerBlock; i += 1) vault.seal(number, place)
    assert.throws(() => vault.seal(number, place), /no encryptions are reserved/)
    await vault.settled()
    assert.equal(await vault.open(vault.seal(number, place), place), number)
  })

  it('counts what was sealed, and a gateway that stops gives back what it had reserved', async () => {
    const database = await freshDatabase()
    const [stopping, other] = [await open(database), await open(database)]
    const [before] = await dataKeys(other)
    for (let i = 0; i < 3; i += 1) stopping.seal(number, place)
    await stopping.close()
    const [afterwards] = await dataKeys(other)
    assert.equal(before?.sealsReserved, 2 ** 16)
    assert.equal(afterwards?.sealsReserved, 3)
    assert.throws(() => stopping.seal(number, place), /no encryptions are reserved/)
  })

  it('can fail to be reserved at start; the gateway starts all the same, and seals once a reservation succeeds', async () => {
    const database = await freshDatabase()
    await database.query('alter table vault_keys add constraint frozen check (seals_reserved = 0)')
    const failures: unknown[] = []
    const vault = await open(database, { onError: (error) => failures.push(error) })
    assert.match(String(failures[0]), /frozen/)
    assert.throws(() => vault.seal(number, place), /no encryptions are reserved/)
    await vault.settled()
    assert.equal(failures.length, 2)

    await database.query('alter table vault_keys drop constraint frozen')
    assert.throws(() => vault.seal(number, place), /no encryptions are reserved/)
    await vault.settled()
    assert.equal(await vault.open(vault.seal(number, place), place), number)
  })

  it('is reserved apart while a node of a distributed database is down, within a bound, and not given back', async () => {
    const database = await freshDatabase()
    const outages = { areKeysFixed: true, isPartDown: true }
    const { keys, nodes } = nodesOf(database, outages)
    const failures: unknown[] = []
    const options = { ...limits, sealsPerPartMax: 8, onError: (error: unknown) => failures.push(error) }
    const vault = await open(keys, { ...options, nodes })
    assert.deepEqual(failures, [], 'a gateway that starts during the outage')
    let sealed = 0
    for (; failures.length === 0; sealed += 1) {
      vault.seal(number, place)
      await vault.settled()
    }
    // Ten parts are on the node that answers.
    const { rows } = await database.query('select seals_reserved::int as seals from vault_key_seals order by part')
    assert.deepEqual(rows, Array(10).fill({ seals: 8 }))
    assert.ok(sealed <= 80, `${sealed}`)
    const [listed] = await dataKeys(vault)
    assert.equal(listed?.sealsReserved, 80, 'counted where keys are listed')

    outages.areKeysFixed = false
    vault.seal(number, place)
    await vault.settled()
    await vault.close()
    const [key] = await dataKeys(await open(database, { ...limits, sealsPerBlock: 1 }))
    assert.ok((key?.sealsReserved ?? -1) >= 0, 'no more is given back than was counted')
    assert.throws(() => vault.seal(number, place), /no encryptions are reserved/)
  })
})

/** Keys are on every node, and half of the parts on one that is down. */
function nodesOf(database: Database, outages: { readonly areKeysFixed: boolean; readonly isPartDown: boolean }) {
  const outage = () => Promise.reject(new StoreOverloaded('a node is down'))
  const view = (isRefused: (text: string) => boolean): Database =>
    Object.assign(Object.create(database), {
      query: (text: string, values: unknown[]) => (isRefused(text) ? outage() : database.query(text, values)),
    })
  const keys = view((text) => outages.areKeysFixed && text.startsWith('update vault_keys'))
  const [up, down] = [view(() => false), view(() => outages.isPartDown)]
  const of = (part: string) => (partNames.indexOf(part) % 2 === 0 ? up : down)
  return { keys, nodes: onSeveralDatabases({ any: up, of, ownerOf: async () => undefined }) }
}
