import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { successorName } from './manage-credentials.ts'

describe('the name of a rotated credential', () => {
  it('is the name before it with the next free number', () => {
    assert.equal(successorName('shop', ['shop']), 'shop 2')
    assert.equal(successorName('shop 2', ['shop', 'shop 2']), 'shop 3')
    assert.equal(successorName('shop', ['shop', 'shop 2', 'shop 3']), 'shop 4')
    assert.equal(successorName('till7', []), 'till7 2')
    assert.equal(successorName('7', []), '7 2')
  })

  it('is never longer than a name may be', () => {
    const long = 'x'.repeat(40)
    assert.equal(successorName(long, [long]), `${'x'.repeat(38)} 2`)
  })
})
