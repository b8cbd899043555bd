import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { holdsWebAddress, linkEmailLimits, linkMessageFault, maskedAddress, reachedLimit } from './link-email.ts'

describe('a text that is sent with a payment link', () => {
  it('may be what merchants write', () => {
    for (const text of [
      'Dear Ms Smith,\nthank you for your order. Invoice no.17, 12.50 EUR, due on 31.12.2026.',
      'Wie besprochen, z.B. bis Freitag... Mit freundlichen Grüßen\r\nA. B. Käse',
      'e.g. two tickets, row 7. See you at 8 p.m.!',
      'مرحبًا، هذا رابط الدفع. شكرًا!',
      'Family 👨‍👩‍👧 ticket',
    ])
      assert.equal(linkMessageFault(text), undefined, text)
  })

  it('holds no address that a mail program would link', () => {
    for (const text of [
      'https://evil.example/pay',
      'HTTP://evil',
      'see evil.com',
      'see evil.com/pay?x=1',
      'www.evil',
      'evil．com',
      'evil。com',
      'bücher.de',
      'пример.рф',
      'write to me@evil',
      'mailto:me',
      'javascript://x',
      '1.2.3.evil.co',
      'xn--bcher-kva.example',
    ]) {
      assert.ok(holdsWebAddress(text), text)
      assert.equal(linkMessageFault(text), 'WEB_ADDRESS', text)
    }
  })

  it('names no account to which the payer should send the money instead', () => {
    for (const text of [
      '5123 4500 0000 0008',
      'DE89 3704 0044 0532 0130 00',
      'GB29NWBK60161331926819',
      'nl91 abna 0417 1643 00',
    ])
      assert.equal(linkMessageFault(`Pay to ${text} please`), 'ACCOUNT_NUMBER', text)
  })

  it('has no characters that hide what it says, and has an end', () => {
    for (const text of ['a\u202eb', 'a\u2066b', 'a\u0000b', 'a\rb', 'a\u001b[31m', 'a\u2028b'])
      assert.equal(linkMessageFault(text), 'HIDDEN_CHARACTERS', JSON.stringify(text))
    assert.equal(linkMessageFault('😀'.repeat(500)), undefined)
    assert.equal(linkMessageFault('😀'.repeat(501)), 'TOO_LONG')
  })
})

describe('the limits of e-mails', () => {
  it('are each reached by the last that is allowed', () => {
    const none = { HOUR: 0, DAY: 0, ADDRESS: 0 }
    assert.equal(reachedLimit(none), undefined)
    for (const [name, { max }] of Object.entries(linkEmailLimits)) {
      assert.equal(reachedLimit({ ...none, [name]: max - 1 }), undefined)
      assert.equal(reachedLimit({ ...none, [name]: max }), name)
    }
  })
})

it('an address is recognised by its first letter and its domain', () => {
  assert.equal(maskedAddress('jane.doe@payer.example'), 'j***@payer.example')
})
