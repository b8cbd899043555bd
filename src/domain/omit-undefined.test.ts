import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { omitUndefined } from './omit-undefined.ts'

describe('omitUndefined', () => {
  it('leaves out members whose value is undefined', () => {
    const city: string | undefined = undefined
    assert.deepEqual(Object.keys(omitUndefined({ city, country: 'USA' })), ['country'])
  })

  it('keeps empty, false and null values', () => {
    const members = { text: '', flag: false, nothing: null, zero: 0 }
    assert.deepEqual(omitUndefined(members), members)
  })
})
