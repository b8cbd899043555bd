// Alerts: written in the commit of their audit log entry, and read newest first, of all merchants together.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Alerts } from '../../../src/audit/ports/alerts.ts'
import type { AuditEntry } from '../../../src/audit/ports/audit.ts'
import { postgresAlerts } from '../../../src/audit/postgres/alerts.ts'
import { auditLineJson, postgresAudit, writeAuditLine } from '../../../src/audit/postgres/audit.ts'
import { onOneDatabase } from '../../../src/platform/postgres/cluster/merchant-databases.ts'
import { type Database, inUnitOfWork, openDatabase } from '../../../src/platform/postgres/database.ts'
import { createTestDatabase, databaseUrl } from '../../support/gateway/database.ts'

let database: Database
let alerts: Alerts
before(async () => {
  const connectionString = databaseUrl(await createTestDatabase())
  database = openDatabase({ connectionString }, { poolSize: 2, onError: () => undefined })
  alerts = postgresAlerts(onOneDatabase(database))
})
after(() => database.end())

const at = (minute: number) => new Date(Date.UTC(2036, 10, 15, 9, minute))
const entry = (minute: number, more: Partial<AuditEntry> = {}): AuditEntry => ({
  ...{ merchantId: '', actor: 'operator/ann', action: 'LINK_CHANGED', subject: { linkId: 'bank' }, at: at(minute) },
  ...more,
})
const write = (line: AuditEntry) => postgresAudit(onOneDatabase(database)).append(line)
const weakened = { controls: { refundsNeedApproval: { before: true, after: false } } }
const minutesOf = async (...[wanted, page]: Parameters<Alerts['list']>) =>
  (await alerts.list(wanted, page))?.rows.map((row) => row.at.getUTCMinutes())

describe('an alert', () => {
  it('is written with the audit log entry that raises it, of the merchant or the operator, and not for other entries', async () => {
    await write(entry(1))
    await write(entry(2, { merchantId: 'SHOP1', action: 'CONTROLS_WEAKENED', subject: weakened }))
    await write(entry(3, { action: 'SIGNED_IN', subject: {} }))
    const page = await alerts.list({ from: at(0) }, { limit: 10 })
    assert.deepEqual(
      page?.rows.map(({ auditId: _, ...alert }) => alert),
      [
        {
          ...{ merchantId: 'SHOP1', actor: 'operator/ann', action: 'CONTROLS_WEAKENED', subject: weakened },
          ...{ at: at(2), isWeakening: true },
        },
        {
          ...{ merchantId: '', actor: 'operator/ann', action: 'LINK_CHANGED', subject: { linkId: 'bank' } },
          ...{ at: at(1), isWeakening: false },
        },
      ],
    )
    const [first] = page?.rows ?? []
    assert.deepEqual(first && (await alerts.find(first)), first)
  })

  it('is not written when the change is taken back', async () => {
    await inUnitOfWork(database, (client) => writeAuditLine(client, entry(4)), { isKept: () => false })
    assert.deepEqual(await minutesOf({ from: at(4) }, { limit: 10 }), [])
  })

  it('cannot be left out by a statement that writes entries without alerts', () => {
    assert.throws(() => auditLineJson(entry(5)), /raises an alert/)
  })
})

describe('the list of alerts', () => {
  it('can be of weakened controls, of the daily summary or of a period, the end not included', async () => {
    await write(entry(11, { action: 'APPROVAL_REQUESTED', merchantId: 'SHOP1' }))
    await write(entry(12, { action: 'APPROVAL_GIVEN', merchantId: 'SHOP1' }))
    await write(entry(13, { action: 'CONTROLS_WEAKENED', subject: weakened }))
    const [from, to] = [at(11), at(14)]
    assert.deepEqual(await minutesOf({ from, to }, { limit: 9 }), [13, 12, 11])
    assert.deepEqual(await minutesOf({ kind: 'SUMMARY', from, to }, { limit: 9 }), [13, 12])
    assert.deepEqual(await minutesOf({ kind: 'WEAKENED', from, to }, { limit: 9 }), [13])
    assert.deepEqual(await minutesOf({ from, to: at(13) }, { limit: 9 }), [12, 11])
    assert.deepEqual(await alerts.countForSummary({ from, until: to }), { APPROVAL_GIVEN: 1, CONTROLS_WEAKENED: 1 })
    assert.equal(await alerts.countAfter(at(11), 100), 2)
    assert.equal(await alerts.countAfter(at(10), 2), 2, 'no further than the limit')
  })

  it('comes in pages without gaps or repeats, also for alerts of one moment', async () => {
    for (const merchantId of ['', 'SHOP1', 'SHOP-2', 'SHOP_3', 'SHOP1']) await write(entry(20, { merchantId }))
    const seen: string[] = []
    let next: string | undefined
    do {
      const page = await alerts.list({ from: at(20) }, { limit: 2, ...(next !== undefined && { after: next }) })
      seen.push(...(page?.rows ?? []).map(({ merchantId, auditId }) => `${merchantId} ${auditId}`))
      next = page?.next
    } while (next !== undefined)
    assert.deepEqual([seen.length, new Set(seen).size], [5, 5])
    for (const wrong of ['x', '1.2', '1.2.a b', '-1.2.a'])
      assert.equal(await alerts.list({}, { limit: 2, after: wrong }), undefined)
  })

  it('knows those whose e-mails are still to be queued', async () => {
    const unqueued = async () => (await alerts.listUnqueued(100)).map(({ auditId }) => auditId)
    const all = await unqueued()
    const [oldest] = await alerts.listUnqueued(1)
    assert.ok(oldest)
    await alerts.markQueued(oldest, at(30))
    assert.deepEqual(new Set(await unqueued()), new Set(all.filter((each) => each !== oldest.auditId)))
  })
})
