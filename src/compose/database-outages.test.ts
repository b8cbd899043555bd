import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openDatabaseOutages } from './database-outages.ts'

it('an outage is counted each time and logged once a minute for each reason', () => {
  const lines: object[] = []
  const counted: string[] = []
  let nowMs = 5_000
  const log = { error: (fields: object) => void lines.push(fields) }
  const outages = openDatabaseOutages(log as never, () => nowMs)
  outages.note('UNREACHABLE', 'while the gateway starts')
  assert.deepEqual(lines, [])
  outages.onOutage((reason) => counted.push(reason))
  for (const reason of ['DISK_FULL', 'DISK_FULL', 'READ_ONLY'] as const) outages.note(reason, 'no')
  nowMs += 59_999
  outages.note('DISK_FULL', 'no')
  assert.deepEqual(counted, ['DISK_FULL', 'DISK_FULL', 'READ_ONLY', 'DISK_FULL'])
  const first = [
    { reason: 'DISK_FULL', message: 'no' },
    { reason: 'READ_ONLY', message: 'no' },
  ]
  assert.deepEqual(lines, first)
  nowMs += 1
  outages.note('DISK_FULL', 'still no')
  assert.deepEqual(lines, [...first, { reason: 'DISK_FULL', message: 'still no' }])
})
