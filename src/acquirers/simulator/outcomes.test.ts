import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gatewayCodes } from '../../kernel/gateway-code.ts'
import type { CardInstrument } from '../../kernel/instrument.ts'
import { Secret } from '../../kernel/secret.ts'
import { acquirerTextFor, addressCheck, securityCodeCheck } from './outcomes.ts'
import { cardholderVerification } from './response.ts'

const card = (securityCode?: string): CardInstrument => ({
  kind: 'CARD',
  number: new Secret('ACCOUNT', '5123450000000008'),
  scheme: 'MASTERCARD',
  brand: 'MASTERCARD',
  fundingMethod: 'CREDIT',
  nameOnCard: 'Ada Payer',
  ...(securityCode && { securityCode: new Secret('AUTHENTICATION', securityCode) }),
})

describe('a security code', () => {
  it('matches, does not match, or is not checked, by published codes', () => {
    for (const [code, acquirerCode, gatewayCode] of [
      ['100', 'M', 'MATCH'],
      ['1000', 'M', 'MATCH'],
      ['555', 'M', 'MATCH'],
      ['101', 'P', 'NOT_PROCESSED'],
      ['1010', 'P', 'NOT_PROCESSED'],
      ['102', 'N', 'NO_MATCH'],
      ['1020', 'N', 'NO_MATCH'],
      ['103', 'U', 'NOT_SUPPORTED'],
      ['1030', 'U', 'NOT_SUPPORTED'],
      [undefined, 'S', 'NOT_PRESENT'],
    ] as const) {
      assert.deepEqual(securityCodeCheck(card(code)), { acquirerCode, gatewayCode }, String(code))
    }
  })
})

describe('a billing address', () => {
  it('is judged by the name of its street', () => {
    for (const [street, acquirerCode, gatewayCode] of [
      ['Alpha St', 'A', 'ADDRESS_MATCH'],
      ['12 november st', 'N', 'NO_MATCH'],
      ['1 Victor St, Flat 2', 'I', 'NOT_VERIFIED'],
      ['1 Yankee St', 'Y', 'ADDRESS_ZIP_MATCH'],
      ['Alphabet Street', 'Y', 'ADDRESS_ZIP_MATCH'],
      ['constructor st', 'Y', 'ADDRESS_ZIP_MATCH'],
    ] as const) {
      assert.deepEqual(addressCheck({ street }), { acquirerCode, gatewayCode }, street)
    }
    assert.equal(addressCheck(undefined).gatewayCode, 'NOT_REQUESTED')
    assert.equal(addressCheck({}).gatewayCode, 'ADDRESS_ZIP_MATCH')
  })

  it('has detailed results that agree with the overall result', () => {
    const verified = (street: string) =>
      Object.fromEntries(
        (
          cardholderVerification(card(), { billing: { address: { street, postcodeZip: '1000' } } })
            .detailedVerification ?? []
        ).map(({ type, gatewayCode }) => [type, gatewayCode]),
      )
    const absent = { BILLING_PHONE: 'NOT_PROVIDED', CUSTOMER_EMAIL: 'NOT_PROVIDED' }
    const of = (streetCode: string, zipCode: string, nameCode: string) => ({
      ...absent,
      BILLING_STREET_ADDRESS: streetCode,
      BILLING_POSTCODE_ZIP: zipCode,
      CARDHOLDER_NAME: nameCode,
    })
    assert.deepEqual(verified('Yankee St'), of('MATCHED', 'MATCHED', 'MATCHED'))
    assert.deepEqual(verified('Alpha St'), of('MATCHED', 'NOT_MATCHED', 'MATCHED'))
    assert.deepEqual(verified('Lima St'), of('NOT_MATCHED', 'MATCHED', 'MATCHED'))
    assert.deepEqual(verified('Kilo St'), of('NOT_MATCHED', 'NOT_MATCHED', 'MATCHED'))
    assert.deepEqual(verified('November St'), of('NOT_MATCHED', 'NOT_MATCHED', 'NOT_MATCHED'))
    assert.deepEqual(verified('Uniform St'), of('NOT_CHECKED', 'NOT_CHECKED', 'NOT_CHECKED'))
    const unsupported = 'SERVICE_NOT_SUPPORTED'
    assert.deepEqual(verified('Sierra St'), of(unsupported, unsupported, unsupported))
  })
})

describe("the acquirer's messages", () => {
  it('fit into an answer for every outcome', () => {
    for (const gatewayCode of Object.keys(gatewayCodes) as (keyof typeof gatewayCodes)[]) {
      const { acquirerCode, acquirerMessage } = acquirerTextFor(gatewayCode)
      assert.match(acquirerCode, /^[0-9A-Z]{2}$/)
      assert.match(acquirerMessage, /^[A-Z][ -~]+$/)
    }
  })
})
