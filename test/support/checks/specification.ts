// Holds the rows to the tables of the specification, which the tests say a second time and by another hand. Tests that are
// generated from the rows hold the reader to them and cannot notice a wrong row.
import assert from 'node:assert/strict'
import { type Field, fieldsOf, presenceOf, ruleOf } from '../../../src/contract/fields.ts'
import { contractFor, type OperationName } from '../../../src/contract/operation.ts'
import type { Rows } from '../../../src/contract/row.ts'
import { findOperation } from '../../../src/requests/catalogue.ts'

/** Names, any number of them on a line, and what they have: type and bounds, or `one of` and the values, or `any`; after a
 * bar the presence. Or `absent`. */
type Table = Readonly<Record<string, string>>

/** One side of one operation in one version. */
interface Place {
  readonly label: string
  readonly side: 'request' | 'response'
  readonly fields: ReadonlyMap<string, Field>
}

export function placeOf(label: string, side: Place['side'], rows: Rows): Place {
  return { label, side, fields: new Map([...fieldsOf(rows)].map((field) => [field.name, field])) }
}

export function requests(name: OperationName, ...versions: readonly number[]): readonly Place[] {
  return versions.map((version) => placeIn(name, 'request', version))
}

export function responses(name: OperationName, ...versions: readonly number[]): readonly Place[] {
  return versions.map((version) => placeIn(name, 'response', version))
}

function placeIn(name: OperationName, side: Place['side'], version: number): Place {
  const operation = findOperation(name)
  assert.ok(operation, name)
  return placeOf(`${name} ${version} ${side}`, side, contractFor(operation, version)[side])
}

/** Rules that many rows have, by one word. */
const shorthands: Readonly<Record<string, string>> = {
  Amount: 'Decimal 1-14 characters, at most 3 decimals',
  Boolean: 'Boolean true or false',
  Country: 'Upper case alphabetic text exactly 3, ISO 3166-1 alpha-3',
  Currency: 'Upper case alphabetic text exactly 3, ISO 4217',
  Date: 'Date yyyy-mm-dd',
  DateTime: 'DateTime YYYY-MM-DDThh:mm:ss.SSSZ',
  Email: 'Email 4-320',
  MerchantId: "Alphanumeric + additional characters 1-40 plus '-', '_'",
  Time: 'Time hh:mm[:ss]Z or hh:mm[:ss](+/-)hh[:mm]',
  Url: 'Url https, 12-2048',
}

const words = (text: string) => text.trim().split(/\s+/)

/** Every place has every row of the table, under this prefix. */
export function assertRows(places: readonly Place[], prefix: string, table: Table): void {
  for (const [names, line] of Object.entries(table)) {
    const [rule = '', presence] = line.split(' | ')
    for (const place of places) for (const name of words(names)) holdRow(place, prefix + name, rule, presence)
  }
}

function holdRow({ label, side, fields }: Place, name: string, rule: string, presence: string | undefined): void {
  const field = fields.get(name)
  const about = `${label} ${name}`
  if (rule === 'absent') {
    assert.equal(field, undefined, about)
    return
  }
  assert.ok(field, `${about} is not there`)
  if (rule !== 'any') assert.equal(optionalityOf(field), asked(rule), about)
  if (presence) assert.equal(presenceOf(field, side).replace(' with its group', ''), presence, about)
}

/** The rule of a row in the words of a table. */
function optionalityOf(field: Field): string {
  const { row } = field
  if (row.kind === 'FIELD' && row.type.values) return `one of ${row.type.values.toSorted().join(' ')}`
  const { type, bounds } = ruleOf(field)
  // Where digits are taken for an integer too, the specification has the integer.
  return `${type.replace(' or digits', '')} ${bounds}`
}

function asked(rule: string): string {
  const [, ...values] = rule.split('one of ')
  return values.length > 0 ? `one of ${words(values.join()).toSorted().join(' ')}` : (shorthands[rule] ?? rule)
}
