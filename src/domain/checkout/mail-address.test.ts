import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isMailAddress } from './mail-address.ts'

describe('an address of an e-mail', () => {
  it('may be any usual one', () => {
    for (const text of ['jane@payer.example', "o'neil+shop@mail.payer.example", 'a@b'])
      assert.ok(isMailAddress(text), text)
  })

  it('has nothing that could change a command or a header', () => {
    for (const text of [
      '',
      'jane',
      'jane@',
      '@payer.example',
      'jane@payer.example\r\nBcc: all@payer.example',
      'jane@payer.example\nRCPT TO:<x@y>',
      'jane@payer.example>',
      '<jane@payer.example',
      'jane doe@payer.example',
      'jane@payer.example,other@payer.example',
      '"jane"@payer.example',
      'j\u00e4ne@payer.example',
      'jane@payer.example\0',
      `${'a'.repeat(65)}@payer.example`,
      `a@${'b'.repeat(260)}`,
    ])
      assert.ok(!isMailAddress(text), JSON.stringify(text))
  })
})
