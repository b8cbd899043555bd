import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { canonicalJson, textOfEnd, textOfLine } from './audit-chain.ts'

describe('the subject of an audit log entry', () => {
  it('is the same however a database orders and spaces it', () => {
    const one = '{"b": [1, {"y": null, "x": true}], "a": "text, with \\"quotes\\" and: signs"}'
    const other = '{"a":"text, with \\"quotes\\" and: signs","b":[1,{"x":true,"y":null}]}'
    assert.equal(canonicalJson(one), other)
    assert.equal(canonicalJson(other), other)
  })

  it('keeps every digit of a number', () => {
    assert.notEqual(canonicalJson('{"n": 9007199254740993}'), canonicalJson('{"n": 9007199254740992}'))
    assert.equal(canonicalJson('[1.50, -0, 1e400]'), '[1.50,-0,1e400]')
  })

  it('distinguishes a number from a text that looks like one, or like its mark', () => {
    const texts = ['["1"]', '[1]', '["#1"]', '["\\"1"]', '["\\"#1"]']
    assert.equal(new Set(texts.map(canonicalJson)).size, texts.length)
  })

  it('may have members of any name', () => {
    assert.equal(canonicalJson('{"__proto__": 1, "constructor": 2, "": 3}'), '{"":3,"__proto__":1,"constructor":2}')
  })

  it('keeps its meaning, and its canonical form is stable', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const canonical = canonicalJson(text)
        assert.deepEqual(JSON.parse(canonical), JSON.parse(text))
        assert.equal(canonicalJson(canonical), canonical)
      }),
    )
  })
})

describe("the input of an entry's hash", () => {
  const line = { auditId: '1', atMicros: '2', actor: 'a', action: 'b', subject: '{}' }
  const place = { position: 1, previousHash: 'ff' }

  it('differs with each part, and with the boundaries between parts', () => {
    const texts = [
      textOfLine('M', line, place),
      textOfLine('N', line, place),
      textOfLine('M', line, { ...place, position: 2 }),
      textOfLine('M', line, { ...place, previousHash: 'fe' }),
      textOfLine('M', { ...line, auditId: '11' }, place),
      textOfLine('M', { ...line, atMicros: '3' }, place),
      textOfLine('M', { ...line, actor: 'ab', action: '' }, place),
      textOfLine('M', { ...line, actor: 'a","b' }, place),
      textOfLine('M', { ...line, subject: '{"a":1}' }, place),
      textOfEnd('M', { position: 1, hash: 'ff' }),
    ]
    assert.equal(new Set(texts).size, texts.length)
  })
})
