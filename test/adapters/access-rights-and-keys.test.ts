// The protection of access rights during key rotations, and its start in an existing installation.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { postgresKeyStore } from '../../src/acquirers/iso8583/keys/key-store.ts'
import { keyInMemory } from '../../src/keys/vault/data-keys.ts'
import { openVault } from '../../src/keys/vault/vault.ts'
import type { LinkKeyState } from '../../src/merchants/postgres/access-rights/link-key-rows.ts'
import { openDatabase } from '../../src/platform/postgres/database.ts'
import { gatewaySchema, migrate } from '../../src/platform/postgres/migrate.ts'
import { passTime, workOn } from '../support/builders/sealed-rows.ts'
import {
  type AccessRightsProcess,
  annStamp,
  faultIn,
  openAccessRightsWorld,
} from '../support/fixtures/access-rights-world.ts'
import { createEmptyDatabase, databaseUrl } from '../support/gateway/database.ts'

async function faultsOf({ merchants, notifications }: AccessRightsProcess, id: string): Promise<readonly string[]> {
  return Promise.all([merchants.find(id), notifications.find(id)].map(faultIn))
}

const accepted = ['accepted', 'accepted']

const linkKeyState: LinkKeyState = {
  ...{ wrappedKey: '0A'.repeat(16), checkValue: '111111', replacedKey: '', formerKeys: [] },
  ...{ lastSentMs: null, lastReceivedMs: null },
}

describe('access rights that are protected', () => {
  it('stay protected when every key is sealed under another key-encryption key', async () => {
    const world = await openAccessRightsWorld()
    const first = await world.process()
    const id = await world.board(first)
    await first.protection.protect('ann')
    const other = Buffer.alloc(32, 9)
    await first.vault.rewrap(keyInMemory(other), 'ann')
    const next = await world.process(other.toString('base64'))
    assert.equal(next.protection.isProtected(), true)
    assert.deepEqual(await faultsOf(next, id), accepted)
    await next.vault.rotate('DATA', 'ann')
    assert.equal((await world.process(other.toString('base64'))).protection.isProtected(), true)
    await world.close()
  })

  it('stay protected when data is sealed under a new key, and when a new key authenticates them', async () => {
    const world = await openAccessRightsWorld()
    const one = await world.process()
    const id = await world.board(one)
    const linkKeys = ({ accessRights }: AccessRightsProcess) =>
      postgresKeyStore(world.database, 'north-bank', accessRights.rows)
    await linkKeys(one).change('C0FFEE', () => linkKeyState)
    await one.protection.protect('ann')
    for (const purpose of ['DATA', 'AUDIT'] as const) {
      await one.vault.rotate(purpose, 'ann')
      for (let step = 0; step < 4; step += 1) {
        await passTime(world.database, '8 days')
        await workOn(one.vault)
        await one.vault.refresh()
        await one.accessRights.renewAll()
        const started = await world.process()
        assert.deepEqual(await faultsOf(started, id), accepted, `${purpose} ${step}`)
        assert.equal((await linkKeys(started).read('C0FFEE'))?.checkValue, '111111')
      }
    }
    for (const table of ['access_rights_seals', 'iso8583_mac_keys']) {
      const { rows } = await world.database.query<{ key_id: string }>(`select distinct key_id from ${table}`)
      assert.deepEqual(rows, [{ key_id: one.vault.keyedHash('AUDIT', '').keyId }], table)
    }
    await world.close()
  })

  it('are not authenticated by a new key when they were altered', async () => {
    const world = await openAccessRightsWorld()
    const one = await world.process()
    const id = await world.board(one)
    await one.protection.protect('ann')
    await world.database.query('update access_rights_seals set revision = revision + 1 where merchant_id = $1', [id])
    await one.vault.rotate('AUDIT', 'ann')
    await passTime(world.database, '1 day')
    await workOn(one.vault)
    await one.vault.refresh()
    await one.accessRights.renewAll()
    assert.deepEqual(await faultsOf(await world.process(), id), ['WRONG_MAC', 'WRONG_MAC'])
    await world.close()
  })
})

describe('a new installation', () => {
  it('can be protected from its first key on, and all later keys are marked as protected', async () => {
    const connectionString = databaseUrl(await createEmptyDatabase())
    const database = openDatabase({ connectionString }, { poolSize: 4, onError: (error) => assert.fail(error) })
    await migrate(database, gatewaySchema)
    const encryption = keyInMemory(Buffer.alloc(32, 9))
    const first = await openVault(database, encryption, { isProtectingAccessRights: true })
    assert.equal(first.isProtectingAccessRights(), true)
    await first.rotate('DATA', 'ann')
    const { rows } = await database.query('select distinct is_protecting_access_rights from vault_keys')
    assert.deepEqual(rows, [{ is_protecting_access_rights: true }])
    const next = await openVault(database, encryption)
    assert.equal(next.isProtectingAccessRights(), true)
    for (const vault of [first, next]) await vault.close()
    await database.end()
  })
})

describe('access rights of an installation without seals', () => {
  it('are accepted, sealed with their next change, and protected when the operator says so', async () => {
    const world = await openAccessRightsWorld()
    const one = await world.process()
    const [id, quiet] = [await world.board(one), await world.board(one)]
    await world.database.query('delete from access_rights_seals')
    await world.database.query('truncate audit')
    assert.equal(one.protection.isProtected(), false)
    assert.deepEqual(await faultsOf(one, id), accepted)
    await one.merchants.revokePassword(id, 1, annStamp)
    await one.merchants.addPassword(id, one.vault.keyedHash('PASSWORD', 'other'), annStamp)
    const faulty = async () =>
      (await one.protection.survey()).filter(({ fault }) => fault).map(({ ownerId }) => ownerId)
    assert.equal((await faulty()).includes(id), false, 'sealed with its change')
    assert.equal((await faulty()).includes(quiet), true)
    for (const ownerId of await faulty()) await one.protection.adopt(ownerId, annStamp)
    assert.deepEqual(await faulty(), [])
    const other = await world.process()
    await one.protection.protect('ann')
    await other.vault.refresh()
    for (const process of [one, other, await world.process()]) {
      assert.equal(process.protection.isProtected(), true)
      assert.deepEqual(await faultsOf(process, quiet), accepted)
    }
    await world.close()
  })

  it('may be changed by a process of the previous release, until they are protected', async () => {
    const world = await openAccessRightsWorld()
    const one = await world.process()
    const id = await world.board(one)
    await world.database.query(`update merchants set profile = profile || '{"name": "Other"}' where merchant_id = $1`, [
      id,
    ])
    assert.deepEqual(await faultsOf(one, id), accepted)
    assert.ok(await one.merchants.change(id, (profile) => ({ ...profile, name: 'Third' }), annStamp))
    assert.deepEqual(
      (await one.protection.survey()).filter(({ fault }) => fault).map(({ ownerId }) => ownerId),
      [],
    )
    await world.close()
  })
})
