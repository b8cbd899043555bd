// The wallets on payment pages in the database: sealed, part of the merchant's access rights, moved along when keys rotate.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Secret } from '../../../src/kernel/secret.ts'
import { onOneDatabase } from '../../../src/platform/postgres/cluster/merchant-databases.ts'
import type { NewWalletPage } from '../../../src/wallets/ports/wallet-keys.ts'
import { postgresWalletPages } from '../../../src/wallets/postgres/wallet-pages.ts'
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

const pagesOf = ({ vault, accessRights }: AccessRightsProcess) =>
  postgresWalletPages(onOneDatabase(world.database), { vault, accessRights })

const certificate = { pem: 'CERTIFICATE', expiresAt: new Date('2039-01-31T00:00:00Z') }

function newPage(merchantId: string, privateKey = 'CANARY PRIVATE KEY'): NewWalletPage {
  const identity = { certificate, privateKey: new Secret('CREDENTIAL', privateKey) }
  return { merchantId, wallet: 'APPLE_PAY', displayName: 'Corner shop', country: 'DEU', identity }
}

const sealOf = async (id: string) => {
  const { rows } = await world.database.query<{ digests: object }>(
    'select digests from access_rights_seals where merchant_id = $1',
    [id],
  )
  return rows[0]?.digests ?? {}
}

describe('wallets on payment pages', () => {
  it('are set, listed without the private key, changed with their certificate and removed, with entries in the audit log', async () => {
    const id = await world.board(process)
    const pages = pagesOf(process)
    await pages.set(newPage(id), annStamp)
    const shown = { merchantId: id, wallet: 'APPLE_PAY', displayName: 'Corner shop', country: 'DEU' }
    assert.deepEqual(await pages.list(id), [{ ...shown, certificate, updatedAt: annStamp.at }])
    const [usable] = await pages.findUsable(id)
    assert.equal(usable?.identity?.privateKey.open(), 'CANARY PRIVATE KEY')
    const { rows } = await world.database.query('select row_to_json(p)::text as text from wallet_pages p')
    for (const spelling of ['CANARY PRIVATE KEY', Buffer.from('CANARY PRIVATE KEY').toString('hex')])
      assert.ok(!JSON.stringify(rows).includes(spelling))

    const { identity: _, ...plain } = newPage(id)
    await pages.set({ ...plain, displayName: 'Other name' }, annStamp)
    const changed = { ...shown, displayName: 'Other name', certificate, updatedAt: annStamp.at }
    assert.deepEqual(await pages.list(id), [changed])
    assert.equal((await pages.findUsable(id))[0]?.identity?.privateKey.open(), 'CANARY PRIVATE KEY')
    await pages.set(newPage(id, 'NEXT KEY'), annStamp)
    assert.equal((await pages.findUsable(id))[0]?.identity?.privateKey.open(), 'NEXT KEY')

    assert.equal(await pages.remove(plain, annStamp), true)
    assert.equal(await pages.remove(plain, annStamp), false)
    assert.deepEqual(await pages.findUsable(id), [])
    const entries = await world.database.query<{ action: string; subject: object }>(
      `select action, subject from audit where merchant_id = $1 and action like 'WALLET%' order by audit_id`,
      [id],
    )
    assert.deepEqual(entries.rows.map(({ action }) => action).toSorted(), [
      'WALLET_PAGE_REMOVED',
      'WALLET_PAGE_SET',
      'WALLET_PAGE_SET',
      'WALLET_PAGE_SET',
    ])
    assert.doesNotMatch(JSON.stringify(entries.rows), /CANARY/)
  })

  it('are a part of the seal only while there are some', async () => {
    const id = await world.board(process)
    await pagesOf(process).set(newPage(id), annStamp)
    assert.ok('WALLET_PAGES' in (await sealOf(id)))
    await pagesOf(process).remove({ merchantId: id, wallet: 'APPLE_PAY' }, annStamp)
    assert.ok(!('WALLET_PAGES' in (await sealOf(id))))
  })

  it('that were changed in the database are refused, of this merchant alone', async () => {
    const [id, other] = [await world.board(process), await world.board(process)]
    await pagesOf(process).set(newPage(id), annStamp)
    await pagesOf(process).set(newPage(other, 'ANOTHER KEY'), annStamp)
    await process.protection.protect('ann')
    const manipulations = [
      `update wallet_pages set display_name = 'Thief' where merchant_id = $1`,
      `update wallet_pages set certificate = 'THIEF' where merchant_id = $1`,
      `update wallet_pages set expires_at = now() + interval '9 years' where merchant_id = $1`,
      `delete from wallet_pages where merchant_id = $1`,
      `with o as materialized (select secret_sealed from wallet_pages where merchant_id <> $1 limit 1)
       update wallet_pages p set secret_sealed = o.secret_sealed from o where p.merchant_id = $1`,
      `update wallet_pages set secret_sealed = null, secret_key_id = null where merchant_id = $1`,
    ]
    for (const text of manipulations) {
      const client = await world.database.connect()
      try {
        await client.query('create temporary table kept_pages as table wallet_pages')
        await client.query(text, [id])
        assert.equal(await faultIn(pagesOf(await world.process()).findUsable(id)), 'WRONG_ROWS', text)
        assert.equal(await faultIn(pagesOf(await world.process()).findUsable(other)), 'accepted', text)
        await client.query('delete from wallet_pages')
        await client.query('insert into wallet_pages table kept_pages')
        await client.query('drop table kept_pages')
      } finally {
        client.release()
      }
    }
    assert.equal(await faultIn(pagesOf(await world.process()).findUsable(id)), 'accepted')
  })

  it('have their private keys sealed under the new key when data keys rotate', async () => {
    const id = await world.board(process)
    await pagesOf(process).set(newPage(id), annStamp)
    await process.vault.rotate('DATA', 'ann')
    for (let step = 0; step < 4; step += 1) {
      await passTime(world.database, '8 days')
      await workOn(process.vault)
      await process.vault.refresh()
    }
    const { rows } = await world.database.query<{ secret_key_id: string }>(
      'select distinct secret_key_id from wallet_pages where secret_key_id is not null',
    )
    assert.deepEqual(rows, [{ secret_key_id: process.vault.seal('', []).keyId }])
    const [usable] = await pagesOf(await world.process()).findUsable(id)
    assert.equal(usable?.identity?.privateKey.open(), 'CANARY PRIVATE KEY')
  })
})
