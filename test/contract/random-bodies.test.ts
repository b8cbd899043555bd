// Bodies by chance, right, nearly right and broken: the fast way through JSON gives what the strict parser gives, and what is read from
// either is the same.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { boolean, digits, enumeration, string } from '../../src/contract/field-types.ts'
import { date, month } from '../../src/contract/format-types.ts'
import { isJsonObject, JsonNumber, JsonSyntaxError, type JsonValue, parseJson } from '../../src/contract/json/json.ts'
import { parseJsonCarefully } from '../../src/contract/json/json-parser.ts'
import { amount, integer } from '../../src/contract/number-types.ts'
import { compileReader, type RequestReader } from '../../src/contract/read.ts'
import * as row from '../../src/contract/row.ts'
import { isRejection } from '../../src/kernel/rejection.ts'
import { Secret } from '../../src/kernel/secret.ts'
import { catalogue } from '../../src/requests/catalogue.ts'
import { type BodyOdds, randomBody } from '../support/builders/random-bodies.ts'
import { pickRandom, seeded } from '../support/builders/seeded.ts'

/** Everything there is to a value: kinds of numbers, secrets, the order of members. */
function shown(value: unknown): string {
  if (value instanceof Secret) return `Secret(${value.kind}, ${JSON.stringify(value.open())})`
  if (value instanceof JsonNumber) return `JsonNumber(${value.text})`
  if (isRejection(value)) return `refused: ${value.cause} ${value.validationType} ${value.field}: ${value.explanation}`
  if (Array.isArray(value)) return `[${value.map(shown).join()}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, member]) => `${JSON.stringify(name)}:${shown(member)}`)
      .join()}}`
  return Object.is(value, -0) ? '-0' : (JSON.stringify(value) ?? String(value))
}

/** What was parsed, and everything there is to it, or why it is no JSON. */
function attempt(parse: () => JsonValue): { readonly value: JsonValue; readonly text: string } {
  try {
    const value = parse()
    return { value, text: shown(value) }
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    return { value: null, text: `${error.line}:${error.character} ${error.message}` }
  }
}

/** Compares what both parsers make of one text; true when there was something to read, and it was accepted. */
function compare(text: string, read: RequestReader, label: string): boolean {
  const strictly = attempt(() => parseJsonCarefully(text))
  const quickly = attempt(() => parseJson(text))
  assert.equal(quickly.text, strictly.text, `${label}: ${text}`)
  const [quick, slow] = [quickly.value, strictly.value]
  if (!isJsonObject(quick) || !isJsonObject(slow)) return false
  const expected = read(slow)
  assert.equal(shown(read(quick)), shown(expected), `${label}: ${text}`)
  return !isRejection(expected)
}

const odds: readonly BodyOdds[] = [
  { filled: 0.1, odd: 0 },
  { filled: 0.9, odd: 0 },
  { filled: 0.3, odd: 0.005 },
  { filled: 0.2, odd: 0.03 },
  { filled: 0.5, odd: 0.2 },
]

const seed = 20261116

describe('a reader', () => {
  it('reads the same from both parsers, for every operation and version', () => {
    const random = seeded(seed)
    let accepted = 0
    for (const { name, versions } of catalogue) {
      for (const [version, { request }] of Object.entries(versions)) {
        const read = compileReader(request)
        for (let i = 0; i < 30; i += 1) {
          const text = randomBody(request, pickRandom(odds, random), random)
          if (compare(text, read, `seed ${seed}, ${name} ${version}`)) accepted += 1
        }
      }
    }
    assert.ok(accepted > 500, `only ${accepted} bodies were accepted`)
  })

  it('reads the same from both parsers, for tables of every kind', () => {
    const random = seeded(seed)
    for (let i = 0; i < 150; i += 1) {
      const rows = randomRows(random, 0)
      const read = compileReader(rows)
      for (let j = 0; j < 10; j += 1)
        compare(randomBody(rows, pickRandom(odds, random), random), read, `seed ${seed}, table ${i}`)
    }
  })

  it('treats names that every object has as unknown ones, and leaves prototypes alone', () => {
    const read = compileReader({ order: row.group({ amount: amount() }) })
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const request = parseJson(`{"order":{"amount":"1","${name}":{"polluted":"yes"}}}`)
      assert.ok(isJsonObject(request))
      const result = read(request)
      assert.ok(isRejection(result) && result.validationType === 'UNSUPPORTED', name)
    }
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined)
  })

  it('takes any text as the name of a row', () => {
    const hostile = `"]: return true; case "x'\`\${1}\u2028\\`
    const read = compileReader({ [hostile]: row.required(string(1, 3)) })
    const request = (value: string) => JSON.parse(JSON.stringify({ [hostile]: value }))
    assert.deepEqual(read(request('abc')), { [hostile]: 'abc' })
    assert.ok(isRejection(read(request('abcd'))))
  })
})

/** Places that agree with each other: none is inside a text. */
const placesOfGroups = ['m', 'n'] as const
const placesOfOthers = ['m', 'n.a', 'n.z.y', 'o'] as const

/** Tables with moves, defaults, lists and secrets, as no contract has them all at once. */
function randomRows(random: () => number, depth: number): row.Rows {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', '3D', 'item'].filter(() => random() < 0.6)
  return Object.fromEntries(names.map((name) => [name, marked(randomRow(random, depth), random)]))
}

function randomRow(random: () => number, depth: number): row.Row {
  const kind = random()
  if (depth < 3 && kind < 0.3) return row.group(randomRows(random, depth + 1))
  if (depth < 3 && kind < 0.4) return row.list(row.group(randomRows(random, depth + 1)))
  if (kind < 0.45) return row.list(randomField(random))
  if (kind < 0.5) return row.map({ nameLengthMax: 8, entriesMax: 2, bytesMax: 20, value: string(1, 12) })
  return randomField(random)
}

function randomField(random: () => number): row.FieldRow {
  const made: row.FieldRow = pickRandom(
    [
      amount(),
      boolean(),
      date(),
      digits(3, 5),
      enumeration(['A', 'B']),
      integer(-5, 500),
      month(),
      string(0, 4),
      string(2, 40),
    ],
    random,
  )
  if (made.type.name === 'Digits' && random() < 0.5) return row.secret('ACCOUNT', digits(9, 19))
  return random() < 0.1 ? { ...made, default: 'A' } : made
}

function marked(made: row.Row, random: () => number): row.Row {
  const kind = random()
  if (kind < 0.1)
    return row.canonically(pickRandom(made.kind === 'GROUP' ? placesOfGroups : placesOfOthers, random), made)
  if (kind < 0.15) return row.withoutEffect(made)
  return kind < 0.25 ? { ...made, request: 'REQUIRED' } : made
}
