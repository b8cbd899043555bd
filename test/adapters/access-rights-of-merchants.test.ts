// Merchants' access rights against an attacker with write access to the database and without the keys.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type AccessRightsProcess,
  type AccessRightsWorld,
  annStamp,
  certificate,
  faultIn,
  openAccessRightsWorld,
} from '../support/fixtures/access-rights-world.ts'

let world: AccessRightsWorld
let one: AccessRightsProcess
let other: AccessRightsProcess

before(async () => {
  world = await openAccessRightsWorld()
  one = await world.process()
  await one.protection.protect('ann')
  other = await world.process()
})
after(() => world.close())

const query = (text: string, values: readonly unknown[] = []) => world.database.query(text, [...values])

/** What a process that has nothing in memory makes of a merchant. */
async function faultOf(id: string): Promise<string> {
  const { merchants, notifications, reportingPasswords } = await world.process()
  const readings = [merchants.find(id), reportingPasswords.find(id), notifications.find(id)]
  const faults = await Promise.all(readings.map(faultIn))
  return faults.find((fault) => fault !== 'accepted') ?? 'accepted'
}

/** One statement each; $1 is the merchant, $2 another one. */
const attacks: readonly (readonly [what: string, text: string])[] = [
  [
    'the privilege UNMASK',
    `update merchants set profile = jsonb_set(profile, '{privileges}', '["UNMASK"]') where merchant_id = $1 or $2 = ''`,
  ],
  [
    'an enabled merchant',
    `update merchants set profile = profile || '{"isEnabled": false}' where merchant_id = $1 or $2 = ''`,
  ],
  [
    'an origin of pages',
    `update merchants set profile = profile || '{"pageOrigins": ["https://evil.example"]}' where merchant_id = $1 or $2 = ''`,
  ],
  [
    'another repository of tokens',
    `update merchants set profile = profile || jsonb_build_object('tokenRepositoryId', $2::text) where merchant_id = $1`,
  ],
  [
    'a certificate',
    `insert into merchant_certificates (merchant_id, fingerprint, subject, not_before, not_after)
     select $1, repeat('e', 64), 'CN=eve', now(), now() + interval '1 year' where $2 <> ''`,
  ],
  [
    'a certificate that was revoked',
    `update merchant_certificates set revoked_at = now() where merchant_id = $1 or $2 = ''`,
  ],
  [
    "another merchant's password",
    `insert into merchant_passwords (merchant_id, slot, key_id, hash)
     select $1, 2, key_id, hash from merchant_passwords where merchant_id = $2`,
  ],
  [
    'the operations of a password',
    `update merchant_passwords set operations = '{ALL,UNMASK}' where merchant_id = $1 or $2 = ''`,
  ],
  ['a password that is gone', `delete from merchant_passwords where merchant_id = $1 or $2 = ''`],
  [
    'a password of reports',
    `update reporting_passwords r set hash = o.hash from reporting_passwords o
     where r.merchant_id = $1 and o.merchant_id = $2`,
  ],
  [
    'a credential that waits for approval',
    `insert into credential_requests (merchant_id, kind, details, requested_by, requested_at)
     select $1, 'UNMASK', '{}', 'ann', now() where $2 <> ''`,
  ],
  [
    'the URL of notifications',
    `update webhook_settings set url = 'https://evil.example' where merchant_id = $1 or $2 = ''`,
  ],
  [
    'a user',
    `insert into users (merchant_id, login, name, permissions, password_hash, must_change_password, created_at)
     select $1, 'eve', 'Eve', '{CONFIGURE}', '', false, now() where $2 <> ''`,
  ],
]

describe('write access to the database', () => {
  for (const [what, text] of attacks)
    it(`does not give ${what}`, async () => {
      const [id, another] = [await world.board(one), await world.board(one)]
      assert.equal(await faultOf(id), 'accepted')
      await query(text, [id, another])
      const summary = (await one.protection.survey()).find(({ ownerId }) => ownerId === id)
      assert.equal(summary?.fault, 'WRONG_ROWS')
      if (what !== 'a user') assert.equal(await faultOf(id), 'WRONG_ROWS')
      assert.equal(await faultOf(another), 'accepted')
    })

  it('cannot add a merchant', async () => {
    await query(
      `insert into merchants (merchant_id, profile) select 'MADEUP', profile || '{"privileges": ["UNMASK"]}'
      from merchants where merchant_id = $1`,
      [await world.board(one)],
    )
    assert.equal(await faultOf('MADEUP'), 'NO_SEAL')
  })

  it('cannot prepare a password for a merchant that is added later', async () => {
    const id = await world.board(one)
    await query(
      `insert into merchant_passwords (merchant_id, slot, key_id, hash)
      select 'LATER', 1, key_id, hash from merchant_passwords where merchant_id = $1`,
      [id],
    )
    const { merchant } = (await one.merchants.find(id)) ?? assert.fail('unknown')
    assert.equal(await faultIn(one.merchants.create({ ...merchant, id: 'LATER' }, annStamp)), 'NO_SEAL')
  })

  it('cannot have its changes sealed with a later change by the operator', async () => {
    const id = await world.board(one)
    await query(
      `update merchants set profile = jsonb_set(profile, '{privileges}', '["UNMASK"]') where merchant_id = $1`,
      [id],
    )
    const change = one.merchants.addCertificate(id, certificate(1_000), annStamp)
    assert.equal(await faultIn(change), 'WRONG_ROWS')
    assert.equal(await faultOf(id), 'WRONG_ROWS')
  })

  it('cannot bring back rows together with their older seal', async () => {
    const id = await world.board(one)
    const { rows } = await query('select * from access_rights_seals where merchant_id = $1', [id])
    const [then] = rows
    await one.merchants.revokeCertificate(id, (await certificateOf(id)) ?? '', annStamp)
    await query('update merchant_certificates set revoked_at = null where merchant_id = $1', [id])
    const back = [id, then.revision, JSON.stringify(then.digests), then.key_id, then.mac]
    const restore = `update access_rights_seals set revision = $2, digests = $3, key_id = $4, mac = $5 where merchant_id = $1`
    await assert.rejects(query(restore, back), /the revision of access rights only rises/)
    await query('delete from access_rights_seals where merchant_id = $1', [id])
    assert.equal(await faultOf(id), 'NO_SEAL')
    await query(
      'insert into access_rights_seals (merchant_id, revision, digests, key_id, mac) values ($1, $2, $3, $4, $5)',
      back,
    )
    assert.equal(await faultOf(id), 'OLDER_REVISION')
  })

  it('cannot restore them by deleting the audit entries of the newer ones', async () => {
    const id = await world.board(one)
    const { rows } = await query('select * from access_rights_seals where merchant_id = $1', [id])
    const [then] = rows
    await one.merchants.revokeCertificate(id, (await certificateOf(id)) ?? '', annStamp)
    const { merchants } = await world.process()
    assert.equal(await faultIn(merchants.find(id)), 'accepted')
    await query('update merchant_certificates set revoked_at = null where merchant_id = $1', [id])
    await query('delete from access_rights_seals where merchant_id = $1', [id])
    await query(
      'insert into access_rights_seals (merchant_id, revision, digests, key_id, mac) values ($1, $2, $3, $4, $5)',
      [...[id, then.revision, JSON.stringify(then.digests), then.key_id, then.mac]],
    )
    await query(
      `delete from audit where merchant_id = $1 and action = 'ACCESS_RIGHTS_SEALED'
      and (subject ->> 'revision')::bigint > $2`,
      [id, then.revision],
    )
    assert.equal(await faultIn(merchants.find(id)), 'OLDER_REVISION')
  })

  it('cannot forge a seal, nor use one of another merchant', async () => {
    const [id, another] = [await world.board(one), await world.board(one)]
    await query(`update access_rights_seals set mac = sha256(mac) where merchant_id = $1`, [id])
    assert.equal(await faultOf(id), 'WRONG_MAC')
    await query(
      `with o as materialized (select * from access_rights_seals where merchant_id = $2)
       update access_rights_seals s set digests = o.digests, mac = o.mac from o where s.merchant_id = $1`,
      [id, another],
    )
    assert.equal(await faultOf(id), 'WRONG_MAC')
    await query(`update access_rights_seals set key_id = 'audit-of-eve' where merchant_id = $1`, [id])
    assert.equal(await faultOf(id), 'WRONG_MAC')
  })

  it('cannot end the protection', async () => {
    await query('update vault_keys set is_protecting_access_rights = false')
    await assert.rejects(world.process(), /does not decrypt key/)
    await one.vault.refresh()
    assert.equal(one.protection.isProtected(), true)
    await query('update vault_keys set is_protecting_access_rights = true')
    assert.equal((await world.process()).protection.isProtected(), true)
  })
})

async function certificateOf(id: string): Promise<string | undefined> {
  return (await one.merchants.find(id))?.certificates[0]?.fingerprint
}

describe('protected rights', () => {
  it('are reported when they are refused', async () => {
    const id = await world.board(one)
    await query('delete from merchant_passwords where merchant_id = $1', [id])
    const { merchants, refusals } = await world.process()
    await faultIn(merchants.find(id))
    assert.deepEqual(refusals, [{ ownerId: id, fault: 'WRONG_ROWS' }])
  })

  it('are changed by several processes, at once and in turn, and each change is a revision in the audit', async () => {
    const id = await world.board(one)
    const revision = async () => {
      const { rows } = await query('select revision::int from access_rights_seals where merchant_id = $1', [id])
      return rows[0]?.revision
    }
    const before = await revision()
    const numbers = [2_001, 2_002, 2_003, 2_004, 2_005, 2_006]
    await Promise.all(
      numbers.map((number) =>
        (number % 2 === 0 ? one : other).merchants.addCertificate(id, certificate(number), annStamp),
      ),
    )
    assert.equal((await other.merchants.find(id))?.certificates.length, 7)
    assert.equal(await revision(), before + numbers.length)
    const { rows } = await query(
      `select (subject ->> 'revision')::int as revision from audit
       where merchant_id = $1 and action = 'ACCESS_RIGHTS_SEALED' order by audit_id`,
      [id],
    )
    assert.deepEqual(
      rows.map((row) => row.revision),
      Array.from({ length: before + numbers.length }, (_, index) => index + 1),
    )
  })

  it('are sealed once when two processes change them first at the same moment', async () => {
    const id = 'FIRST'
    const add = ({ reportingPasswords, vault }: AccessRightsProcess, text: string) =>
      reportingPasswords.add(id, vault.keyedHash('PASSWORD', text), annStamp)
    assert.deepEqual((await Promise.all([add(one, 'a'), add(other, 'b')])).toSorted(), [1, 2])
    assert.equal(await faultIn(one.reportingPasswords.find(id)), 'accepted')
  })

  it('stay unchanged when a change is refused or changes nothing', async () => {
    const id = await world.board(one)
    const { rows: before } = await query('select * from access_rights_seals where merchant_id = $1', [id])
    assert.equal(await one.merchants.revokeCertificate(id, 'f'.repeat(64), annStamp), false)
    assert.equal(await one.merchants.change(id, () => 'NO', annStamp), 'NO')
    const { rows: after } = await query('select * from access_rights_seals where merchant_id = $1', [id])
    assert.deepEqual(after, before)
  })

  it('are adopted by the operator after they were refused', async () => {
    const id = await world.board(one)
    await query('delete from merchant_passwords where merchant_id = $1', [id])
    await one.protection.adopt(id, annStamp)
    assert.equal(await faultOf(id), 'accepted')
    await query('delete from access_rights_seals where merchant_id = $1', [id])
    await one.protection.adopt(id, annStamp)
    assert.equal(await faultOf(id), 'accepted')
  })
})
