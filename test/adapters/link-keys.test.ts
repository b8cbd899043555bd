// The keys for message authentication that an ISO 8583 host has sent, as stored for every gateway and the next start: a row that no
// gateway has written is refused.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type LinkKeyStore, postgresKeyStore } from '../../src/acquirers/iso8583/keys/key-store.ts'
import type { LinkKeyState } from '../../src/merchants/postgres/access-rights/link-key-rows.ts'
import {
  type AccessRightsProcess,
  type AccessRightsWorld,
  annStamp,
  faultIn,
  openAccessRightsWorld,
} from '../support/fixtures/access-rights-world.ts'

const first: LinkKeyState = {
  wrappedKey: '0A'.repeat(16),
  checkValue: '111111',
  replacedKey: '',
  formerKeys: ['one'],
  lastSentMs: 1_000,
  lastReceivedMs: 2_000,
}
const second: LinkKeyState = { ...first, wrappedKey: '0B'.repeat(16), checkValue: '222222', formerKeys: ['one', 'two'] }

let world: AccessRightsWorld
before(async () => {
  world = await openAccessRightsWorld()
})
after(() => world.close())

const storeOf = ({ accessRights }: AccessRightsProcess, linkId: string) =>
  postgresKeyStore(world.database, linkId, accessRights.rows)
const write = (store: LinkKeyStore, state: LinkKeyState, configured = 'C0FFEE') => store.change(configured, () => state)

async function stateOf(store: LinkKeyStore, configured = 'C0FFEE'): Promise<LinkKeyState | undefined> {
  const row = await store.read(configured)
  if (!row) return undefined
  const { wrappedKey, checkValue, replacedKey, formerKeys, lastSentMs, lastReceivedMs } = row
  return { wrappedKey, checkValue, replacedKey, formerKeys, lastSentMs, lastReceivedMs }
}

describe('the key that a host has sent for a link', () => {
  it('replaces the one before, and not that of another link or of another key in the settings', async () => {
    const process = await world.process()
    const [north, south] = [storeOf(process, 'north-bank'), storeOf(process, 'south-bank')]
    assert.equal(await stateOf(north), undefined)
    await write(south, first)
    await write(north, first, 'BEEF00')
    for (const state of [first, second]) {
      await write(north, state)
      assert.deepEqual(await stateOf(north), state)
    }
    assert.deepEqual(await stateOf(south), first)
    assert.deepEqual(await stateOf(north, 'BEEF00'), first)
  })

  it('is decided by one process after the other, each with what the one before has stored', async () => {
    const stores = await Promise.all([1, 2, 3, 4].map(async () => storeOf(await world.process(), 'busy-bank')))
    await Promise.all(
      stores.map((store, index) =>
        store.change('C0FFEE', (state) => ({ ...first, formerKeys: [...(state?.formerKeys ?? []), String(index)] })),
      ),
    )
    const { formerKeys = [] } = (await stateOf(stores[0] ?? assert.fail())) ?? {}
    assert.deepEqual([...formerKeys].toSorted(), ['0', '1', '2', '3'])
  })

  it('is not stored when there is nothing to change', async () => {
    const store = storeOf(await world.process(), 'quiet-bank')
    await store.change('C0FFEE', () => undefined)
    assert.equal(await store.read('C0FFEE'), undefined)
  })
})

describe('a stored key under protected access rights', () => {
  let process: AccessRightsProcess
  before(async () => {
    process = await world.process()
    await process.protection.adopt('', annStamp)
    await process.protection.protect('ann')
  })

  const tamperings: readonly (readonly [what: string, set: string, fault: string])[] = [
    ['another key', `wrapped_key = '${second.wrappedKey}'`, 'WRONG_MAC'],
    ['another check value', `check_value = '333333'`, 'WRONG_MAC'],
    ['another key before', `replaced_key = '${second.wrappedKey}'`, 'WRONG_MAC'],
    ['a forgotten former key', `former_keys = '{}'`, 'WRONG_MAC'],
    ['an earlier last message', `last_sent_ms = 0`, 'WRONG_MAC'],
    ['a later arrival', `last_received_ms = 9000000000000`, 'WRONG_MAC'],
    ['another revision', `revision = revision + 1`, 'WRONG_MAC'],
    ['no seal', `mac = null`, 'NO_SEAL'],
    ['a seal of an unknown key', `key_id = 'none'`, 'WRONG_MAC'],
  ]
  for (const [index, [what, set, fault]] of tamperings.entries())
    it(`is refused with ${what}, reported, and not changed by the host`, async () => {
      const linkId = `bank-${index}`
      const store = storeOf(process, linkId)
      await write(store, first)
      await world.database.query(`update iso8583_mac_keys set ${set} where link_id = $1`, [linkId])
      const reported = process.refusals.length
      for (const reader of [store, storeOf(await world.process(), linkId)])
        assert.equal(await faultIn(reader.read('C0FFEE')), fault)
      await assert.rejects(write(store, second), /stored message authentication key does not match its seal/)
      assert.deepEqual(process.refusals.slice(reported), Array(2).fill({ ownerId: '', fault }))
      assert.equal(await process.accessRights.findFault(''), fault, 'doctor finds it')
      await process.protection.adopt('', annStamp)
      assert.equal(await process.accessRights.findFault(''), undefined)
      assert.ok(await storeOf(await world.process(), linkId).read('C0FFEE'))
    })

  it('of another link is refused', async () => {
    await write(storeOf(process, 'east-bank'), first)
    await world.database.query(
      `insert into iso8583_mac_keys (link_id, configured, revision, wrapped_key, check_value, replaced_key, former_keys,
         last_sent_ms, last_received_ms, key_id, mac)
       select 'west-bank', configured, revision, wrapped_key, check_value, replaced_key, former_keys, last_sent_ms,
         last_received_ms, key_id, mac from iso8583_mac_keys where link_id = 'east-bank'`,
    )
    assert.equal(await faultIn(storeOf(process, 'west-bank').read('C0FFEE')), 'WRONG_MAC')
    await world.database.query(`delete from iso8583_mac_keys where link_id = 'west-bank'`)
  })

  it('is refused when it was restored or deleted under a process that has seen a newer one', async () => {
    const store = storeOf(process, 'old-bank')
    await write(store, first)
    const { rows } = await world.database.query<object>(`select * from iso8583_mac_keys where link_id = 'old-bank'`)
    const older = JSON.stringify(rows[0])
    await write(store, second)
    await assert.rejects(
      world.database.query(`update iso8583_mac_keys set revision = 1 where link_id = 'old-bank'`),
      /only rises/,
    )
    await world.database.query(`delete from iso8583_mac_keys where link_id = 'old-bank'`)
    assert.equal(await faultIn(store.read('C0FFEE')), 'NO_SEAL')
    await world.database.query(
      `insert into iso8583_mac_keys (link_id, configured, revision, wrapped_key, check_value, replaced_key, former_keys,
         last_sent_ms, last_received_ms, key_id, mac)
       select link_id, configured, revision, wrapped_key, check_value, replaced_key, former_keys, last_sent_ms,
         last_received_ms, key_id, $2 from jsonb_populate_record(null::iso8583_mac_keys, $1::jsonb - 'mac')`,
      [older, (rows[0] as { mac: Buffer }).mac],
    )
    assert.equal(await faultIn(store.read('C0FFEE')), 'OLDER_REVISION')
    await world.database.query(`delete from iso8583_mac_keys where link_id = 'old-bank'`)
  })
})
