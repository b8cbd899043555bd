// Each statement of the money path on a distributed database has the shape that the database can run where the rows are. A
// cluster would show it, too, but the ordinary tests have none.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { classifyAttempts, readOrders } from './statements-by-node.ts'
import * as writes from './write-statements.ts'

const key = { merchantId: 'M', orderId: 'O', transactionId: 'T' }

const statements: readonly (readonly [name: string, text: string])[] = [
  ...Object.entries(writes).flatMap(([name, exported]): [string, string][] => {
    if (!('of' in exported)) return []
    return [
      [name, exported.text(1)],
      [`${name} of many`, exported.text(3)],
    ]
  }),
  ['readOrders', readOrders([key]).text],
  ['classifyAttempts', classifyAttempts([key]).text],
]

/** The tables of orders and what belongs to them: all have the merchant as the column that they are distributed by. */
const tables =
  /\b(?:from|join|update|into|using|,)\s+(orders|transactions|events|outbox|audit|session_codes|attempt_resolutions|payment_agreements)\b(?:\s+(?:as\s+)?([a-z])\b)?/g

function aliasesOf(text: string): readonly string[] {
  return [...text.matchAll(tables)].map(([, table = '', alias]) => alias ?? table)
}

/** Functions that give the same result for the same values, whatever the time and the settings of the session. */
const immutable = new Set(['any', 'coalesce', 'extract', 'float8', 'json_array_elements', 'to_timestamp', 'unnest'])

/** The functions that a text calls; `now()` is meant to be called without columns only, and is looked at by itself. */
function functionsOf(text: string): readonly string[] {
  const words = [...text.matchAll(/\b([a-z_0-9]+)\s*\(/g)].map(([, name = '']) => name)
  const grammar = ['values', 'from', 'conflict', 'set', 'and', 'or', 'case', 'g', 'o', 'where']
  return words.filter(
    (word) => !grammar.includes(word) && !/_?(orders|transactions|events|outbox|audit|agreements)$/.test(word),
  )
}

describe('a statement of the money path on a distributed database', () => {
  for (const [name, text] of statements) {
    it(`${name} names the merchants of every table by a parameter`, () => {
      const aliases = aliasesOf(text)
      assert.ok(aliases.length > 0, text)
      if (text.startsWith('insert')) return assert.match(text, /^insert into \w+( as o)? \(merchant_id, /)
      // A table that is only joined with one of known merchants would be looked for on every node.
      for (const alias of aliases)
        assert.ok(text.includes(`${alias}.merchant_id = any ($1::text[])`), `${alias} in ${text}`)
    })

    it(`${name} has no common table expression, and inserts values only`, () => {
      assert.doesNotMatch(text, /\bwith\b/)
      if (text.startsWith('insert')) assert.doesNotMatch(text, /\bselect\b/)
    })

    it(`${name} calls no function of the time or the session beside columns`, () => {
      // The time by itself is evaluated before the statement is sent to where the rows are.
      const others = text.replaceAll('extract(epoch from now())', '0').replace("'-infinity') > now()", "'-infinity')")
      const isRead = text.startsWith('select')
      assert.deepEqual(
        functionsOf(others).filter((each) => !immutable.has(each) && !isRead),
        [],
      )
      assert.doesNotMatch(others, /clock_timestamp|random|nextval|\bnow\b/)
    })

    it(`${name} decides nothing with the time inside CASE or COALESCE`, () => {
      for (const [inner] of text.matchAll(/\bcase\b.*?\bend\b|\bcoalesce\([^)]*\)/gs))
        assert.doesNotMatch(inner, /now\(\)|to_timestamp|::/, inner)
    })
  }
})
