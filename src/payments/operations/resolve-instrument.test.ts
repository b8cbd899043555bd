// What a request pays with, from what it says of its source of funds and what the merchant may take.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sandboxMerchants } from '../../installation/sandbox/merchants.ts'
import { isRejection } from '../../kernel/rejection.ts'
import { Secret } from '../../kernel/secret.ts'
import type { MerchantProfile } from '../../merchants/rules/merchant.ts'
import type { RequestWithSource } from '../ports/request-with-source.ts'
import { acceptedSources, describeInstrument, resolveInstrument } from './resolve-instrument.ts'

const [sandbox = assert.fail()] = sandboxMerchants
const account = (number: string) => new Secret('ACCOUNT', number)
const bank = (number: string) => new Secret('BANK_ACCOUNT', number)
const code = (text: string) => new Secret('AUTHENTICATION', text)

type Source = NonNullable<RequestWithSource['sourceOfFunds']>

function resolved(
  sourceOfFunds: Source | undefined,
  {
    taken = acceptedSources.PAY,
    profile = {},
  }: { taken?: readonly (typeof acceptedSources.PAY)[number][]; profile?: Partial<MerchantProfile> } = {},
) {
  const merchant = { ...sandbox, profile: { ...sandbox.profile, ...profile } }
  return resolveInstrument(sourceOfFunds ? { sourceOfFunds } : {}, { merchant, taken })
}

function refusedField(...parameters: Parameters<typeof resolved>): string | undefined {
  const result = resolved(...parameters)
  assert.ok(isRejection(result))
  return result.field
}

const card: Source = {
  provided: { card: { number: account('5123450000000008'), securityCode: code('100'), nameOnCard: 'Jo' } },
}
const ach: Source = {
  type: 'ACH',
  provided: {
    ach: {
      accountType: 'CONSUMER_CHECKING',
      bankAccountHolder: 'Jo',
      bankAccountNumber: bank('12345678'),
      routingNumber: '123456780',
      secCode: 'WEB',
    },
  },
}
const giftCard: Source = { provided: { giftCard: { number: account('6000000000000050'), pin: code('1234') } } }

describe('the payment instrument of a request', () => {
  it('is an agreement with provider A, by its id, for payments and authorizations only', () => {
    const agreement: Source = { type: 'PROVIDER_A', provided: { providerA: { billingAgreement: { id: 'B-1' } } } }
    const instrument = resolved(agreement)
    assert.ok(!isRejection(instrument) && instrument.kind === 'PROVIDER_A')
    assert.equal(instrument.number.open(), 'B-1')
    assert.deepEqual(describeInstrument(instrument, { sourceOfFunds: { ...agreement, token: 't' } }), {
      ...agreement,
      token: 't',
    })
    const { type: _, ...untyped } = agreement
    assert.ok(!isRejection(resolved(untyped)))
    assert.equal(refusedField({ type: 'PROVIDER_A' }), 'sourceOfFunds.provided.providerA.billingAgreement.id')
    assert.equal(refusedField(agreement, { profile: { sources: ['CARD'] } }), 'sourceOfFunds.type')
    for (const kind of ['VERIFY', 'STANDALONE_CAPTURE', 'STANDALONE_REFUND'] as const)
      assert.equal(refusedField(agreement, { taken: acceptedSources[kind] }), 'sourceOfFunds.type')
  })

  it('is a card, recognised by its number, even when no type is named', () => {
    const instrument = resolved(card)
    assert.ok(!isRejection(instrument) && instrument.kind === 'CARD')
    assert.deepEqual(
      [instrument.scheme, instrument.brand, instrument.fundingMethod, instrument.nameOnCard],
      ['MASTERCARD', 'MASTERCARD', 'CREDIT', 'Jo'],
    )
    assert.equal(instrument.securityCode?.open(), '100')
  })

  it('is the type whose details are given, or the one that is named', () => {
    for (const [source, kind] of [
      [giftCard, 'GIFT_CARD'],
      [ach, 'ACH'],
      [{ ...ach, type: undefined } as unknown as Source, 'ACH'],
    ] as const) {
      const instrument = resolved(source)
      assert.ok(!isRejection(instrument))
      assert.equal(instrument.kind, kind)
    }
    assert.equal(refusedField({ ...card, type: 'GIFT_CARD' }), 'sourceOfFunds.provided.giftCard.number')
  })

  it('is required, and complete', () => {
    assert.equal(refusedField(undefined), 'sourceOfFunds')
    assert.equal(refusedField({ type: 'CARD' }), 'sourceOfFunds.provided.card.number')
    assert.equal(refusedField({ type: 'DIRECT_DEBIT_CANADA' }), 'sourceOfFunds.provided.directDebitCanada.accountType')
  })

  it('is one that the operation accepts and the merchant may use', () => {
    assert.equal(refusedField({ type: 'SEPA' }), 'sourceOfFunds.type')
    assert.equal(refusedField(ach, { taken: acceptedSources.AUTHORIZE as never }), 'sourceOfFunds.type')
    assert.equal(refusedField(ach, { profile: { sources: ['CARD'] } }), 'sourceOfFunds.type')
    assert.equal(refusedField(card, { profile: { schemes: ['VISA'] } }), 'sourceOfFunds.provided.card.number')
    assert.ok(!isRejection(resolved(card, { profile: { schemes: ['VISA', 'MASTERCARD'], sources: ['CARD'] } })))
  })
})

describe('the visible part of the instrument', () => {
  const shown = (source: Source) => {
    const instrument = resolved(source)
    assert.ok(!isRejection(instrument))
    return describeInstrument(instrument, { sourceOfFunds: source })
  }

  it("is masked, has the card's details, and has no security code and no PIN", () => {
    const { fundingMethod, ...rest } = (shown(card) as { provided: { card: Record<string, unknown> } }).provided.card
    assert.equal(fundingMethod, 'CREDIT')
    assert.deepEqual(rest, {
      number: '512345xxxxxx0008',
      nameOnCard: 'Jo',
      brand: 'MASTERCARD',
      scheme: 'MASTERCARD',
    })
    assert.deepEqual(shown(giftCard), {
      type: 'GIFT_CARD',
      provided: { giftCard: { number: '600000xxxxxx0050', brand: 'LOCAL_BRAND_ONLY', scheme: 'OTHER' } },
    })
  })

  it('names the type even when the request left it out', () => {
    assert.deepEqual((shown(card) as { type: string }).type, 'CARD')
    const { provided } = shown(ach) as { provided: { ach: { bankAccountNumber: string } } }
    assert.equal(provided.ach.bankAccountNumber, 'xxxx5678')
  })
})
