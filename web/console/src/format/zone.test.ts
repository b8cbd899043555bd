// Days and times in the zone that the user has chosen.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addDays, dayAt, instantAt, zoneText } from './zone.ts'

const iso = (local: string, zone: string) => instantAt(local, zone)?.toISOString()

describe('a time zone', () => {
  it('begins its days when its clocks show midnight', () => {
    assert.equal(iso('2026-11-30', 'Europe/Berlin'), '2026-11-29T23:00:00.000Z')
    assert.equal(iso('2026-07-01', 'Europe/Berlin'), '2026-06-30T22:00:00.000Z')
    assert.equal(iso('2026-11-30', 'America/New_York'), '2026-11-30T05:00:00.000Z')
    assert.equal(iso('2026-11-30', 'Asia/Kathmandu'), '2026-11-29T18:15:00.000Z')
    assert.equal(iso('2026-11-30', 'UTC'), '2026-11-30T00:00:00.000Z')
  })

  it('has days of 23 and 25 hours where clocks change', () => {
    const hours = (day: string) =>
      (Date.parse(iso(addDays(day, 1), 'Europe/Berlin') ?? '') - Date.parse(iso(day, 'Europe/Berlin') ?? '')) /
      3_600_000
    assert.deepEqual([hours('2026-03-29'), hours('2026-10-25'), hours('2026-10-26')], [23, 25, 24])
  })

  it('knows the hours beside a change of the clocks', () => {
    assert.equal(iso('2026-03-08T01:30', 'America/New_York'), '2026-03-08T06:30:00.000Z')
    assert.equal(iso('2026-03-08T04:00', 'America/New_York'), '2026-03-08T08:00:00.000Z')
  })

  it('says on which day a moment is', () => {
    const moment = new Date('2026-11-30T23:30:00Z')
    assert.deepEqual(
      ['UTC', 'Europe/Berlin', 'America/Los_Angeles'].map((zone) => dayAt(moment, zone)),
      ['2026-11-30', '2026-12-01', '2026-11-30'],
    )
  })

  it('reads times of a day, and nothing that is none', () => {
    assert.equal(iso('2026-11-30T09:15', 'Asia/Tokyo'), '2026-11-30T00:15:00.000Z')
    assert.equal(instantAt('soon', 'UTC'), undefined)
  })

  it('is shown with its distance from Greenwich', () => {
    const winter = new Date('2026-12-01T00:00:00Z')
    assert.equal(zoneText('Europe/Berlin', winter), 'Europe/Berlin (GMT+1)')
    assert.equal(zoneText('America/New_York', winter), 'America/New York (GMT-5)')
    assert.equal(zoneText('UTC', winter), 'UTC')
  })
})
