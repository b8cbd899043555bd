// Recovery codes as they are written and typed.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { readRecoveryCode, writeRecoveryCode } from './recovery-codes.ts'

describe('a recovery code', () => {
  it('is three groups of four characters, and read as it was written, in capitals, without hyphens or with spaces', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 12, maxLength: 12 }), (bytes) => {
        const code = writeRecoveryCode(bytes)
        assert.match(code, /^[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}$/)
        const read = code.replaceAll('-', '')
        for (const typed of [code, code.toUpperCase(), read, ` ${code.replaceAll('-', ' ')} `])
          assert.equal(readRecoveryCode(typed), read)
      }),
    )
  })

  it('has no letters that look like digits; typed instead, they are read as these', () => {
    assert.equal(readRecoveryCode('OOOO-IIII-LLLL'), '000011111111')
  })

  it('is no code of an authenticator app and no other text', () => {
    for (const typed of ['', '123456', '0000-0000-000', '0000-0000-00000', '0000-0000-000u', '0000-0000-000é'])
      assert.equal(readRecoveryCode(typed), undefined)
  })
})
