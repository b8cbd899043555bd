import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { maskedAddress } from '../../kernel/mail-address.ts'
import {
  emailPurpose,
  holdsWebAddress,
  paymentLinkEmailLimits,
  paymentLinkMessageFault,
  reachedLimit,
} from './payment-link-email.ts'

describe('a text that is sent with a payment link', () => {
  it('may be what merchants write', () => {
    for (const text of [
      'Dear Ms Smith,\nthank you for your order. Invoice no.17, 12.50 EUR, due on 31.12.2026.',
      'Wie besprochen, z.B. bis Freitag... Mit freundlichen Grüßen\r\nA. B. Käse',
      'e.g. two tickets, row 7. See you at 8 p.m.!',
      'مرحبًا، هذا رابط الدفع. شكرًا!',
      'Family 👨‍👩‍👧 ticket',
      'KW47 dann wird alles fertig, Nr. 1.2.3',
    ])
      assert.equal(paymentLinkMessageFault(text), undefined, text)
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
      'उदाहरण.भारत',
      'हिन्दी.com',
      'i❤.ws',
      'evil\u00ad.com',
      'evil.\u2060c\u200bom',
      '203.0.113.7/pay',
    ]) {
      assert.ok(holdsWebAddress(text), text)
      assert.equal(paymentLinkMessageFault(text), 'WEB_ADDRESS', text)
    }
  })

  it('names no account to which the payer should send the money instead', () => {
    for (const text of [
      '5123 4500 0000 0008',
      'DE89 3704 0044 0532 0130 00',
      'GB29NWBK60161331926819',
      'nl91 abna 0417 1643 00',
      'IBAN:MT84 MALT–0110–0001–2345–MTLC–AST0–01S',
      'ＮＬ９１ ＡＢＮＡ ０４１７ １６４３ ００',
      '5123\u200b4500\u200b0000\u200b0008',
    ])
      assert.equal(paymentLinkMessageFault(`Pay to ${text} please`), 'ACCOUNT_NUMBER', text)
  })

  it('has no characters that hide what it says, and has an end', () => {
    for (const text of ['a\u202eb', 'a\u2066b', 'a\u0000b', 'a\rb', 'a\u001b[31m', 'a\u2028b'])
      assert.equal(paymentLinkMessageFault(text), 'HIDDEN_CHARACTERS', JSON.stringify(text))
    assert.equal(paymentLinkMessageFault('😀'.repeat(500)), undefined)
    assert.equal(paymentLinkMessageFault('😀'.repeat(501)), 'TOO_LONG')
  })
})

describe('the description of a link in its e-mail', () => {
  it('is one line, so that it cannot be taken for a text of the gateway', () => {
    assert.equal(emailPurpose('Invoice 17'), 'Invoice 17')
    assert.equal(emailPurpose('Tea\r\n\nYour account is locked.\u2028Call us.'), 'Tea Your account is locked. Call us.')
  })

  it('is left out where it holds what a message may not hold', () => {
    for (const text of ['evil.com', 'a\u202eb', 'a\u0085b', 'Transfer to DE89 3704 0044 0532 0130 00', ' \n'])
      assert.equal(emailPurpose(text), undefined, JSON.stringify(text))
  })
})

describe('the limits of e-mails', () => {
  it('are each reached by the last that is allowed', () => {
    const none = { HOUR: 0, DAY: 0, ADDRESS: 0 }
    assert.equal(reachedLimit(none), undefined)
    for (const [name, { max }] of Object.entries(paymentLinkEmailLimits)) {
      assert.equal(reachedLimit({ ...none, [name]: max - 1 }), undefined)
      assert.equal(reachedLimit({ ...none, [name]: max }), name)
    }
  })
})

it('an address is recognised by its first letter and its domain', () => {
  assert.equal(maskedAddress('jane.doe@payer.example'), 'j***@payer.example')
})
