import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { cardKindOf, isPlausibleCardNumber, passesLuhn } from '../../kernel/instrument.ts'
import { maskCardNumber, Secret } from '../../kernel/secret.ts'
import { preserve64Token, type RandomDigits, randomToken } from './token-name.ts'

/** Of all lengths alike: left to itself, fast-check would rarely try the long ones. */
const texts = (characters: string, { minLength, maxLength }: { minLength: number; maxLength: number }) =>
  fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength, size: 'max' })

const digits = (minLength: number, maxLength = minLength) => texts('0123456789', { minLength, maxLength })

/** A source of randomness that returns what the property chose. */
const giving =
  (supply: string): RandomDigits =>
  (count) =>
    supply.slice(0, count)

const anySupply = digits(40).map(giving)

/** The published test numbers, one or two a scheme. */
const cards = [
  '5123450000000008',
  '5111111111111118',
  '4508750015741019',
  '345678901234564',
  '30123400000000',
  '3528000000000007',
  '6011003179988686',
  '5000000000000000005',
  '135492354874528',
] as const
const card = (number: string) => ({ number, kind: 'ACCOUNT' }) as const
const bankAccount = (number: string) => ({ number, kind: 'BANK_ACCOUNT' }) as const

describe('a random token', () => {
  it('has sixteen digits, begins with 9 and passes the check-digit rule', () => {
    fc.assert(
      fc.property(anySupply, (randomDigits) => {
        const token = randomToken(randomDigits)
        assert.match(token, /^9\d{15}$/)
        assert.ok(passesLuhn(token))
      }),
    )
  })

  it('is the number of no known scheme, national ones that begin with 9 included', () => {
    const beginnings = fc.oneof(digits(3), fc.constantFrom('112', '704', '792', '860'))
    fc.assert(
      fc.property(beginnings, digits(11), (beginning, rest) => {
        const token = randomToken(giving(beginning + rest))
        assert.equal(cardKindOf(token).scheme, 'OTHER')
        assert.doesNotMatch(token, /^(9112|9704|9792|9860)/)
      }),
    )
  })

  it('keeps all drawn digits, so that two draws of fourteen digits never give one token', () => {
    fc.assert(
      fc.property(digits(14), digits(14), (one, other) => {
        const isNational = /^(112|704|792|860)/
        fc.pre(one !== other && !isNational.test(one) && !isNational.test(other))
        assert.equal(randomToken(giving(one)).slice(1, 15), one)
        assert.notEqual(randomToken(giving(one)), randomToken(giving(other)))
      }),
    )
  })

  it('is not made from anything but the digits asked for', () => {
    for (const wrong of ['', '1234567890123', '123456789012345', '1234567890123x'])
      assert.throws(() => randomToken(() => wrong), /random digits/)
  })
})

describe('a token that preserves six and four', () => {
  it('has the beginning, the end and the length of the card, and a wrong check digit', () => {
    fc.assert(
      fc.property(fc.constantFrom(...cards), anySupply, (number, randomDigits) => {
        const token = preserve64Token(card(number), randomDigits)
        assert.match(token, /^\d+$/)
        assert.equal(maskCardNumber(token), maskCardNumber(number))
        assert.ok(!passesLuhn(token))
        assert.ok(!isPlausibleCardNumber(token))
        assert.notEqual(token, number)
      }),
    )
  })

  it('has the same of any number of 13 to 19 digits, and is never that number, whatever is drawn', () => {
    fc.assert(
      fc.property(digits(13, 19), anySupply, fc.boolean(), (number, randomDigits, drawsTheNumber) => {
        const middle = number.slice(6, -4)
        const token = preserve64Token(card(number), drawsTheNumber ? giving(middle) : randomDigits)
        assert.equal(maskCardNumber(token), maskCardNumber(number))
        assert.ok(!passesLuhn(token))
        assert.notEqual(token, number)
      }),
    )
  })

  it('equals the draw, except for the tenth of the draws that would make the check digit right', () => {
    const number = '5123450000000008'
    const tokens = new Map<string, number>()
    for (let i = 0; i < 1000; i += 1) {
      const middle = String(i * 997).padStart(6, '0')
      const token = preserve64Token(card(number), giving(middle))
      tokens.set(token, (tokens.get(token) ?? 0) + 1)
      if (!passesLuhn(`512345${middle}0008`)) assert.equal(token, `512345${middle}0008`)
    }
    assert.ok(tokens.size > 850, `${tokens.size} tokens of 1000 draws`)
  })

  it('can be any of the 900 middles that a number of 13 digits leaves', () => {
    const all = Array.from({ length: 1000 }, (_, i) => String(i).padStart(3, '0'))
    const tokens = new Set(all.map((middle) => preserve64Token(card('4222222222222'), giving(middle))))
    assert.equal(tokens.size, 900)
  })
})

describe('a token of an account too short, or of another type, to show six and four', () => {
  const bankAccounts = texts('0123456789AZaz -/', { minLength: 1, maxLength: 17 })

  it('has sixteen letters and digits, begins with 9 and is not the account', () => {
    fc.assert(
      fc.property(fc.oneof(bankAccounts, digits(1, 17)), anySupply, (number, randomDigits) => {
        const token = preserve64Token(bankAccount(number), randomDigits)
        assert.match(token, /^9[0-9A-Za-z]{15}$/)
        assert.notEqual(token, number.replace(/[ \-/]/g, ''))
        if (/^\d+$/.test(token)) assert.ok(!passesLuhn(token))
      }),
    )
  })

  it('keeps of the account what the mask shows, and nothing else', () => {
    fc.assert(
      fc.property(bankAccounts, digits(15), (number, supply) => {
        const { masked } = new Secret('BANK_ACCOUNT', number)
        const end = number.length > 4 ? masked.slice(-4).replace(/[ \-/]/g, '') : ''
        const token = preserve64Token(bankAccount(number), giving(supply))
        assert.ok(token.endsWith(end))
        // All but the last random digit, which may have been incremented, are as generated.
        assert.equal(token.slice(1, 15 - end.length), supply.slice(0, 14 - end.length))
      }),
    )
  })

  it('keeps the last four of a card number of 9 to 12 digits', () => {
    fc.assert(
      fc.property(digits(9, 12), anySupply, (number, randomDigits) => {
        const token = preserve64Token(card(number), randomDigits)
        assert.match(token, /^9\d{15}$/)
        assert.ok(token.endsWith(number.slice(-4)))
        assert.ok(!passesLuhn(token))
      }),
    )
  })

  it('is not the account even when the account looks like such a token and the draw would give it', () => {
    fc.assert(
      fc.property(digits(15), (rest) => {
        const number = `9${rest}`
        assert.notEqual(preserve64Token(bankAccount(number), giving(rest)), number)
      }),
    )
  })
})
