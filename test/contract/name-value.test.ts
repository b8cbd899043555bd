// Generated from the rows: every operation's example and every field of every contract, once as JSON and once
// as name-value pairs. Both are the same canonical request, and the same response.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { nameValueText } from '../../src/api/write-response.ts'
import { type Field, fieldsOf } from '../../src/contract/fields.ts'
import { JsonNumber, type JsonObject, type JsonValue, parseJson } from '../../src/contract/json/json.ts'
import { parseNames } from '../../src/contract/name-value/name-values.ts'
import { type Contract, compile, contractFor, type Operation, versions } from '../../src/contract/operation.ts'
import { exampleFor } from '../../src/contract/reference/examples.ts'
import type { CanonicalObject } from '../../src/contract/row.ts'
import { normaliseDecimal } from '../../src/kernel/money.ts'
import { isRejection, type Rejection } from '../../src/kernel/rejection.ts'
import { catalogue } from '../../src/requests/catalogue.ts'
import { readCall } from '../../src/requests/name-value.ts'
import { bodyWith, fullBody, leastBody } from '../support/builders/bodies.ts'
import { callPairs, formOf, pairsOfJson } from '../support/builders/name-values.ts'
import { newFields } from '../support/builders/new-fields.ts'
import { samplesOf } from '../support/builders/samples.ts'

let requests = 0
let responses = 0

interface Case {
  readonly operation: Operation
  readonly version: number
  readonly merchantId?: string
  readonly ids?: Readonly<Record<string, string>>
}

/** Any that the operation could have; what they may hold is checked elsewhere. */
const anyId = (operation: Operation) =>
  Object.fromEntries(Object.keys(operation.route.ids).map((id) => [id, `id-${id}`]))

function readNameValues({ operation, version, merchantId = 'M', ids = anyId(operation) }: Case, json: string) {
  requests += 1
  const login = [
    ['apiUsername', 'merchant.M'],
    ['apiPassword', 'a-password'],
  ] as const
  const names = parseNames(
    Buffer.from(formOf(pairsOfJson(json), callPairs(operation, { merchantId, ids }), login)),
    'UTF-8',
  )
  assert.ok(!isRejection(names), isRejection(names) ? `${names.field}: ${names.explanation}` : '')
  const call = readCall(names)
  const { login: found, ...rest } = call
  assert.deepEqual(found, { userId: 'merchant.M', password: 'a-password' })
  assert.deepEqual([rest.merchantId, rest.operation?.name, rest.ids], [merchantId, operation.name, ids])
  const contract = contractFor(operation, version)
  const body = call.bodyBy(contract)
  assert.deepEqual([body['apiUsername'], body['apiPassword'], body['merchant']], [undefined, undefined, undefined])
  return compile(contract).read(body)
}

/** A request that needs no name of its operation has it in name-value pairs all the same. */
function readJson({ operation, version }: Case, json: string) {
  const body = parseJson(json) as JsonObject
  const contract = contractFor(operation, version)
  const named = Object.hasOwn(contract.request, 'apiOperation') ? { apiOperation: operation.name, ...body } : body
  return compile(contract).read(named)
}

function plain(result: CanonicalObject | Rejection): unknown {
  // Secrets compare by what they hold.
  return isRejection(result) ? { field: result.field, reason: result.reason } : opened(result)
}

function opened(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if ('open' in value && typeof value.open === 'function') return { secret: value.open() }
  if (Array.isArray(value)) return value.map(opened)
  return Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, opened(inside)]))
}

/** Members that the route takes as identifiers are no part of a name-value body. */
function isIdentifier({ route }: Operation, { name }: Field): boolean {
  return name === 'apiOperation' || Object.values(route.ids).some(({ field }) => field === name)
}

/** What an empty list is in JSON cannot be said in names. */
const holdsEmptyList = (json: string) => json.includes('[]')

describe('name-value pairs', () => {
  const isNew = newFields()
  for (const operation of catalogue) {
    it(`the examples of ${operation.name} are read like their JSON, in every contract`, () => {
      for (const version of new Set([versions.oldest, ...Object.keys(operation.versions).map(Number)])) {
        const { body = {}, ...example } = exampleFor(operation.name, version)
        const json = JSON.stringify(body)
        const each = { operation, version, ...example }
        const canonical = readNameValues(each, json)
        assert.ok(!isRejection(canonical), `version ${version}: ${isRejection(canonical) && canonical.field}`)
        assert.deepEqual(plain(canonical), plain(readJson(each, json)))
      }
    })

    it(`every field of ${operation.name} is read like its JSON, in every contract`, () => {
      for (const [number, contract] of Object.entries(operation.versions)) {
        const each = { operation, version: Number(number) }
        const bodies = [leastBody(contract.request), fullBody(contract.request, 0), fullBody(contract.request, -1)]
        for (const json of bodies) {
          assert.ok(!isRejection(readJson(each, json)), `${number}: ${json}`)
          assertSame(each, json, 'a whole request')
        }
        for (const field of fieldsOf(contract.request)) {
          // Whole requests have every field; one that is alone is another case only where its group is new.
          if (isIdentifier(operation, field) || !isNew(field)) continue
          const [text = ''] = samplesOf(field.row).accepted
          assertSame(each, bodyWith(contract.request, field.name, text), field.name)
        }
      }
    })

    it(`every field that ${operation.name} answers has the value it has in JSON, in every contract`, () => {
      for (const contract of Object.values(operation.versions))
        for (const which of [0, -1] as const) assertSameResponse(contract, fullBody(contract.response, which))
    })
  }
})

function assertSame(each: Case, json: string, what: string): void {
  const { operation } = each
  const body = withoutIds(operation, json)
  if (holdsEmptyList(body)) return
  assert.deepEqual(plain(readNameValues(each, body)), plain(readJson(each, body)), `${each.version} ${what}`)
}

/** Identifiers of the path are no part of a name-value body: its names have them once. */
function withoutIds({ route }: Operation, json: string): string {
  const names = Object.values(route.ids).map(({ field }) => field)
  const pairs = pairsOfJson(json)
  if (!pairs.some(([name]) => names.includes(name))) return json
  const body = JSON.parse(json) as Record<string, unknown>
  for (const name of names) remove(body, name.split('.'))
  return JSON.stringify(body)
}

function remove(group: Record<string, unknown>, [first = '', ...rest]: readonly string[]): void {
  const inside = group[first]
  if (rest.length === 0) delete group[first]
  else if (typeof inside === 'object' && inside !== null) remove(inside as Record<string, unknown>, rest)
}

function assertSameResponse({ response }: Contract, full: string): void {
  responses += 1
  const written = new Map(new URLSearchParams(nameValueText(full, 'UTF-8')))
  const expected = new Map(flat(parseJson(full)))
  assert.deepEqual(comparable(written), comparable(expected))
  assert.deepEqual([...written.keys()].length, [...fieldsOf(response)].length)
}

function comparable(values: ReadonlyMap<string, string | JsonNumber>): ReadonlyMap<string, string> {
  return new Map([...values].map(([name, value]) => [name, shortest(value instanceof JsonNumber ? value.text : value)]))
}

/** Amounts have the decimals of their currency. */
function shortest(text: string): string {
  return /^-?[0-9]+\.[0-9]+$/.test(text) ? normaliseDecimal(text) : text
}

function flat(value: JsonValue): readonly (readonly [string, string])[] {
  return pairsOfJson(textOf(value)).toSorted(([a], [b]) => (a < b ? -1 : 1))
}

function textOf(value: JsonValue): string {
  if (value instanceof JsonNumber) return value.text
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`
  return `{${Object.entries(value)
    .map(([name, inside]) => `${JSON.stringify(name)}:${textOf(inside)}`)
    .join()}}`
}

after(() => {
  console.log(`# ${requests} requests and ${responses} answers were compared`)
})
