import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { JsonNumber, JsonSyntaxError, type JsonValue, parseJson } from './json.ts'
import { parseJsonCarefully } from './json-parser.ts'

/** What JSON.parse would give, with our rule for absent members applied. */
function expected(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expected)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, expected(member)] as const)
      .filter(([, member]) => member !== null && !(isPlain(member) && Object.keys(member).length === 0)),
  )
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function plain(value: JsonValue): unknown {
  if (value instanceof JsonNumber) return JSON.parse(value.text)
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]))
}

describe('parseJson', () => {
  it('reads what JSON.parse reads, absent members aside', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 0, max: 2 }), (value, indent) => {
        // JSON.stringify writes -0 as 0, so the comparison starts from what it wrote.
        const text = JSON.stringify(value, null, indent)
        assert.deepEqual(plain(parseJson(text)), expected(JSON.parse(text)))
      }),
      { numRuns: 500 },
    )
  })

  it('throws only its own error, whatever the text', () => {
    const fragments = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"',
      '\\',
      'u',
      '0',
      '-',
      '.',
      'e',
      'true',
      'null',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(fragments, fc.string()), { maxLength: 20 }), (parts) => {
        try {
          parseJson(parts.join(''))
        } catch (error) {
          assert.ok(error instanceof JsonSyntaxError)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('accepts exactly the texts that JSON.parse accepts, repeated names and depth aside', () => {
    const pieces = fc.constantFrom(
      '{"a":',
      '{"b":1',
      '}',
      '[',
      ']',
      ',',
      '1',
      '01',
      '-',
      '1.5e3',
      '"x"',
      '"\\u00e9"',
      '"\\x"',
      'nul',
      'null',
      '\t',
      '"\u0001"',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const text = parts.join('')
        const accepts = (parse: (text: string) => unknown) => {
          try {
            parse(text)
            return true
          } catch (error) {
            return error instanceof JsonSyntaxError && error.message === 'a member occurs twice'
          }
        }
        assert.equal(accepts(parseJson), accepts(JSON.parse), text)
      }),
      { numRuns: 3000 },
    )
  })

  it('reads the same by its fast and its careful path, for texts of every kind', () => {
    const numbers = fc.constantFrom(
      '0',
      '-0',
      '1.0',
      '1.50',
      '0.1',
      '12.34',
      '1e3',
      '1E-7',
      '0.0000001',
      '99999999999999',
      '999999999999999',
      '00',
      '-1',
      '1.',
      '123456789012.5',
    )
    const strings = fc.constantFrom('"a"', '"\\\\"', '"\\""', '"a\\\\\\"b"', '""', '"é😀"', '"\\ud800"', '":,{}"')
    const leaf = fc.oneof(numbers, strings, fc.constantFrom('true', 'null', '{}', '[]', '[null,{}]'))
    const member = fc
      .tuple(fc.constantFrom('"a"', '"b"', '"__proto__"', '"constructor"', '"\\u0061"'), leaf)
      .map(([name, value]) => `${name} : ${value}`)
    const object = fc
      .array(
        fc.oneof(
          member,
          member.map((text) => `"o":{${text}}`),
        ),
        { maxLength: 4 },
      )
      .map((members) => `{${members.join(',')}}`)
    const outcome = (parse: (text: string) => JsonValue, text: string) => {
      try {
        return JSON.stringify(parse(text))
      } catch (error) {
        return error instanceof JsonSyntaxError ? `${error.line}:${error.character} ${error.message}` : String(error)
      }
    }
    fc.assert(
      fc.property(
        fc.oneof(
          object,
          leaf,
          fc.array(object, { maxLength: 3 }).map((list) => `[${list.join()}]`),
        ),
        (text) => {
          const careful = outcome(parseJsonCarefully, text)
          const quick = outcome(parseJson, text)
          // Both forms of a number stand for the same decimal; what differs in any other way would show here.
          assert.equal(quick, careful, text)
        },
      ),
      { numRuns: 5000 },
    )
  })

  it('is not misled by a text that has the length of another one of the same value', () => {
    const outcome = (parse: (text: string) => JsonValue, text: string) => {
      try {
        return JSON.stringify(parse(text))
      } catch (error) {
        return String(error)
      }
    }
    const numbers = [
      '1e2',
      '12e2',
      '1E20',
      '1e400',
      '-1e400',
      '1e-400',
      '5e-2',
      '9'.repeat(16),
      '0e1',
      '-0',
      '100',
      '1.0',
    ]
    // What a shorter form of a number saves, spaces or a member given twice could fill.
    const fillings = [
      ...Array.from({ length: 20 }, (_, count) => ' '.repeat(count)),
      ',"b":1',
      ',"b":"12345678"',
      ',"a":1',
    ]
    for (const number of numbers) {
      for (const filling of fillings) {
        const text = `{"b":1,"a":${number}${filling}}`
        assert.equal(outcome(parseJson, text), outcome(parseJsonCarefully, text), text)
      }
    }
  })

  it('keeps the source text of a number', () => {
    const digits = '9'.repeat(400)
    assert.deepEqual(parseJson(`{"a":${digits},"b":0.10}`), { a: new JsonNumber(digits), b: new JsonNumber('0.10') })
  })

  it('drops null members and objects that hold nothing else, and keeps empty arrays', () => {
    assert.deepEqual(parseJson('{"a":null,"b":{},"c":{"d":{"e":null}},"f":[],"g":[null,{}]}'), { f: [], g: [null, {}] })
  })

  it('refuses a member that occurs twice, also when one of the two is null', () => {
    for (const text of ['{"a":1,"a":1}', '{"a":null,"a":1}', '{"a":1,"a":null}', '{"__proto__":1,"__proto__":2}']) {
      assert.throws(() => parseJson(text), /occurs twice/, text)
    }
  })

  it('treats __proto__ as a member and leaves prototypes alone', () => {
    const value = parseJson('{"__proto__":{"polluted":true},"constructor":"x"}')
    assert.deepEqual(Object.keys(value as object), ['__proto__', 'constructor'])
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined)
    assert.equal(Object.getPrototypeOf(value), Object.prototype)
  })

  it('names line and character of the first fault', () => {
    assert.throws(
      () => parseJson('{\n  "a": 1,\n  "b" 2\n}'),
      (error: unknown) => error instanceof JsonSyntaxError && error.line === 3 && error.character === 7,
    )
  })

  it('refuses nesting beyond its bound without exhausting the stack', () => {
    assert.throws(() => parseJson('['.repeat(100_000)), /nested/)
    assert.doesNotThrow(() => parseJson('['.repeat(32) + ']'.repeat(32)))
    assert.throws(() => parseJson('['.repeat(33) + ']'.repeat(33)), /nested/)
  })
})
