import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { AuditFilter } from '../../../src/audit/ports/audit.ts'
import { type AuditWorld, openAuditWorld } from '../../support/fixtures/audit-world.ts'

let world: AuditWorld
before(async () => {
  world = await openAuditWorld()
})
after(() => world.close())

async function ordersOf(wanted: AuditFilter, limit = 100): Promise<readonly unknown[]> {
  const page = await world.auditReader.list(wanted, { limit })
  return page?.rows.map(({ subject }) => (subject as { order?: string }).order) ?? assert.fail()
}

describe('the list of audit log entries', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 15, 9, minute))
  before(async () => {
    await world.write('SHOP1', 1, { actor: 'anna', subject: { order: 'a' }, at: at(1) })
    await world.write('SHOP1', 1, { actor: 'ben', action: 'BATCH_CLOSED', subject: { order: 'b' }, at: at(2) })
    await world.chain()
    await world.write('SHOP1', 1, { actor: 'anna', action: 'BATCH_CLOSED', subject: { order: 'c' }, at: at(3) })
    await world.write('SHOP2', 1, { actor: 'anna', subject: { order: 'of another' }, at: at(2) })
  })

  it("is newest first, of one merchant, and shows each entry's position in the chain", async () => {
    const page = await world.auditReader.list({ merchantId: 'SHOP1' }, { limit: 10 })
    assert.deepEqual(
      page?.rows.map(({ auditId: _, ...line }) => line),
      [
        { merchantId: 'SHOP1', at: at(3), actor: 'anna', action: 'BATCH_CLOSED', subject: { order: 'c' } },
        { merchantId: 'SHOP1', at: at(2), actor: 'ben', action: 'BATCH_CLOSED', subject: { order: 'b' }, position: 2 },
        {
          merchantId: 'SHOP1',
          at: at(1),
          actor: 'anna',
          action: 'ORDER_REVIEWED',
          subject: { order: 'a' },
          position: 1,
        },
      ],
    )
    assert.equal(page?.next, undefined)
  })

  it('can be filtered by user, action and time, the end of the period not included', async () => {
    const merchantId = 'SHOP1'
    assert.deepEqual(await ordersOf({ merchantId, actor: 'anna' }), ['c', 'a'])
    assert.deepEqual(await ordersOf({ merchantId, action: 'BATCH_CLOSED' }), ['c', 'b'])
    assert.deepEqual(await ordersOf({ merchantId, actor: 'anna', action: 'BATCH_CLOSED' }), ['c'])
    assert.deepEqual(await ordersOf({ merchantId, from: at(1), to: at(3) }), ['b', 'a'])
    assert.deepEqual(await ordersOf({ merchantId, from: at(4) }), [])
  })

  it('comes in pages without gaps or repeats, also for entries of one moment', async () => {
    await world.write('SHOP3', 25, { at: at(5) })
    const seen: string[] = []
    let after: string | undefined
    for (;;) {
      const page = await world.auditReader.list({ merchantId: 'SHOP3' }, { limit: 10, ...(after && { after }) })
      assert.ok(page)
      seen.push(...page.rows.map(({ auditId }) => auditId))
      after = page.next
      if (after === undefined) break
    }
    assert.equal(new Set(seen).size, 25)
    assert.equal(seen.length, 25)
  })

  it('refuses an invalid cursor', async () => {
    for (const after of ['', 'x', '1', '1.', `1.1'`, '1.1.1', `${'9'.repeat(30)}.1`])
      assert.equal(await world.auditReader.list({ merchantId: 'SHOP1' }, { limit: 1, after }), undefined, after)
  })
})
