import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { parseUrlEncoded } from './url-encoded.ts'

const pieces = fc.constantFrom(
  'a',
  'b',
  '?',
  '&',
  '=',
  '+',
  '%',
  '%2',
  '%20',
  '%26',
  '%F0%9F',
  '😀',
  '\ud800',
  'é',
  '#',
  ' ',
)

it('url-encoded names and values are read as the platform reads them', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = parts.join('')
      assert.deepEqual([...parseUrlEncoded(text)], [...new URLSearchParams(text)], JSON.stringify(text))
    }),
    { numRuns: 2_000 },
  )
})

it('of more pairs than any form has, the first two thousand are read', () => {
  const text = Array.from({ length: 2_500 }, (_, number) => `&&name${number}=${number}`).join('')
  const read = [...parseUrlEncoded(text)]
  assert.deepEqual([read.length, read[0], read.at(-1)], [2_000, ['name0', '0'], ['name1999', '1999']])
})
