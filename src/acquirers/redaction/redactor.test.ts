import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Secret, type SecretKind } from '../../kernel/secret.ts'
import { openLinkRedactor, type Redactor } from './redactor.ts'
import { secretsOfSettings } from './secrets.ts'

const number = '5123450000000008'
const code = '739'
const password = 'a-password-of-the-bank'

/** Every secret that a request can hold. */
const secrets = {
  number,
  securityCode: code,
  giftCardNumber: '6047310000998823',
  giftCardPin: '731902',
  bankAccountNumber: '9073144021',
  iban: 'DE89370400440532013000',
  track1: '%B5123450000000008^PAYER/JO^39011010000000000739000000?',
  track2: ';5123450000000008=39011010000073900000?',
  emvRequest: '9F2608A1B2C3D4E5F607189F2701809F100706010A03A4B800',
  pinPayload: 'A1B2C3D4E5F60718FFEEDDCCBBAA9988',
  cryptogram: 'AgAAAAXyzCanary+cryptogram/w=',
} as const

const kinds: Partial<Record<keyof typeof secrets, SecretKind>> = { number: 'ACCOUNT', giftCardNumber: 'ACCOUNT' }

function request(): object {
  const entries = Object.entries(secrets).map(([name, value]) => [
    name,
    new Secret(kinds[name as keyof typeof secrets] ?? 'AUTHENTICATION', value),
  ])
  return {
    instrument: { ...Object.fromEntries(entries), nested: [{ deeper: new Secret('BANK_ACCOUNT', '12345678') }] },
  }
}

const link = openLinkRedactor([{ value: password }, { value: 'bank' }])
const ofRequest = (): Redactor => link.of({ request: request() })

const grouped = (text: string, separator: string) => text.replaceAll(/.{4}(?=.)/g, `$&${separator}`)
const each = (text: string, spell: (code: number) => string) =>
  [...text].map((character) => spell(character.charCodeAt(0))).join('')
const hexOf = (value: number, digits = 2) => value.toString(16).padStart(digits, '0')

/** Ways to write any text. */
const spellings: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  'in upper case': (text) => text.toUpperCase(),
  'between letters': (text) => `x${text}y`,
  base64: (text) => Buffer.from(text).toString('base64'),
  'base64 after one byte': (text) => Buffer.from(`:${text}:`).toString('base64'),
  'base64 after two bytes': (text) => Buffer.from(`::${text}::`).toString('base64'),
  base64url: (text) => Buffer.from(`??${text}>>`).toString('base64url'),
  'base64 of JSON': (text) => Buffer.from(JSON.stringify({ value: text })).toString('base64'),
  hex: (text) => Buffer.from(text).toString('hex'),
  'upper case hex': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  'percent-encoding': (text) => each(text, (value) => `%${hexOf(value)}`),
  'percent-encoding twice': (text) => each(text, (value) => `%25${hexOf(value)}`),
  'numbered entities': (text) => each(text, (value) => `&#${value};`),
  'hexadecimal entities': (text) => each(text, (value) => `&#x${hexOf(value)};`),
  'escapes of JSON': (text) => each(text, (value) => `\\u${hexOf(value, 4)}`),
  'escapes of programs': (text) => each(text, (value) => `\\x${hexOf(value)}`),
}

/** Further ways to write digits. */
const digitSpellings: Readonly<Record<string, (text: string) => string>> = {
  ...spellings,
  'groups with spaces': (text) => grouped(text, ' '),
  'groups with hyphens': (text) => grouped(text, '-'),
  'groups with protected spaces': (text) => grouped(text, '\u00a0'),
  'groups in base64': (text) => Buffer.from(grouped(text, ' ')).toString('base64'),
  'groups in hex': (text) => Buffer.from(grouped(text, '-')).toString('hex'),
  'hex with separators': (text) => each(text, (value) => `${hexOf(value)} `),
  'full width': (text) => each(text, (value) => String.fromCharCode(value + 0xfee0)),
  'Arabic digits': (text) => each(text, (value) => String.fromCharCode(value - 48 + 0x660)),
  'mathematical digits': (text) => each(text, (value) => String.fromCodePoint(value - 48 + 0x1d7d8)),
  'invisible characters between': (text) => [...text].join('\u200b'),
}

const isRemoved = (value: string, secret: string, spell: (text: string) => string) =>
  !value.includes(spell(secret)) && value.includes('***')

describe('a secret that an acquirer repeats', () => {
  for (const [name, secret] of Object.entries(secrets)) {
    const isDigits = /^[0-9]+$/.test(secret)
    const isShort = secret.length < 8
    for (const [way, spell] of Object.entries(isDigits ? digitSpellings : spellings))
      it(`is removed from texts, names and values: ${name}, ${way}`, () => {
        const redactor = ofRequest()
        const sentence = `The value ${spell(secret)} is wrong.`
        assert.ok(isRemoved(redactor.text(sentence), secret, spell), redactor.text(sentence))
        const [member, value] = Object.entries(redactor.all({ [`a ${spell(secret)}`]: sentence }))[0] ?? assert.fail()
        assert.ok(isRemoved(member, secret, spell), member)
        assert.ok(isRemoved(value, secret, spell), value)
        if (isShort) return
        assert.ok(isRemoved(redactor.all([spell(secret)])[0] ?? '', secret, spell))
        assert.equal(redactor.code(spell(secret)), undefined)
      })
  }

  it('is removed inside longer runs of digits, with the digits beside it', () => {
    const redactor = ofRequest()
    assert.equal(redactor.all(`00${number}${code}00`), '*'.repeat(23))
    assert.equal(redactor.all({ value: 5123450000000008n }).value, undefined)
  })

  it('is removed when more of it is shown than its first six and last four digits', () => {
    const redactor = ofRequest()
    assert.equal(redactor.all('512345000000xxxx'), '************xxxx')
    for (const shown of ['512345xxxxxx0008', '51234500xxxx0008', '5123450000']) assert.equal(redactor.all(shown), shown)
  })

  it('of the link is removed: a password, also in a header, a short one as a word, and a private key', () => {
    const redactor = ofRequest()
    const header = Buffer.from(`merchant.BANK1:${password}`).toString('base64')
    for (const text of [`the password ${password}`, `Basic ${header}`, 'the password bank'])
      assert.notEqual(redactor.text(text), text, text)
    assert.equal(redactor.text('banking'), 'banking')
    const line = 'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgevZzL1gdAFr88hb2'
    const ofSettings = secretsOfSettings(
      {
        properties: {
          key: { type: 'string', title: 'Key', isSecret: true, isMultiline: true },
          passwords: { type: 'string', title: 'Passwords', isSecret: true, isMultiline: true },
          url: { type: 'string', title: 'Address' },
        },
      },
      {
        key: `-----BEGIN PRIVATE KEY-----\n${line}\n-----END PRIVATE KEY-----`,
        passwords: 'SHOP1:first-password\nSHOP2:second-password',
        url: 'https://bank.example',
      },
    )
    const own = openLinkRedactor(ofSettings).of({})
    for (const text of [`key ${line.slice(7, 40)}`, 'it was first-password', 'it was second-password'])
      assert.match(own.text(text), /\*{8}/)
    assert.equal(own.text('https://bank.example for SHOP1'), 'https://bank.example for SHOP1')
  })
})

describe('a security code of three digits', () => {
  it('is removed where it stands by itself in a text, and nowhere else', () => {
    const redactor = ofRequest()
    for (const [received, kept] of [
      ['code 739 is wrong', 'code *** is wrong'],
      ['7-3-9', '*****'],
      ['CVV739', 'CVV***'],
      ['order 17390 of 1739', 'order 17390 of 1739'],
    ] as const)
      assert.equal(redactor.text(received), kept)
  })

  it('is not taken for an amount, a reference or an identifier that has the same digits', () => {
    const redactor = ofRequest()
    const response = {
      amount: 739,
      text: '739',
      reference: 'a1739b739c',
      id: '0739-4c1e',
      at: '2026-11-18T07:39:00.739Z',
    }
    assert.equal(redactor.all(response), response)
    for (const value of ['a1739b739c', '0739-4c1e', '000739']) assert.equal(redactor.code(value), value)
  })

  it('is no code or identifier: a value that consists of it, or names it, is dropped', () => {
    const redactor = ofRequest()
    for (const value of ['739', ' 739 ', '７３９', '%37%33%39', 'CVV739', 'cvc2:739', 'code 739'])
      assert.equal(redactor.code(value), undefined, value)
  })
})

describe('an answer about a request of which the secrets are not known', () => {
  const redactor = link.of({ maskedNumber: '512345xxxxxx0008', isOfUnknownSecrets: true })

  it('keeps no digits in its texts that could be a security code, in any spelling', () => {
    for (const [way, spell] of Object.entries(digitSpellings))
      assert.ok(isRemoved(redactor.text(`code ${spell(code)} is wrong`), code, spell), way)
    assert.equal(redactor.text('Declined, code 05'), 'Declined, code 05')
  })

  it('keeps no account number that has the digits which are shown of the number', () => {
    for (const [way, spell] of Object.entries(digitSpellings)) {
      assert.notEqual(redactor.all(spell(number)), spell(number), way)
      assert.equal(redactor.code(spell(number)), undefined, way)
    }
    assert.equal(redactor.code('5123450000000016'), '5123450000000016')
  })
})

describe('what holds no secret', () => {
  it('stays the same, to the last character', () => {
    const redactor = ofRequest()
    const safe = fc.stringMatching(/^[a-z ;,.{}"é&%\\]{0,40}$/)
    fc.assert(
      fc.property(fc.dictionary(safe, fc.oneof(safe, fc.array(safe), fc.nat(9_999))), (value) => {
        assert.equal(redactor.all(value), value)
      }),
      { seed: 20_261_118, numRuns: 500 },
    )
  })

  it('is found in any surroundings', () => {
    const redactor = ofRequest()
    const around = fc.string({ unit: 'grapheme', maxLength: 30 }).filter((text) => !/[0-9A-Za-z%&\\]/.test(text))
    fc.assert(
      fc.property(around, around, (before, after) => {
        assert.ok(!redactor.all(before + number + after).includes(number))
        assert.ok(!redactor.text(`${before} ${code} ${after}`).includes(code))
      }),
      { seed: 20_261_118, numRuns: 500 },
    )
  })
})
