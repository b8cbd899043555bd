import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AuditEntry } from '../ports/audit.ts'
import { countRefusedCredentials } from './audit-refused-credentials.ts'

const at = (time: string) => new Date(`2026-03-02T${time}Z`)

function openAudit() {
  const entries: AuditEntry[] = []
  let isBroken = false
  return {
    entries,
    break: (broken: boolean) => {
      isBroken = broken
    },
    audit: {
      append: async (entry: AuditEntry) => {
        if (isBroken) throw new Error('the database is gone')
        entries.push(entry)
      },
    },
  }
}

describe('refused credentials', () => {
  it('are one audit entry per merchant and hour, once the hour is over, with the number and the clients', async () => {
    const count = countRefusedCredentials()
    const world = openAudit()
    for (let failures = 0; failures < 2_000; failures += 1)
      count.add(
        { merchantId: 'SHOP1', clientAddress: failures % 4 === 0 ? '203.0.113.1' : '203.0.113.2' },
        at('09:10:00'),
      )
    count.add({ merchantId: 'SHOP2', clientAddress: '203.0.113.3' }, at('09:59:59.999'))
    count.add({ merchantId: 'SHOP2', clientAddress: '203.0.113.3' }, at('10:00:00'))

    await count.write({ now: at('09:59:59.999') }, world)
    assert.deepEqual(world.entries, [])
    await count.write({ now: at('10:00:00') }, world)
    await count.write({ now: at('10:00:01') }, world)
    const hour = { from: at('09:00:00'), until: at('10:00:00') }
    const common = { actor: 'gateway', action: 'CREDENTIALS_REFUSED', at: at('10:00:00') }
    assert.deepEqual(world.entries, [
      {
        ...common,
        merchantId: 'SHOP1',
        subject: {
          ...hour,
          failures: 2_000,
          clients: [
            { clientAddress: '203.0.113.2', failures: 1_500 },
            { clientAddress: '203.0.113.1', failures: 500 },
          ],
        },
      },
      {
        ...common,
        merchantId: 'SHOP2',
        subject: { ...hour, failures: 1, clients: [{ clientAddress: '203.0.113.3', failures: 1 }] },
      },
    ])
  })

  it('stay counted while the audit log cannot be written', async () => {
    const count = countRefusedCredentials()
    const world = openAudit()
    count.add({ merchantId: 'SHOP1', clientAddress: '203.0.113.1' }, at('09:10:00'))
    world.break(true)
    await assert.rejects(count.write({ now: at('10:00:00') }, world))
    world.break(false)
    await count.write({ now: at('10:01:00') }, world)
    await count.write({ now: at('10:02:00') }, world)
    assert.equal(world.entries.length, 1)
  })

  it('of the current hour are written when the process ends', async () => {
    const count = countRefusedCredentials()
    const world = openAudit()
    count.add({ merchantId: 'SHOP1', clientAddress: '203.0.113.1' }, at('09:10:00'))
    await count.write({ now: at('09:20:00'), isEnding: true }, world)
    assert.deepEqual(
      world.entries.map(({ merchantId }) => merchantId),
      ['SHOP1'],
    )
  })

  it('name ten clients and store a bounded number, and count all failures', async () => {
    const count = countRefusedCredentials()
    const world = openAudit()
    for (let client = 0; client < 5_000; client += 1)
      count.add({ merchantId: 'SHOP1', clientAddress: `2001:db8::${client.toString(16)}` }, at('09:10:00'))
    await count.write({ now: at('10:00:00') }, world)
    const [{ subject } = assert.fail('no entry')] = world.entries as readonly { subject: Record<string, unknown> }[]
    assert.deepEqual([subject['failures'], (subject['clients'] as unknown[]).length], [5_000, 10])
  })
})
