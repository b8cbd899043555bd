import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isMailAddress, isRecipientAddress } from './mail-address.ts'

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

describe('an address that e-mails are sent to', () => {
  it('is at a public domain name', () => {
    for (const text of [
      'jane@payer.example',
      'jane+1@Mail.Payer.Example',
      'jane@xn--bcher-kva.example',
      'jane@4.payer.example',
    ])
      assert.ok(isRecipientAddress(text), text)
  })

  it('is not on this machine, in its network or at an address in numbers, and does not lead on to another', () => {
    for (const text of [
      'root@localhost',
      'root@LOCALHOST',
      'root@mail',
      'root@db.localhost',
      'root@printer.local',
      'root@metadata.google.internal',
      'root@mail.corp',
      'root@host.lan',
      'root@1.168.192.in-addr.arpa',
      'root@127.0.0.1',
      'root@127.1',
      'root@1.0x7f',
      'root@[127.0.0.1]',
      'root@payer..example',
      'root@-payer.example',
      'root@payer-.example',
      'root@payer.example.',
      `root@${'a'.repeat(64)}.example`,
      'root%localhost@mail.example',
      'localhost!root@mail.example',
    ])
      assert.ok(!isRecipientAddress(text), text)
  })
})
