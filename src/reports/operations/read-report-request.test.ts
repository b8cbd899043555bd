// What a report request may contain, and the errors for everything else.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isRejection } from '../../kernel/rejection.ts'
import { formatReportTime, readReportRequest } from './read-report-request.ts'

const right = {
  'timeOfRecord.start': '2026-03-02T00:00:00Z',
  'timeOfRecord.end': '2026-03-03T00:00:00Z',
  columns: 'order.id,transaction.amount',
}

function wanted(differences: object = {}) {
  const read = readReportRequest({ ...right, ...differences }, { hoursMax: 24 })
  return isRejection(read) ? assert.fail(`${read.field}: ${read.explanation}`) : read
}

function refusal(differences: object): readonly unknown[] {
  const read = readReportRequest({ ...right, ...differences }, { hoursMax: 24 })
  return isRejection(read) ? [read.field, read.validationType, read.explanation] : assert.fail('nothing was refused')
}

describe('the parameters of a report', () => {
  it('are a period, columns, and their names as default headings', () => {
    const { from, to, columns, headings, timeShown } = wanted()
    assert.deepEqual(
      [from, to].map((time) => time.toISOString()),
      ['2026-03-02T00:00:00.000Z', '2026-03-03T00:00:00.000Z'],
    )
    assert.deepEqual(
      columns.map(({ name }) => name),
      ['order.id', 'transaction.amount'],
    )
    assert.deepEqual(headings, ['order.id', 'transaction.amount'])
    assert.deepEqual(timeShown, { format: 'iso8601-T', offsetMinutes: 0 })
  })

  it('may have times with an offset, also where the plus sign was not escaped', () => {
    for (const start of ['2026-03-02T05:30:00+05:30', '2026-03-02T05:30:00 05:30', '2026-03-01T19:00:00.000-05:00'])
      assert.equal(wanted({ 'timeOfRecord.start': start }).from.toISOString(), '2026-03-02T00:00:00.000Z')
  })

  it('are refused by the first one that is missing', () => {
    for (const name of Object.keys(right))
      assert.deepEqual(refusal({ [name]: '' }), [name, 'MISSING', 'Mandatory parameter is missing.'])
    assert.equal(refusal({ columns: '', 'timeOfRecord.end': '' })[0], 'timeOfRecord.end')
  })

  it('are refused for times without a zone, in another format or that do not exist', () => {
    const times = [
      '2026-03-02',
      '2026-03-02T00:00:00',
      '2026-03-02 00:00:00Z',
      '2026-02-30T00:00:00Z',
      '2026-13-01T00:00:00Z',
      '2026-03-02T24:00:00Z',
      '2026-03-02T00:60:00Z',
      '2026-03-02T00:00:00+15:00',
      '2026-03-02T00:00Z',
      '0026-03-02T00:00:00Z',
      '1772409600',
      'now',
    ]
    for (const time of times) {
      assert.deepEqual(refusal({ 'timeOfRecord.start': time }).slice(0, 2), ['timeOfRecord.start', 'INVALID'], time)
      assert.deepEqual(refusal({ 'timeOfRecord.end': time }).slice(0, 2), ['timeOfRecord.end', 'INVALID'], time)
    }
  })

  it('cover at most 24 hours, to the millisecond, and never none', () => {
    assert.ok(wanted({ 'timeOfRecord.end': '2026-03-02T00:00:00.001Z' }))
    const late = refusal({ 'timeOfRecord.end': '2026-03-03T00:00:00.001Z' })
    assert.deepEqual(late.slice(0, 2), ['timeOfRecord.end', 'INVALID'])
    assert.match(String(late[2]), /at most 24 hours later/)
    for (const end of ['2026-03-02T00:00:00Z', '2026-03-01T00:00:00Z'])
      assert.match(String(refusal({ 'timeOfRecord.end': end })[2]), /must be later than timeOfRecord.start/)
  })

  it('name columns exactly, and the wrong one is reported', () => {
    for (const columns of ['order.ID', 'order.id,', 'order.id, result', 'order.id,,result', 'order.item[0].detail.upc'])
      assert.deepEqual(refusal({ columns }).slice(0, 2), ['columns', 'INVALID'], columns)
    assert.match(
      String(refusal({ columns: 'order.id,order.ID' })[2]),
      /^'order\.ID' cannot be a column\. It is not a field/,
    )
    assert.doesNotMatch(String(refusal({ columns: '5123450000000008' })[2]), /5123450000000008/)
  })

  it('have as many headings as columns, none of them blank', () => {
    assert.deepEqual(wanted({ columnHeaders: 'Order,Amount' }).headings, ['Order', 'Amount'])
    for (const columnHeaders of ['Order', 'a,b,c', 'a,', `a,${'b'.repeat(101)}`, 'a,b\u0007'])
      assert.deepEqual(refusal({ columnHeaders }).slice(0, 2), ['columnHeaders', 'INVALID'], columnHeaders)
  })

  it('may have a zone and a format for times', () => {
    assert.deepEqual(wanted({ 'csv.timeZone': '-03:30', 'csv.timeFormat': 'iso8601' }).timeShown, {
      format: 'iso8601',
      offsetMinutes: -210,
    })
    assert.equal(wanted({ 'csv.timeZone': ' 14:00' }).timeShown.offsetMinutes, 840)
    for (const zone of ['', '1', '+2:00', '+0200', '+14:01', '+02:60', 'CET', 'Europe/Berlin'])
      assert.deepEqual(refusal({ 'csv.timeZone': zone }).slice(0, 2), ['csv.timeZone', 'INVALID'], zone)
    for (const format of ['', 'iso', 'ISO8601', 'epoch'])
      assert.deepEqual(refusal({ 'csv.timeFormat': format }).slice(0, 2), ['csv.timeFormat', 'INVALID'], format)
  })
})

describe('a time in a report', () => {
  it('is shown in its zone and format, across midnight and the end of a year', () => {
    const time = '2026-12-31T23:30:00.125Z'
    assert.equal(formatReportTime(time, { format: 'iso8601-T', offsetMinutes: 0 }), time)
    assert.equal(formatReportTime(time, { format: 'iso8601', offsetMinutes: 60 }), '2027-01-01 00:30:00.125+01:00')
    assert.equal(formatReportTime(time, { format: 'iso8601-T', offsetMinutes: -570 }), '2026-12-31T14:00:00.125-09:30')
  })
})
