// A report is complete and recorded in the audit log, or it is not returned.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AuditEntry } from '../../audit/ports/audit.ts'
import { isRejection } from '../../kernel/rejection.ts'
import { type Merchant, profileDefaults } from '../../merchants/rules/merchant.ts'
import type { DataAge, DelayedReads, ReadNeeds, ReadSource } from '../ports/delayed-reads.ts'
import type { Reports } from '../ports/reports.ts'
import { createReport } from './create-report.ts'
import { readReportRequest } from './read-report-request.ts'

const wanted = readReportRequest(
  {
    'timeOfRecord.start': '2026-03-02T00:00:00Z',
    'timeOfRecord.end': '2026-03-02T01:00:00Z',
    columns: 'order.id,timeOfRecord',
    'csv.timeZone': '+01:00',
  },
  { hoursMax: 24 },
)
const merchant = { id: 'SHOP1', profile: { ...profileDefaults } } as unknown as Merchant
const by = { actor: 'merchant.SHOP1', at: new Date('2026-03-03T00:00:00Z') }

const now = new Date('2026-03-03T00:00:01Z')

interface WorldOptions {
  readonly isPresent?: boolean
  readonly isAuditBroken?: boolean
  /** Of a standby that the pages come from. */
  readonly age?: DataAge
}

/** Three events on two pages, and a list of the calls in their order. */
function world({ isPresent = true, isAuditBroken = false, age }: WorldOptions = {}) {
  const needed: ReadNeeds[] = []
  const done: string[] = []
  const entries: AuditEntry[] = []
  const event = (id: string) => ({ request: { order: { id } }, response: { timeOfRecord: '2026-03-02T00:30:00.000Z' } })
  const reports: Reports = {
    awaitUpToDate: async () => isPresent,
    count: async () => 3,
    async read({ after }) {
      done.push(after ? `read after ${after.position}` : 'read')
      return after ? { events: [event('c')] } : { events: [event('a'), event('b')], next: { time: 't', position: '2' } }
    },
  }
  const audit = {
    async append(entry: AuditEntry) {
      if (isAuditBroken) throw new Error('the disk is full')
      done.push('noted')
      entries.push(entry)
    },
  }
  const delayedReads: DelayedReads = {
    async read(work, needs) {
      needed.push(needs ?? {})
      const source = { reports } as unknown as ReadSource
      return { result: await work(source), ...(age && { age }) }
    },
  }
  const clock = { now: () => now, expiryTime: () => now, sleep: async () => {} }
  return { dependencies: { reports, delayedReads, audit, clock }, done, entries, needed }
}

function take({ dependencies }: ReturnType<typeof world>) {
  if (isRejection(wanted)) return assert.fail(wanted.explanation)
  return createReport(wanted, { merchant, by }, dependencies)
}

describe('a report', () => {
  it('has an audit entry before any of it is read, then is read page by page', async () => {
    const here = world()
    const report = await take(here)
    if (isRejection(report)) return assert.fail(report.explanation)
    assert.deepEqual(here.done, ['noted', 'read'])
    assert.deepEqual(here.entries, [
      {
        merchantId: 'SHOP1',
        actor: 'merchant.SHOP1',
        action: 'REPORT_TAKEN',
        subject: {
          from: '2026-03-02T00:00:00.000Z',
          to: '2026-03-02T01:00:00.000Z',
          columns: ['order.id', 'timeOfRecord'],
        },
        at: by.at,
      },
    ])
    const time = '2026-03-02T01:30:00.000+01:00'
    const rows = await Array.fromAsync(report.rows)
    assert.deepEqual(rows, [
      ['a', time],
      ['b', time],
      ['c', time],
    ])
    assert.deepEqual(here.done, ['noted', 'read', 'read after 2'])
    return undefined
  })

  it('needs everything up to its request, and on later pages what the first was read from', async () => {
    const asOf = new Date('2026-03-03T00:00:00.900Z')
    for (const [age, notBefore] of [
      [{ asOf, ageMs: 100 }, asOf],
      [undefined, now],
    ] as const) {
      const here = world(age ? { age } : {})
      const report = await take(here)
      if (isRejection(report)) return assert.fail(report.explanation)
      await Array.fromAsync(report.rows)
      assert.deepEqual(here.needed, [{ isCurrent: true }, { notBefore }])
      assert.deepEqual(report.age, age)
    }
    return undefined
  })

  it('reads no page that is not requested', async () => {
    const here = world()
    const report = await take(here)
    if (isRejection(report)) return assert.fail(report.explanation)
    for await (const _row of report.rows) break
    assert.deepEqual(here.done, ['noted', 'read'])
    return undefined
  })

  it('is refused, without an audit entry, while an event is not searchable yet', async () => {
    const here = world({ isPresent: false })
    const report = await take(here)
    assert.ok(isRejection(report) && report.cause === 'SERVER_BUSY')
    assert.deepEqual(here.done, [])
  })

  it('is refused when the audit entry cannot be written', async () => {
    const here = world({ isAuditBroken: true })
    await assert.rejects(take(here), /the disk is full/)
    assert.deepEqual(here.done, [])
  })
})
