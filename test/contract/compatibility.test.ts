// What contracts accept for compatibility: each row of the table, in every version that it names, and in no other.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type AddedForm,
  type AddedRow,
  type CompatibilityRow,
  type EmptyText,
  type OlderPlace,
  withoutOlderPlaces,
} from '../../src/contract/compatibility/accepting.ts'
import { compatibilityTable } from '../../src/contract/compatibility/table.ts'
import { type Field, fieldsOf } from '../../src/contract/fields.ts'
import { type JsonObject, parseJson } from '../../src/contract/json/json.ts'
import { type Contract, compile, contractFor, type Operation, versions } from '../../src/contract/operation.ts'
import type { Rows } from '../../src/contract/row.ts'
import { isRejection } from '../../src/kernel/rejection.ts'
import { Secret } from '../../src/kernel/secret.ts'
import { findOperation } from '../../src/requests/catalogue.ts'
import { bodyWith } from '../support/builders/bodies.ts'
import { samplesOf } from '../support/builders/samples.ts'

const everyVersion = Array.from(
  { length: versions.newest - versions.oldest + 1 },
  (_, index) => versions.oldest + index,
)

/** A contract serves many versions; what it accepts is tried once for each. */
function contractsIn(operation: Operation, [first, last]: CompatibilityRow['versions']): readonly Contract[] {
  return [
    ...new Set(
      everyVersion.filter((each) => first <= each && each <= last).map((each) => contractFor(operation, each)),
    ),
  ]
}

function operationOf(name: string): Operation {
  return findOperation(name) ?? assert.fail(`there is no operation ${name}`)
}

function read(contract: Contract, body: string) {
  const moved = withoutOlderPlaces(contract, parseJson(body) as JsonObject).body
  return compile(contract).read(moved)
}

/** The fields at a path, or in the group or list there. */
function fieldsAt(rows: Rows, path: string): readonly Field[] {
  return [...fieldsOf(rows)].filter(
    ({ name }) => name === path || name.startsWith(`${path}.`) || name.startsWith(`${path}[`),
  )
}

/** Whatever the order of the members. */
function readable(value: unknown): string {
  const sorted = (_: string, each: unknown) => {
    if (each instanceof Secret) return each.open()
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each
    return Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }
  return JSON.stringify(value, sorted) ?? 'undefined'
}

function holdRow({ path, side }: AddedRow, contract: Contract, label: string): void {
  const fields = fieldsAt(contract[side], path)
  assert.ok(fields.length > 0, `${label} has ${path}`)
  if (side === 'response') return
  for (const { name, row } of fields) {
    const { accepted, refused } = samplesOf(row)
    for (const text of accepted) {
      const result = read(contract, bodyWith(contract.request, name, text))
      assert.ok(!isRejection(result), `${label}: ${name} = ${text}: ${isRejection(result) && result.explanation}`)
    }
    for (const text of refused)
      assert.ok(isRejection(read(contract, bodyWith(contract.request, name, text))), `${label}: ${name} = ${text}`)
  }
}

/** Further forms of a text, with the text that each stands for, and what stays refused. */
const textForms: Readonly<
  Record<string, { accepted: readonly (readonly [string, string])[]; refused: readonly string[] }>
> = {
  'DateTime, fraction optional': {
    accepted: [
      ['"2030-01-31T18:00:00.04Z"', '"2030-01-31T18:00:00.040Z"'],
      ['"2030-01-31T18:00:00.1Z"', '"2030-01-31T18:00:00.100Z"'],
      ['"2030-01-31T18:00:00Z"', '"2030-01-31T18:00:00.000Z"'],
    ],
    refused: ['"2030-01-31T18:00:00.0400Z"', '"2030-01-31T18:00:00.04"', '"2030-02-30T18:00:00.04Z"', '1893456000'],
  },
  'String or whole number': {
    accepted: [
      ['12345', '"12345"'],
      ['0', '"0"'],
    ],
    refused: ['1.0', '-1', '1e3', 'true', '[]'],
  },
}

function holdForm({ path }: AddedForm, contract: Contract, label: string): void {
  const [field] = fieldsAt(contract.request, path)
  assert.ok(field?.row.kind === 'FIELD', `${label} has ${path}`)
  const bodyOf = (text: string) => bodyWith(contract.request, path, text)
  const forms = textForms[field.row.type.name]
  if (forms) {
    for (const [sent, meant] of forms.accepted) {
      const result = read(contract, bodyOf(sent))
      assert.ok(!isRejection(result), `${label}: ${path} = ${sent}`)
      assert.equal(readable(result), readable(read(contract, bodyOf(meant))), `${label}: ${path} = ${sent}`)
    }
    for (const sent of forms.refused) {
      const result = read(contract, bodyOf(sent))
      assert.ok(isRejection(result) && result.field === path, `${label}: ${path} = ${sent} is refused`)
    }
    return
  }
  const { values } = field.row.type
  if (values) {
    for (const value of values) assert.ok(!isRejection(read(contract, bodyOf(`"${value}"`))), `${label}: ${value}`)
    for (const text of [...values.map((value) => `"${value.toLowerCase()}"`), '""', '0']) {
      const result = read(contract, bodyOf(text))
      assert.ok(isRejection(result) && result.field === path, `${label}: ${path} = ${text} is refused`)
    }
    return
  }
  assert.ok(field.row.type.range, `${label} has a range at ${path}`)
  const { min, max } = field.row.type.range
  for (const digits of [min, max]) {
    const asText = read(contract, bodyOf(`"${digits}"`))
    assert.ok(!isRejection(asText), `${label}: ${path} = "${digits}"`)
    assert.equal(readable(asText), readable(read(contract, bodyOf(digits))), `${label}: the same as the number`)
  }
  for (const text of [String(BigInt(min) - 1n), String(BigInt(max) + 1n), `${max}.0`, `+${max}`, ` ${max}`, '']) {
    const refused = read(contract, bodyOf(`"${text}"`))
    assert.ok(isRejection(refused) && refused.field === path, `${label}: ${path} = "${text}" is refused`)
  }
}

function holdPlace({ path, movesTo, takesDigits }: OlderPlace, contract: Contract, label: string): void {
  const [field] = fieldsAt(contract.request, movesTo)
  assert.ok(field?.row.kind === 'FIELD', `${label} has ${movesTo}`)
  const { accepted, refused } = samplesOf(field.row)
  const [value = '', other = ''] = accepted
  const newer = bodyWith(contract.request, movesTo, value)
  const older = movedBody(newer, movesTo, path)
  assert.equal(readable(read(contract, older)), readable(read(contract, newer)), `${label}: ${path} is ${movesTo}`)
  const both = movedBody(newer, movesTo, path, { keeps: true })
  assert.equal(readable(read(contract, both)), readable(read(contract, newer)), `${label}: ${path} beside the same`)
  // Moving them here as values must not change how they are written.
  const isDigitsOfAccepted = (text: string) => takesDigits && accepted.some((each) => text === `"${each}"`)
  for (const text of refused.filter((each) => JSON.stringify(JSON.parse(each)) === each && !isDigitsOfAccepted(each))) {
    const wrong = read(contract, movedBody(bodyWith(contract.request, movesTo, text), movesTo, path))
    assert.ok(isRejection(wrong), `${label}: ${path} = ${text} is refused as ${movesTo} is`)
  }
  const asText = movedBody(newer, movesTo, path, { value: JSON.stringify(value) })
  if (takesDigits)
    assert.equal(readable(read(contract, asText)), readable(read(contract, newer)), `${label}: ${path} as text`)
  if (other === '' || other === value) return
  const differing = movedBody(bodyWith(contract.request, movesTo, other), movesTo, path, { keeps: true, value })
  const result = read(contract, differing)
  assert.ok(
    isRejection(result) && result.validationType === 'UNSUPPORTED' && result.field === unknownIn(contract, path),
    `${label}: another ${path}`,
  )
}

/** What of the path the contract does not have: the field, or the outermost group that is at the older place only. */
function unknownIn({ request }: Contract, path: string): string {
  const names = path.split('.')
  const prefixes = names.map((_, index) => names.slice(0, index + 1).join('.'))
  return prefixes.find((prefix) => fieldsAt(request, prefix).length === 0) ?? path
}

function holdEmpty({ path }: EmptyText, contract: Contract, label: string): void {
  const [field] = fieldsAt(contract.request, path)
  assert.ok(field?.row.kind === 'FIELD' && field.row.request !== 'REQUIRED', `${label} has ${path}`)
  const sent = bodyWith(contract.request, path, '""')
  const tree = JSON.parse(sent) as Tree
  const names = path.split('.')
  const last = names.pop() ?? ''
  delete names.reduce<Tree>((at, name) => at[name] as Tree, tree)[last]
  const result = read(contract, sent)
  assert.ok(!isRejection(result), `${label}: ${path} = ""`)
  assert.equal(readable(result), readable(read(contract, JSON.stringify(tree))), `${label}: ${path} = "" is no value`)
  const blank = read(contract, bodyWith(contract.request, path, '[]'))
  assert.ok(isRejection(blank) && blank.field === path, `${label}: ${path} = []`)
}

type Tree = { [name: string]: unknown }

/** The body with the value of one path at another; the numbers and texts of these fields survive it. */
function movedBody(
  body: string,
  from: string,
  to: string,
  { keeps = false, value }: { keeps?: boolean; value?: string } = {},
): string {
  const tree = JSON.parse(body) as Tree
  const groupOf = (names: readonly string[]) =>
    names.reduce<Tree>((at, name) => {
      at[name] ??= {}
      return at[name] as Tree
    }, tree)
  const [source, target] = [from.split('.'), to.split('.')]
  const [sourceName = '', targetName = ''] = [source.pop(), target.pop()]
  const group = groupOf(source)
  groupOf(target)[targetName] = value === undefined ? group[sourceName] : JSON.parse(value)
  if (!keeps) delete group[sourceName]
  return JSON.stringify(tree)
}

for (const entry of compatibilityTable) {
  const { kind, side, path, operations, versions: range } = entry
  describe(`the ${side} row ${path} of ${operations.length === 1 ? operations[0] : `${operations.length} operations`}`, () => {
    it(`is accepted as ${kind} in versions ${range.join(' to ')}`, () => {
      for (const name of operations) {
        const operation = operationOf(name)
        for (const contract of contractsIn(operation, range)) {
          const label = `${name} ${everyVersion.find((each) => contractFor(operation, each) === contract)}`
          assert.equal(
            contract.alsoAccepted?.includes(entry) ?? false,
            side === 'request',
            `${label}: in the reference`,
          )
          if (entry.kind === 'ROW') holdRow(entry, contract, label)
          else if (entry.kind === 'FORM') holdForm(entry, contract, label)
          else if (entry.kind === 'EMPTY') holdEmpty(entry, contract, label)
          else holdPlace(entry, contract, label)
        }
      }
    })

    it('is in no other version', () => {
      for (const name of operations) {
        const operation = operationOf(name)
        for (const version of everyVersion.filter((each) => each < range[0] || each > range[1])) {
          const contract = contractFor(operation, version)
          assert.ok(!contract.alsoAccepted?.includes(entry), `${name} ${version}`)
          if (entry.kind === 'PLACE') assert.ok(!contract.olderPlaces?.includes(entry), `${name} ${version}`)
          if (entry.kind === 'EMPTY') assert.ok(!contract.emptyTexts?.includes(entry), `${name} ${version}`)
          if (entry.kind !== 'ROW') continue
          const fields = fieldsAt(contract[side], path)
          assert.ok(
            fields.every(({ row, within }) => ![row, ...within].some((each) => each.isCompatibility)),
            `${name} ${version}`,
          )
        }
      }
    })

    it('says in one sentence or two what is accepted', () => {
      assert.match(entry.purpose, /^[A-Z].{10,}\.$/)
    })
  })
}

describe('the contracts', () => {
  it('keep the row that they have where the table names one', () => {
    const order = (version: number) => fieldsAt(contractFor(operationOf('PAY'), version).request, 'order.item').length
    assert.ok(order(49) > 0 && order(50) > 0)
    const required = fieldsAt(contractFor(operationOf('PAY'), 15).request, 'order.amount')[0]?.row.request
    assert.equal(required, 'REQUIRED', 'an older place does not make the newer one optional')
  })
})
