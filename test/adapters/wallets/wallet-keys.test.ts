// Wallet keys in the database: sealed, part of the merchant's access rights, moved along when keys rotate.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { onOneDatabase } from '../../../src/platform/postgres/cluster/merchant-databases.ts'
import { publicKeyHashOf } from '../../../src/wallets/payloads/elliptic-keys.ts'
import type { NewWalletKey } from '../../../src/wallets/ports/wallet-keys.ts'
import { postgresUsedPayloads } from '../../../src/wallets/postgres/used-payloads.ts'
import { postgresWalletKeys } from '../../../src/wallets/postgres/wallet-keys.ts'
import { makeKey } from '../../support/builders/apple-pay.ts'
import { passTime, workOn } from '../../support/builders/sealed-rows.ts'
import {
  type AccessRightsProcess,
  type AccessRightsWorld,
  annStamp,
  faultIn,
  openAccessRightsWorld,
} from '../../support/fixtures/access-rights-world.ts'

let world: AccessRightsWorld
let process: AccessRightsProcess
before(async () => {
  world = await openAccessRightsWorld()
  process = await world.process()
})
after(() => world.close())

const keysOf = ({ vault, accessRights }: AccessRightsProcess) =>
  postgresWalletKeys(onOneDatabase(world.database), { vault, accessRights })

const later = { ...annStamp, at: new Date(annStamp.at.getTime() + 60_000) }

function newKey(merchantId: string): NewWalletKey {
  const privateKey = makeKey()
  const publicKeyHash = publicKeyHashOf(privateKey)
  return { merchantId, wallet: 'APPLE_PAY', identifier: 'merchant.com.example', publicKeyHash, privateKey }
}

const sealOf = async (id: string) => {
  const { rows } = await world.database.query<{ digests: object }>(
    'select digests from access_rights_seals where merchant_id = $1',
    [id],
  )
  return rows[0]?.digests ?? {}
}

describe('wallet keys', () => {
  it('are added, listed without the key, opened and removed, with entries in the audit log', async () => {
    const id = await world.board(process)
    const keys = keysOf(process)
    const key = newKey(id)
    assert.equal(await keys.add(key, annStamp), 'ADDED')
    assert.equal(await keys.add(key, annStamp), 'KNOWN')
    const { privateKey, ...shown } = key
    assert.deepEqual(await keys.list(id), [{ ...shown, createdAt: annStamp.at }])
    const [usable] = await keys.findUsable(id)
    assert.ok(usable?.privateKey.equals(privateKey))
    const { rows } = await world.database.query('select row_to_json(k)::text as text from wallet_keys k')
    const clear = privateKey.export({ format: 'jwk' })
    const secret = Buffer.from(String(clear['d']), 'base64url')
    for (const spelling of [secret.toString('hex'), secret.toString('base64'), String(clear['d'])])
      assert.ok(!JSON.stringify(rows).includes(spelling))
    assert.equal(await keys.remove(key, annStamp), true)
    assert.equal(await keys.remove(key, annStamp), false)
    assert.deepEqual([await keys.list(id), await keys.findUsable(id)], [[], []])
    const audited = await world.database.query<{ action: string }>(
      `select action from audit where merchant_id = $1 and action like 'WALLET%' order by audit_id`,
      [id],
    )
    assert.deepEqual(audited.rows.map(({ action }) => action).toSorted(), ['WALLET_KEY_ADDED', 'WALLET_KEY_REMOVED'])
  })

  it('are in use one at a time for each wallet, also when two users choose at once', async () => {
    const id = await world.board(process)
    const keys = keysOf(process)
    const made = [newKey(id), newKey(id), newKey(id)] as const
    const google = { ...newKey(id), wallet: 'GOOGLE_PAY' } as const
    for (const key of [...made, google]) await keys.add(key, annStamp)
    const used = async () => (await keys.findUsable(id)).filter(({ usedSince }) => usedSince)
    assert.deepEqual(await used(), [])
    assert.equal(await keys.putInUse(google, later), true)
    for (let round = 0; round < 5; round += 1) {
      assert.deepEqual(await Promise.all(made.map((key) => keys.putInUse(key, later))), [true, true, true])
      const wallets = (await used()).map(({ wallet, usedSince }) => [wallet, usedSince])
      assert.deepEqual(wallets, [
        ['APPLE_PAY', later.at],
        ['GOOGLE_PAY', later.at],
      ])
    }
    assert.equal(await keys.putInUse(newKey(id), later), false)
    await assert.rejects(
      world.database.query(`update wallet_keys set used_since = now() where merchant_id = $1`, [id]),
      /wallet_keys_in_use/,
    )
    await keys.remove(google, later)
    assert.deepEqual(
      (await used()).map(({ wallet }) => wallet),
      ['APPLE_PAY'],
    )
  })

  it('that are in use as of their creation add nothing to the seal', async () => {
    const id = await world.board(process)
    const [first, second] = [newKey(id), newKey(id)]
    const keys = keysOf(process)
    await keys.add(first, annStamp)
    await world.database.query('update wallet_keys set used_since = created_at where merchant_id = $1', [id])
    assert.equal(await process.accessRights.findFault(id), undefined)
    await keys.add(second, later)
    const [used] = (await keys.list(id)).filter(({ usedSince }) => usedSince)
    assert.deepEqual([used?.publicKeyHash, used?.usedSince], [first.publicKeyHash, annStamp.at])
    assert.equal(await process.accessRights.findFault(id), undefined)
  })

  it('are part of the seal while there are any, so that seals of earlier releases stay valid', async () => {
    const id = await world.board(process)
    assert.deepEqual(Object.keys(await sealOf(id)).toSorted(), ['ACCESS', 'USERS', 'WEBHOOKS'])
    const key = newKey(id)
    await keysOf(process).add(key, annStamp)
    assert.ok('WALLETS' in (await sealOf(id)))
    assert.equal(await process.accessRights.findFault(id), undefined)
    await keysOf(process).remove(key, annStamp)
    assert.ok(!('WALLETS' in (await sealOf(id))))
    assert.equal(await process.accessRights.findFault(id), undefined)
  })

  it('that were added, changed, deleted or moved in the database are refused', async () => {
    const [id, other] = [await world.board(process), await world.board(process)]
    const [used, next] = [newKey(id), newKey(id)]
    for (const key of [used, next, newKey(other)]) await keysOf(process).add(key, annStamp)
    await keysOf(process).putInUse(used, later)
    await process.protection.protect('ann')
    const manipulations = [
      `update wallet_keys set identifier = 'merchant.com.thief' where merchant_id = $1`,
      `delete from wallet_keys where merchant_id = $1`,
      `insert into wallet_keys select $1, 'GOOGLE_PAY', public_key_hash, identifier, secret_key_id, secret_sealed
       from wallet_keys where merchant_id <> $1 limit 1`,
      `with o as materialized (select secret_sealed from wallet_keys where merchant_id <> $1 limit 1)
       update wallet_keys k set secret_sealed = o.secret_sealed from o where k.merchant_id = $1`,
      `update wallet_keys set used_since = null where merchant_id = $1`,
      `update wallet_keys set used_since = created_at where merchant_id = $1 and used_since is not null`,
    ]
    for (const text of manipulations) {
      const client = await world.database.connect()
      try {
        await client.query('create temporary table kept as table wallet_keys')
        await client.query(text, [id])
        assert.equal(await faultIn(keysOf(await world.process()).findUsable(id)), 'WRONG_ROWS', text)
        assert.equal(await faultIn(keysOf(await world.process()).findUsable(other)), 'accepted', text)
        await client.query('delete from wallet_keys')
        await client.query('insert into wallet_keys table kept')
        await client.query('drop table kept')
      } finally {
        client.release()
      }
    }
    assert.equal(await faultIn(keysOf(await world.process()).findUsable(id)), 'accepted')
  })

  it('are sealed under the new key when data keys rotate', async () => {
    const id = await world.board(process)
    const key = newKey(id)
    await keysOf(process).add(key, annStamp)
    await process.vault.rotate('DATA', 'ann')
    for (let step = 0; step < 4; step += 1) {
      await passTime(world.database, '8 days')
      await workOn(process.vault)
      await process.vault.refresh()
    }
    const { rows } = await world.database.query<{ secret_key_id: string }>(
      'select distinct secret_key_id from wallet_keys',
    )
    assert.deepEqual(rows, [{ secret_key_id: process.vault.seal('', []).keyId }])
    const [usable] = await keysOf(await world.process()).findUsable(id)
    assert.ok(usable?.privateKey.equals(key.privateKey))
  })
})

it('a payload is claimed for one use only, also at the same time', async () => {
  const payloads = postgresUsedPayloads(onOneDatabase(world.database))
  const payload = { merchantId: 'SHOP1', payloadHash: Buffer.alloc(32, 1), expiresAt: new Date(Date.now() + 60_000) }
  const use = (orderId: string) => ({ kind: 'TRANSACTION', orderId, transactionId: '1' }) as const
  const claims = await Promise.all(['a', 'b', 'c', 'd'].map((orderId) => payloads.claim(payload, use(orderId))))
  assert.equal(claims.filter((isClaimed) => isClaimed).length, 1)
  const winner = ['a', 'b', 'c', 'd'][claims.indexOf(true)] ?? ''
  assert.equal(await payloads.claim(payload, use(winner)), true)
  assert.equal(await payloads.claim(payload, { kind: 'TOKEN', repositoryId: winner, token: '1' }), false)
  assert.equal(await payloads.claim({ ...payload, merchantId: 'SHOP2' }, use('z')), true)
})
