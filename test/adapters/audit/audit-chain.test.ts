import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { renewHeads } from '../../../src/audit/jobs/chain-audit.ts'
import { linkLines } from '../../../src/audit/operations/verify-audit.ts'
import { accessRightsSeals } from '../../../src/merchants/postgres/access-rights/access-rights-seals.ts'
import { openDatabase } from '../../../src/platform/postgres/database.ts'
import { gatewaySchema, migrate } from '../../../src/platform/postgres/migrate.ts'
import { passTime, workOn } from '../../support/builders/sealed-rows.ts'
import { until } from '../../support/checks/poll.ts'
import { type AuditWorld, faultsIn, openAuditWorld } from '../../support/fixtures/audit-world.ts'
import { countLockWaits, endLockWaits, withoutCluster } from '../../support/gateway/citus.ts'
import { createEmptyDatabase, databaseUrl } from '../../support/gateway/database.ts'

let world: AuditWorld
before(async () => {
  world = await openAuditWorld()
})
after(() => world.close())

const positions = (merchantId: string) =>
  world.query<{ audit_id: string; position: string | null }>(
    'select audit_id, position from audit where merchant_id = $1 order by audit_id',
    [merchantId],
  )

describe('the audit log of a merchant', () => {
  it('is chained from its oldest entry on', async () => {
    await world.write('SHOP1', 7)
    assert.ok((await world.chain()) >= 7)
    const rows = await positions('SHOP1')
    assert.deepEqual(
      rows.map(({ position }) => position),
      ['1', '2', '3', '4', '5', '6', '7'],
    )
    const report = await world.verify('SHOP1')
    assert.deepEqual(report.faults, [])
    assert.equal(report.lines, 7)
    assert.equal(report.end?.position, 7)
    assert.deepEqual(report.waiting, { count: 0, isLate: false })
  })

  it('is chained from the first entry on where none was chained for a year', async () => {
    const name = await createEmptyDatabase()
    const database = openDatabase({ connectionString: databaseUrl(name) }, { poolSize: 2, onError: () => undefined })
    await migrate(database, gatewaySchema)
    await database.query(
      `insert into audit (merchant_id, at, actor, action, subject)
       select 'OLD', now() - interval '1 year', 'anna', 'BATCH_CLOSED', jsonb_build_object('batch', n) from generate_series(1, 20) n`,
    )
    await database.end()
    const own = await openAuditWorld({ database: name })
    assert.equal((await own.verify('OLD')).waiting.isLate, true, 'before a gateway has run')
    await own.chain()
    const inOrder = `select from audit where merchant_id = 'OLD' and position = (subject ->> 'batch')::int`
    assert.equal((await own.query(inOrder)).length, 20)
    const report = await own.verify('OLD')
    assert.deepEqual([report.lines, report.faults, report.waiting.count], [20, [], 0])
    await own.close()
  })

  it('continues where it ended, in more than one step when there is much', async () => {
    await world.write('SHOP2', 3)
    await world.chain()
    const insert = `insert into audit (merchant_id, at, actor, action, subject)
      select 'SHOP2', now(), 'a', 'BATCH_CLOSED', jsonb_build_object('batch', n) from generate_series(1, 1234) n`
    await world.query(insert)
    assert.ok((await world.chain()) >= 1234)
    const { lines, faults } = await world.verify('SHOP2')
    assert.deepEqual({ lines, faults }, { lines: 1237, faults: [] })
  })

  it('is chained in the order of times, whichever node gave the entries their numbers', async () => {
    await world.query(
      `insert into audit (merchant_id, audit_id, at, actor, action, subject) overriding system value
       select 'NODES', id, '2026-01-01'::timestamptz + n * interval '1 second', 'a', 'BATCH_CLOSED', jsonb_build_object('batch', n)
       from (values (1, 562949953421313), (2, 281474976710657), (3, 900000001), (4, 562949953421314)) v (n, id)`,
    )
    await world.chain()
    const inOrder = `select from audit where merchant_id = 'NODES' and position = (subject ->> 'batch')::int`
    assert.equal((await world.query(inOrder)).length, 4)
    assert.deepEqual((await world.verify('NODES')).faults, [])
  })

  it('is anchored in the operator’s own chain, so that it cannot disappear as a whole', async () => {
    await world.write('SHOP3', 2)
    await world.chain()
    const [begun] = await world.query(
      `select actor from audit where merchant_id = '' and action = 'AUDIT_BEGUN' and subject ->> 'merchantId' = 'SHOP3'`,
    )
    assert.deepEqual(begun, { actor: 'gateway' })
    await world.query(`delete from audit where merchant_id = 'SHOP3'`)
    await world.query(`delete from audit_heads where merchant_id = 'SHOP3'`)
    assert.deepEqual(faultsIn(await world.verify('SHOP3')), ['HEAD_GONE'])
    assert.ok((await world.dependencies.auditChain.merchants()).includes('SHOP3'), 'the check of everybody comes to it')
  })

  it('distinguishes waiting entries from wrong ones, and reports a long wait', async () => {
    await world.write('SHOP4', 2, { at: new Date() })
    const fresh = await world.verify('SHOP4')
    assert.deepEqual(fresh.faults, [])
    assert.equal(fresh.waiting.count, 2)
    assert.equal(fresh.waiting.isLate, false)
    const at = new Date(Date.now() - 10 * 60_000)
    await world.write('SHOP4', 1, { at })
    const { waiting, faults } = await world.verify('SHOP4')
    assert.deepEqual({ waiting, faults }, { waiting: { count: 3, oldestAt: at, isLate: true }, faults: [] })
  })
})

describe('two processes that chain concurrently', () => {
  it('share the work and make one chain', async () => {
    const other = await openAuditWorld({ database: new URL(world.connectionString).pathname.slice(1) })
    for (const merchantId of ['PAIR1', 'PAIR2', 'PAIR3']) await world.write(merchantId, 40)
    const writing = world.write('PAIR1', 40)
    const rounds = Array.from({ length: 10 }, () => [world.chain(), other.chain()]).flat()
    await Promise.all([...rounds, writing])
    await world.chain()
    for (const [merchantId, lines] of [
      ['PAIR1', 80],
      ['PAIR2', 40],
      ['PAIR3', 40],
    ] as const) {
      const report = await world.verify(merchantId)
      assert.deepEqual({ lines: report.lines, faults: report.faults }, { lines, faults: [] })
    }
    for (const each of [world, other]) assert.equal(each.failureOf('PAIR1'), '')
    await other.close()
  })

  it('do not wait for each other', async () => {
    await world.write('HELD', 1)
    await world.chain()
    await world.write('HELD', 1)
    const client = await world.database.connect()
    await client.query('begin')
    await client.query(`select from audit_heads where merchant_id = 'HELD' for update`)
    const { auditChain, vault } = world.dependencies
    assert.equal(await auditChain.chain('HELD', linkLines('HELD', vault), 10), 'LOCKED')
    await client.query('rollback')
    client.release()
    assert.equal(await auditChain.chain('HELD', linkLines('HELD', vault), 10), 1)
  })
})

describe('a process that is killed while it chains', () => {
  it('leaves all of a step or nothing of it', async () => {
    await world.write('KILLED', 5)
    await world.chain()
    await world.write('KILLED', 5)
    // Held up between the head, which it has moved already, and the lines; and there its connection ends.
    const holder = await world.database.connect()
    await holder.query('begin')
    await holder.query(`select from audit where merchant_id = 'KILLED' and position is null for update`)
    const { auditChain, vault } = world.dependencies
    const killed = assert.rejects(auditChain.chain('KILLED', linkLines('KILLED', vault), 10))
    await until(async () => (await countLockWaits(world.connectionString)) === 1, 'it waits for the lines')
    await endLockWaits(world.connectionString)
    await killed
    await holder.query('rollback')
    holder.release()

    const report = await world.verify('KILLED')
    assert.deepEqual([report.lines, report.end?.position, report.waiting.count, report.faults], [5, 5, 5, []])
    await world.chain()
    const afterwards = await world.verify('KILLED')
    assert.deepEqual([afterwards.lines, afterwards.waiting.count, afterwards.faults], [10, 0, []])
  })
})

describe('the end of a chain that was altered in the database', () => {
  const alterations: Readonly<Record<string, string>> = {
    position: 'position = position - 1',
    hash: `hash = sha256('x')`,
    mac: `mac = sha256('x')`,
    'the name of its key': `key_id = 'audit-00000000'`,
    'the name of its key, taken away': `key_id = ''`,
  }
  for (const [what, change] of Object.entries(alterations))
    it(`is detected, and no entry is added to it: ${what}`, async () => {
      const merchantId = `HEAD ${what}`
      await world.write(merchantId, 3)
      await world.chain()
      await world.query(`update audit_heads set ${change} where merchant_id = $1`, [merchantId])
      assert.equal(faultsIn(await world.verify(merchantId))[0], 'HEAD_ALTERED')
      await world.write(merchantId, 1)
      await world.chain()
      assert.equal((await world.verify(merchantId)).waiting.count, 1)
      assert.match(world.failureOf(merchantId), /was altered/)
    })

  it('is not recreated when it is missing', async () => {
    await world.write('GONE', 3)
    await world.chain()
    await world.query(`delete from audit_heads where merchant_id = 'GONE'`)
    await world.write('GONE', 1)
    await world.chain()
    assert.match(world.failureOf('GONE'), /is missing/)
    assert.deepEqual(faultsIn(await world.verify('GONE')), ['HEAD_GONE'])
  })

  it('cannot be that of another merchant', async () => {
    for (const merchantId of ['ONE', 'OTHER']) await world.write(merchantId, 3)
    await world.chain()
    await world.query(
      `with o as materialized (select * from audit_heads where merchant_id = 'OTHER')
       update audit_heads h set position = o.position, hash = o.hash, key_id = o.key_id, mac = o.mac
       from o where h.merchant_id = 'ONE'`,
    )
    assert.deepEqual(faultsIn(await world.verify('ONE')), ['HEAD_ALTERED'])
  })
})

describe('a new key for the audit', () => {
  it('authenticates every chain end again, also of a merchant without new entries, and the old key is destroyed', async () => {
    const own = await openAuditWorld()
    await own.write('QUIET', 3)
    await own.write('FORGED', 3)
    await own.chain()
    const keysOf = async () =>
      (await own.query<{ key_id: string }>('select distinct key_id from audit_heads')).map(({ key_id }) => key_id)
    const [before] = await keysOf()
    const rotated = await own.vault.rotate('AUDIT', 'ann')
    assert.equal(rotated?.previousKeyId, before)
    await own.write('QUIET', 1)
    await own.chain()
    assert.deepEqual((await own.verify('QUIET')).faults, [], 'while it goes on')

    await passTime(own.database, '8 days')
    await workOn(own.vault)
    await own.vault.refresh()
    await own.query(`update audit_heads set hash = sha256('x') where merchant_id = 'FORGED'`)
    await renewHeads(own.dependencies, own.onError)
    await accessRightsSeals(own.database, own.vault).renewAll()
    assert.match(own.failureOf('FORGED'), /was altered/)
    assert.deepEqual(faultsIn(await own.verify('FORGED')), ['HEAD_ALTERED'], 'the new key vouches for nothing of it')
    assert.deepEqual((await own.verify('QUIET')).faults, [])
    const kept = await own.query<{ merchant_id: string }>('select merchant_id from audit_heads where key_id = $1', [
      before,
    ])
    assert.deepEqual(kept, [{ merchant_id: 'FORGED' }])

    await own.query(`delete from audit_heads where merchant_id = 'FORGED'`)
    for (let step = 0; step < 4; step += 1) {
      await passTime(own.database, '8 days')
      await workOn(own.vault)
    }
    const states = (await own.vault.listKeys()).filter(({ purpose }) => purpose === 'AUDIT').map(({ state }) => state)
    assert.deepEqual(states, ['CURRENT'])
    await own.vault.refresh()
    assert.deepEqual((await own.verify('QUIET')).faults, [])
    await own.close()
  })
})

describe('an audit log entry', () => {
  const changes = [
    `actor = 'eve'`,
    `subject = '{}'`,
    `action = 'ORDER_REVIEWED'`,
    `at = now()`,
    `merchant_id = 'ELSEWHERE'`,
    'position = position + 100',
    `prev_hash = sha256('x')`,
    `hash = sha256('x')`,
    'position = null, prev_hash = null, hash = null',
  ]
  /** A cluster refuses to move a row to another merchant before the trigger sees it. */
  const refusal = withoutCluster
    ? /cannot be changed/
    : /cannot be changed|modifying the partition value .* not allowed/
  const change = (text: string) => world.query(`update audit set ${text} where merchant_id = 'FIXED'`)

  it('cannot be changed once it is chained', async () => {
    await world.write('FIXED', 1, { action: 'BATCH_CLOSED' })
    await world.chain()
    for (const text of changes) await assert.rejects(change(text), refusal, text)
  })

  it('cannot be changed from the moment it is written, except for its position in the chain', async () => {
    await world.query(`delete from audit where merchant_id = 'FIXED'`)
    await world.write('FIXED', 1, { action: 'BATCH_CLOSED' })
    for (const text of changes.slice(0, 5)) await assert.rejects(change(text), refusal, text)
    await change(`position = 1, prev_hash = sha256('x'), hash = sha256('x')`)
    await assert.rejects(change('position = 2'), /cannot be changed/)
  })
})
