import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { seal, unseal } from './data-keys.ts'

const key = randomBytes(32)
const place = ['TESTMERCHANT', 'transactions', 'row', 'number']

describe('a sealed value', () => {
  it('opens to what was sealed', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        const clear = Buffer.from(bytes)
        assert.deepEqual(unseal(key, seal(key, clear, place), place), clear)
      }),
    )
  })

  it('does not open with another key, in another place, or after a single bit was flipped', () => {
    const sealed = seal(key, Buffer.from('5123450000000008'), place)
    assert.throws(() => unseal(randomBytes(32), sealed, place))
    assert.throws(() => unseal(key, sealed, ['OTHER', ...place.slice(1)]))
    assert.throws(() => unseal(key, sealed, ['TESTMERCHANTtransactions', ...place.slice(2)]))
    for (let i = 0; i < sealed.length; i += 1) {
      const altered = Buffer.from(sealed)
      altered.writeUInt8(altered.readUInt8(i) ^ 1, i)
      assert.throws(() => unseal(key, altered, place), `byte ${i}`)
    }
  })

  it('looks different each time', () => {
    assert.notDeepEqual(seal(key, Buffer.from('x'), place), seal(key, Buffer.from('x'), place))
  })
})
