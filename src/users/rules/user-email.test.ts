import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { emailCodeDigits, emailCodeOf, readEmailCode } from './user-email.ts'

describe('the code that confirms an e-mail address', () => {
  it('has eight digits, also where the number is small', () => {
    assert.equal(emailCodeOf(new Uint8Array(32)), '00000000')
    assert.equal(emailCodeOf(Buffer.from('00000000000000ff'.repeat(4), 'hex')), '00000255')
    const codes = Array.from({ length: 100 }, (_, index) => emailCodeOf(Buffer.alloc(32, index * 2 + 1)))
    assert.ok(codes.every((code) => code.length === emailCodeDigits && /^\d+$/.test(code)))
    assert.equal(new Set(codes).size, codes.length)
  })

  it('may be typed with spaces and hyphens', () => {
    assert.equal(readEmailCode(' 1234-56 78\n'), '12345678')
  })
})
