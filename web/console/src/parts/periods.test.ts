// Usual periods.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { periodDays, periodNames, periodOf } from './periods.ts'

describe('a usual period', () => {
  for (const [name, from, to] of [
    ['TODAY', '2026-03-01', '2026-03-01'],
    ['YESTERDAY', '2026-02-28', '2026-02-28'],
    ['LAST_7_DAYS', '2026-02-23', '2026-03-01'],
    ['LAST_30_DAYS', '2026-01-31', '2026-03-01'],
    ['LAST_MONTH', '2026-02-01', '2026-02-28'],
  ] as const)
    it(`${name} is from ${from} to ${to} on the first of March`, () =>
      assert.deepEqual(periodDays(name, '2026-03-01'), { from, to }))

  it('is recognized by its days', () => {
    for (const name of Object.keys(periodNames)) {
      const days = periodDays(name, '2026-03-17')
      assert.ok(days)
      assert.equal(periodOf(days, '2026-03-17'), name)
    }
    assert.equal(periodOf({ from: '2026-03-02', to: '2026-03-05' }, '2026-03-17'), undefined)
  })
})
