// Columns of reports: every field of the newest transaction response can be one, and nothing else can.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fieldsOf } from '../../contract/fields.ts'
import { versions } from '../../contract/operation.ts'
import { FieldError, type FieldRow, type GroupRow, type Row, type Rows } from '../../contract/row.ts'
import { compileWriter } from '../../contract/write.ts'
import { compileReport, type ReportColumn, readReportColumn, reportRows } from './report-columns.ts'

const names = [...fieldsOf(reportRows)].map(({ name }) => name.replaceAll('[n]', '[1]').replace(/\.X$/, '.name1'))
const isWithheld = (name: string) => name.startsWith('order.item[1].detail.')
const offered = names.filter((name) => !isWithheld(name))

function column(name: string): ReportColumn {
  const read = readReportColumn(name)
  return read instanceof FieldError ? assert.fail(`${name}: it ${read.reason}`) : read
}

type Members = Record<string, unknown>

/** A response in canonical shape with a distinct value for every field, twice in every list. */
function fullResponse(): Members {
  let made = 0
  const root: Members = {}
  return fill(reportRows, root, root)

  function fill(rows: Rows, here: Members, from: Members): Members {
    for (const [name, row] of Object.entries(rows)) {
      const path = row.canonical?.split('.') ?? [name]
      const place = path.slice(0, -1).reduce(memberOf, row.canonical === undefined ? here : from)
      const last = path.at(-1) ?? ''
      // A group is in its place before it is filled: some of its fields belong elsewhere in the response.
      if (row.kind === 'GROUP') fill(row.rows, memberOf(place, last), from)
      else place[last] ??= filled(row)
    }
    return here
  }

  function memberOf(group: Members, name: string): Members {
    const member = group[name] ?? {}
    group[name] = member
    return member as Members
  }

  function filled(row: Exclude<Row, GroupRow>): unknown {
    switch (row.kind) {
      case 'FIELD':
        return sampleOf(row)
      case 'MAP':
        return { name1: 'text' }
      case 'LIST':
        return [itemOf(row.item), itemOf(row.item)]
    }
  }

  function itemOf(item: FieldRow | GroupRow): unknown {
    const members: Members = {}
    return item.kind === 'GROUP' ? fill(item.rows, members, members) : sampleOf(item)
  }

  function sampleOf({ type }: FieldRow): unknown {
    made += 1
    if (type.values) return type.values[0]
    if (type.name.startsWith('Boolean')) return true
    if (type.write) return { month: '4', year: '39' }
    if (type.writtenAsNumber) return `${made}.5`
    return type.name === 'DateTime' ? '2026-03-02T09:00:00.000Z' : `text ${made}`
  }
}

/** The value of a response at a path, read without any of the gateway's code. */
function saidAt(response: unknown, name: string): string {
  const steps = name.split(/[.[]/).map((step) => step.replace(/\]$/, ''))
  return String(steps.reduce<unknown>((value, step) => (value as Members)[step], response))
}

describe('a column of a report', () => {
  it('can be any field of the newest transaction answer, and shows what the answer says there', () => {
    assert.ok(offered.length > 400)
    const response = fullResponse()
    const said = JSON.parse(compileWriter(reportRows)({ ...response, version: String(versions.newest) }))
    const all = compileReport(offered.map(column), (time) => time)(response)
    for (const [index, name] of offered.entries()) {
      assert.equal(all[index], saidAt(said, name), name)
      assert.deepEqual(compileReport([column(name)], (time) => time)(response), [saidAt(said, name)], `${name} alone`)
    }
  })

  it('shows nothing for what an answer does not have', () => {
    const wanted = offered.map(column)
    const cells = compileReport(wanted, (time) => time)({ result: 'SUCCESS' })
    const filled = offered.filter((_, index) => cells[index] !== undefined)
    assert.deepEqual(filled, ['result', 'version'])
    assert.deepEqual(compileReport([column('order.item[7].name')], String)(fullResponse()), [undefined])
  })

  it('keeps every digit of an amount', () => {
    const cells = compileReport(['order.amount', 'order.item[0].quantity'].map(column), String)
    const response = { order: { amount: '99999999999.990', item: [{ quantity: '9999999999999999' }] } }
    assert.deepEqual(cells(response), ['99999999999.990', '9999999999999999'])
  })

  it('shows moments, and only those, in the zone that was asked for', () => {
    const cells = compileReport(['timeOfRecord', 'order.id'].map(column), () => 'shown')
    assert.deepEqual(cells({ timeOfRecord: '2026-03-02T09:00:00.000Z', order: { id: 'a' } }), ['shown', 'a'])
  })

  it('is refused with the reason', () => {
    const reasons: Readonly<Record<string, RegExp>> = {
      'order.Id': /not a field/,
      'Order.id': /not a field/,
      orderId: /not a field/,
      'order.id.x': /not a field/,
      'order.id ': /not a field/,
      '': /not a field/,
      '.': /not a field/,
      'order..id': /not a field/,
      'order.constructor': /not a field/,
      '__proto__.x': /not a field/,
      order: /is a group/,
      'order.item': /is a list/,
      'order.item.name': /is a list/,
      'order.item[0]': /is a group/,
      'order.item[n].name': /not a field/,
      'order.item[01].name': /not a field/,
      'order.id[0]': /not a field/,
      'order.custom': /not a field/,
      'order.custom.a-b': /not a field/,
      'order.custom.a.b': /not a field/,
      'sourceOfFunds.provided.card.securityCode': /not a field/,
      'order.item[0].detail.upc': /not available in reports/,
      'order.item[0].detail.tax[0].amount': /not available in reports/,
    }
    for (const [name, reason] of Object.entries(reasons)) {
      const read = readReportColumn(name)
      assert.match(read instanceof FieldError ? read.reason : 'nothing is wrong', reason, name)
    }
  })
})
