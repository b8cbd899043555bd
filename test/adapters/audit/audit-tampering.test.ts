import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { verifyAudit } from '../../../src/audit/operations/verify-audit.ts'
import { type AuditWorld, faultsIn, openAuditWorld } from '../../support/fixtures/audit-world.ts'

let world: AuditWorld
before(async () => {
  world = await openAuditWorld()
  await world.allowChanges()
})
after(() => world.close())

let made = 0

/** A merchant with ten lines, chained. */
async function merchantWithLines(): Promise<string> {
  made += 1
  const merchantId = `SHOP${made}`
  await world.write(merchantId, 10)
  await world.chain()
  assert.deepEqual((await world.verify(merchantId)).faults, [])
  return merchantId
}

const alterations: Readonly<Record<string, string>> = {
  'its time, by a microsecond': `at = (at at time zone 'UTC' + interval '1 microsecond') at time zone 'UTC'`,
  'its time, to none at all': `at = 'infinity'`,
  'who it was': `actor = 'another user'`,
  'what was done': `action = 'REFUND_APPROVED'`,
  'what it was done to': `subject = subject || '{"orderId": "another"}'`,
  'an amount, by a cent': `subject = subject || '{"amount": "10.01"}'`,
  'something added to what it was done to': `subject = subject || '{"note": null}'`,
  'the hash of the line before': `prev_hash = sha256('x')`,
  'its hash': `hash = sha256('x')`,
  'its hash, taken away': 'hash = null',
}

describe('an audit log entry', () => {
  for (const [what, change] of Object.entries(alterations))
    it(`is reported when ${what} was altered`, async () => {
      const merchantId = await merchantWithLines()
      for (const position of [1, 6, 10]) {
        const own = `merchant_id = $1 and position = ${position}`
        const [before] = await world.query<Record<string, unknown>>(`select * from audit where ${own}`, [merchantId])
        await world.query(`update audit set ${change} where ${own}`, [merchantId])
        assert.deepEqual(faultsIn(await world.verify(merchantId)), [`ALTERED ${position}`])
        const { at, actor, action, subject, prev_hash: previous, hash } = before ?? {}
        await world.query(
          `update audit set at = $2, actor = $3, action = $4, subject = $5, prev_hash = $6, hash = $7 where ${own}`,
          [merchantId, at, actor, action, JSON.stringify(subject), previous, hash],
        )
      }
      assert.deepEqual((await world.verify(merchantId)).faults, [], 'what is put back is as it was')
    })

  it('is reported when it was moved to another merchant, or given another id', async () => {
    const merchantId = await merchantWithLines()
    // A cluster does not let an update move a row to another node.
    await world.query(
      `insert into audit (merchant_id, audit_id, at, actor, action, subject, position, prev_hash, hash)
       overriding system value
       select 'ELSEWHERE', audit_id, at, actor, action, subject, position, prev_hash, hash from audit
       where merchant_id = $1 and position = 4`,
      [merchantId],
    )
    await world.query('delete from audit where merchant_id = $1 and position = 4', [merchantId])
    assert.deepEqual(faultsIn(await world.verify(merchantId)), ['REMOVED 4-4'])
    assert.deepEqual(faultsIn(await world.verify('ELSEWHERE')), ['HEAD_GONE', 'ALTERED 4', 'REMOVED 1-3'])
  })

  it('is reported when it was removed, with its neighbours', async () => {
    const merchantId = await merchantWithLines()
    await world.query('delete from audit where merchant_id = $1 and position in (3, 4, 8)', [merchantId])
    assert.deepEqual(faultsIn(await world.verify(merchantId)), ['REMOVED 8-8', 'REMOVED 3-4'])
  })

  it('is reported when it was unchained again', async () => {
    const merchantId = await merchantWithLines()
    await world.query(
      'update audit set position = null, prev_hash = null, hash = null where merchant_id = $1 and position = 7',
      [merchantId],
    )
    assert.deepEqual(faultsIn(await world.verify(merchantId)), ['REMOVED 7-7'])
    await world.chain()
    assert.deepEqual(faultsIn(await world.verify(merchantId)), ['REMOVED 7-7'], 'also when it is chained once more')
  })

  it('is reported when it has changed places with another', async () => {
    const merchantId = await merchantWithLines()
    const move = (from: number, to: number) =>
      world.query(`update audit set position = ${to} where merchant_id = $1 and position = ${from}`, [merchantId])
    await move(3, 99)
    await move(8, 3)
    await move(99, 8)
    assert.deepEqual(faultsIn(await world.verify(merchantId)), ['REORDERED 8 from 3', 'REORDERED 3 from 8'])
  })

  it('is reported when it was inserted behind the last one', async () => {
    const merchantId = await merchantWithLines()
    await world.query(
      `insert into audit (merchant_id, at, actor, action, subject, position, prev_hash, hash)
       select merchant_id, at, 'intruder', action, subject, 11, hash, sha256('x') from audit
       where merchant_id = $1 and position = 10`,
      [merchantId],
    )
    assert.deepEqual(faultsIn(await world.verify(merchantId)), ['INSERTED 11'])
  })
})

describe('an audit log', () => {
  it('whose last entries were cut off is detected, with their number', async () => {
    const merchantId = await merchantWithLines()
    await world.query('delete from audit where merchant_id = $1 and position > 7', [merchantId])
    assert.deepEqual(faultsIn(await world.verify(merchantId)), ['REMOVED 8-10'])
  })

  it('whose end was adapted to the cut is detected by its authentication code', async () => {
    const merchantId = await merchantWithLines()
    await world.query('delete from audit where merchant_id = $1 and position > 7', [merchantId])
    await world.query(
      `update audit_heads h set position = 7, hash = a.hash from audit a
       where h.merchant_id = $1 and a.merchant_id = $1 and a.position = 7`,
      [merchantId],
    )
    assert.deepEqual(faultsIn(await world.verify(merchantId)), ['HEAD_ALTERED'])
  })

  it('of which all entries are gone is detected', async () => {
    const merchantId = await merchantWithLines()
    await world.query('delete from audit where merchant_id = $1', [merchantId])
    assert.deepEqual(faultsIn(await world.verify(merchantId)), ['REMOVED 1-10'])
  })

  it('that was restored as a whole to an earlier state is detected by a noted hash of its end', async () => {
    const merchantId = await merchantWithLines()
    const [head] = await world.query<object>('select * from audit_heads where merchant_id = $1', [merchantId])
    await world.write(merchantId, 2)
    await world.chain()
    const { end: known } = await world.verify(merchantId)
    assert.ok(known && head)
    assert.deepEqual((await verifyAudit(merchantId, world.dependencies, { known })).faults, [])
    await world.write(merchantId, 1)
    await world.chain()
    assert.deepEqual((await verifyAudit(merchantId, world.dependencies, { known })).faults, [], 'it may have gone on')

    await world.query('delete from audit where merchant_id = $1 and position > 10', [merchantId])
    await world.query('delete from audit_heads where merchant_id = $1', [merchantId])
    await world.query('insert into audit_heads select * from jsonb_populate_record(null::audit_heads, $1)', [
      JSON.stringify({ ...head, hash: bytesOf(head, 'hash'), mac: bytesOf(head, 'mac') }),
    ])
    assert.deepEqual((await world.verify(merchantId)).faults, [], 'not detectable without a known end')
    assert.deepEqual((await verifyAudit(merchantId, world.dependencies, { known })).faults, [
      { kind: 'NOT_KNOWN', position: 12 },
    ])
  })

  it('with very many faults is reported in bounded space, with the full count', async () => {
    // More than are read at once.
    await world.query(
      `insert into audit (merchant_id, at, actor, action, subject)
       select 'MANY', now(), 'a', 'BATCH_CLOSED', jsonb_build_object('batch', n) from generate_series(1, 1100) n`,
    )
    await world.chain()
    await world.query(`update audit set actor = 'b' where merchant_id = 'MANY' and position % 2 = 0`)
    const { faults, faultCount, lines } = await world.verify('MANY')
    assert.deepEqual([faults.length, faultCount, lines], [100, 550, 1100])
  })

  it('with errors is found by the check of all, which finds no errors in the others', async () => {
    const [one, other] = [await merchantWithLines(), await merchantWithLines()]
    await world.query('delete from audit where merchant_id = $1 and position = 2', [one])
    const names = await world.dependencies.auditChain.merchants()
    assert.ok(names.includes('') && names.includes(one) && names.includes(other))
    assert.equal((await world.verify(other)).faultCount, 0)
    assert.equal((await world.verify('')).faultCount, 0)
  })
})

function bytesOf(row: object, name: string): string {
  return `\\x${((row as Record<string, Buffer>)[name] ?? Buffer.alloc(0)).toString('hex')}`
}
