import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import pg from 'pg'
import { arrayText } from './money-statements.ts'

const oids = { text: 1009, bytea: 1001, integer: 1007, bigint: 1016, boolean: 1000 }

/** What PostgreSQL's rules for arrays make of the text, read by the driver. */
function readBack(type: keyof typeof oids, values: readonly unknown[]): unknown {
  const read = pg.types.getTypeParser(oids[type] as never, 'text') as (text: string) => unknown
  return read(arrayText(type, values, (value) => value))
}

describe('a column that is passed as one array', () => {
  it('keeps every text, also quotes, backslashes, commas, braces and the word NULL', () => {
    const texts = ['plain', '', 'NULL', 'a,b', '{x}', '"', '\\', '\\"', ' space ', 'line\nend', 'ü 東京']
    assert.deepEqual(readBack('text', texts), texts)
    fc.assert(fc.property(fc.array(fc.string()), (any) => assert.deepEqual(readBack('text', any), any)))
  })

  it('has NULL for undefined values, and only for those', () => {
    assert.deepEqual(readBack('text', [undefined, null, '', 'null']), [null, null, '', 'null'])
  })

  it('keeps bytes, numbers beyond the doubles, and booleans', () => {
    const bytes = [Buffer.alloc(0), Buffer.from([0, 1, 92, 34, 255])]
    assert.deepEqual(readBack('bytea', bytes), bytes)
    assert.deepEqual(readBack('bigint', [9_007_199_254_740_993n, -1n]), ['9007199254740993', '-1'])
    assert.deepEqual(readBack('integer', [0, -7]), [0, -7])
    assert.deepEqual(readBack('boolean', [true, false, undefined]), [true, false, null])
  })

  it('writes a date as an instant in UTC, and JSON as the text of a JSON array', () => {
    const at = new Date('2026-11-15T10:00:00.123Z')
    assert.deepEqual(readBack('text', [at]), ['2026-11-15T10:00:00.123Z'])
    const json = arrayText('json', ['{"a":"\\""}', '[]'], (value) => value)
    assert.deepEqual(JSON.parse(json), [{ a: '"' }, []])
  })
})
