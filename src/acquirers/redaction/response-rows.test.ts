import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Secret } from '../../kernel/secret.ts'
import type { AcquirerResponse } from '../../payments/ports/acquirer.ts'
import { openLinkRedactor } from './redactor.ts'
import { readResponse, valueRules } from './response-rows.ts'

const number = '5123450000000008'
const code = '739'
const redactor = openLinkRedactor([]).of({
  request: { number: new Secret('ACCOUNT', number), securityCode: new Secret('AUTHENTICATION', code) },
})
const ofInquiry = openLinkRedactor([]).of({ maskedNumber: '512345xxxxxx0008', isOfUnknownSecrets: true })

type Whole = Required<AcquirerResponse>

/** A response with every value; the compiler finds a new one. */
const whole: Whole = {
  gatewayCode: 'PARTIALLY_APPROVED',
  approvedMinor: 7_39n,
  acquirerCode: '10',
  acquirerMessage: 'Approved in part',
  authorizationCode: 'A1B2C3',
  stan: '000739',
  receipt: '632210000739',
  batch: 739,
  transactionId: '1118102030-000739',
  terminal: 'T0000739',
  date: '1118',
  time: '102030',
  timeZone: '+0100',
  settlementDate: '2026-11-18',
  cardSecurityCode: { acquirerCode: 'M', gatewayCode: 'MATCH' },
  cardholderVerification: {
    avs: { acquirerCode: 'Y', gatewayCode: 'ADDRESS_ZIP_MATCH' },
    detailedVerification: [{ type: 'CARDHOLDER_NAME', gatewayCode: 'MATCHED' }],
  },
  authorizationResponse: { responseCode: '10', transactionIdentifier: '400123456789012' },
  recurringPaymentAdvice: '03',
  giftCardBalanceMinor: 7_39n,
  paymentPlan: { planId: 'INTEREST-1', numberOfPayments: 3, finalAmount: '10.5' },
  debugInformation: 'HTTP 500 of the acquirer',
}

const names = Object.keys(valueRules) as (keyof Whole)[]
const isDecision = (name: keyof Whole) => valueRules[name].kind === 'DECISION'

/** The response with another value, whatever its type says. */
const withValue = (name: keyof Whole, value: unknown) => ({ ...whole, [name]: value }) as AcquirerResponse
const textOf = (value: unknown) =>
  JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each)) ?? ''

/** The value in place of every text in another. */
function inEveryText(value: unknown, text: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => inEveryText(item, text))
  if (typeof value !== 'object' || value === null) return text
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inEveryText(member, text)]))
}

describe('an answer of an acquirer', () => {
  it('is passed on as it is when each value fits its row', () => {
    for (const each of [redactor, ofInquiry])
      assert.deepEqual(readResponse({ ...whole, debugInformation: 'no digits' }, each), {
        ...whole,
        debugInformation: 'no digits',
      })
  })

  it('has no value but those of the port', () => {
    const response = readResponse({ ...whole, other: number } as AcquirerResponse, redactor)
    assert.deepEqual(Object.keys(response ?? {}).toSorted(), [...names].toSorted())
  })

  for (const name of names) {
    it(`keeps no account number in ${name}, neither with nor without the request`, () => {
      const spellings = [
        number,
        Number(number),
        BigInt(number),
        `${number.slice(0, 4)} ${number.slice(4)}`,
        { [number]: 1 },
      ]
      for (const value of [...spellings, ...spellings.map((each) => inEveryText(whole[name], each))])
        for (const each of [redactor, ofInquiry]) {
          const response = readResponse(withValue(name, value), each)
          if (name === 'approvedMinor' && typeof value === 'bigint') continue
          assert.ok(
            !textOf(response)
              .replace(/[^0-9]/g, '')
              .includes(number),
            textOf(response),
          )
        }
    })

    it(`keeps no security code in ${name}`, () => {
      for (const value of [code, `code ${code} is wrong`, inEveryText(whole[name], code)]) {
        const response = readResponse(withValue(name, value), redactor)?.[name]
        assert.ok(!textOf(response).includes(code), textOf(response))
      }
    })

    it(`drops ${name} when it does not fit, and nothing else`, () => {
      for (const value of [{}, [], true, '\0', 'x'.repeat(5_000), inEveryText(whole[name], 'x'.repeat(5_000))]) {
        const response = readResponse(withValue(name, value), redactor)
        if (isDecision(name)) assert.equal(response, undefined)
        else {
          const { [name]: _, ...others } = whole
          assert.deepEqual(response, others)
        }
      }
    })
  }

  it('has a date that exists, codes of their length and words that are listed', () => {
    const wrong: { readonly [Name in keyof Whole]?: readonly unknown[] } = {
      settlementDate: ['2026-99-99', '2026-02-30', '1118'],
      authorizationCode: ['4111111111111111', 'é'],
      acquirerCode: ['4111111111111111'],
      terminal: ['4111111111111111'],
      date: ['4111111111111111'],
      stan: ['1234567', 'A'],
      batch: [0, -1, 1.5, 4_000_000_000],
      recurringPaymentAdvice: ['123', 'AB'],
      giftCardBalanceMinor: [-1n, 10n ** 16n],
      cardSecurityCode: [{ acquirerCode: 'M', gatewayCode: 'PERHAPS' }, { gatewayCode: 'MATCH' }],
      authorizationResponse: [{ responseCode: '1234', unknown: 'x' }],
      paymentPlan: [{ numberOfPayments: 1_000, finalAmount: 'much' }],
    }
    for (const [name, values] of Object.entries(wrong))
      for (const value of values)
        assert.equal(
          readResponse(withValue(name as keyof Whole, value), redactor)?.[name as keyof Whole],
          undefined,
          name,
        )
  })

  it('is none when its outcome or its amount cannot be', () => {
    for (const gatewayCode of ['NO_SUCH_CODE', undefined, number, 'toString', 1])
      assert.equal(readResponse(withValue('gatewayCode', gatewayCode), redactor), undefined)
    for (const approvedMinor of [-1n, 10, '10'])
      assert.equal(readResponse(withValue('approvedMinor', approvedMinor), redactor), undefined)
  })
})
