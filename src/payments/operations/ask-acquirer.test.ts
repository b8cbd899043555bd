// The details sent to an acquirer: every permitted group, no internal field, and names cut to their scheme's length.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sandboxMerchants } from '../../installation/sandbox/merchants.ts'
import type { CardInstrument } from '../../kernel/instrument.ts'
import { Secret } from '../../kernel/secret.ts'
import type { StoredRequest } from '../ports/stored-messages.ts'
import { type AcquirerRequestFields, cutTradingName, detailsForAcquirer, maskedNumberOf } from './ask-acquirer.ts'

const [merchant = assert.fail()] = sandboxMerchants

function card(scheme: CardInstrument['scheme']): CardInstrument {
  const number = new Secret('ACCOUNT', '5123450000000008')
  return { kind: 'CARD', number, scheme, brand: 'UNKNOWN', fundingMethod: 'CREDIT' }
}

describe('the details sent to an acquirer', () => {
  it('are empty when the request has none', () => {
    assert.deepEqual(detailsForAcquirer({}, { merchant }), {})
  })

  it('have neither amounts, which are passed separately, nor what stays with the gateway', () => {
    const request: AcquirerRequestFields = {
      order: {
        amount: '10',
        currency: 'USD',
        custom: { colour: 'blue' },
        notificationUrl: 'https://shop.example',
        reference: 'r-1',
      },
      transaction: { amount: '10', currency: 'USD', merchantNote: 'note' },
    }
    assert.deepEqual(detailsForAcquirer(request, { merchant }), {
      order: { reference: 'r-1' },
      transaction: { merchantNote: 'note' },
    })
  })

  it('leave the request unchanged', () => {
    const tradingName = 'The corner shop of old Mrs Applebaum'
    const request: AcquirerRequestFields = { order: { subMerchant: { identifier: 's', tradingName } } }
    const details = detailsForAcquirer(request, { merchant, instrument: card('MASTERCARD') })
    assert.deepEqual(details.order?.subMerchant, { identifier: 's', tradingName: 'The corner shop of ol' })
    assert.equal(request.order?.subMerchant?.tradingName, tradingName)
  })

  it('include only listed fields', () => {
    const request = {
      device: { ipAddress: '192.0.2.1' },
      userId: 'clerk',
      somethingElse: { a: 1 },
    } as AcquirerRequestFields
    assert.deepEqual(detailsForAcquirer(request, { merchant }), { device: { ipAddress: '192.0.2.1' } })
  })
})

describe('a trading name', () => {
  const name = 'abcdefghijklmnopqrstuvwxyz0123456789abcdefgh'

  it('has 21 characters for Mastercard and all of them for most others', () => {
    assert.equal(cutTradingName(name, 'MASTERCARD', 'Shop').length, 21)
    assert.equal(cutTradingName(name, 'VISA', 'Shop'), name)
    assert.equal(cutTradingName(name, undefined, 'Shop'), name)
    assert.equal(cutTradingName('short', 'MASTERCARD', 'Shop'), 'short')
  })

  it('has 27 for American Express, or 36 together with the name of the aggregator and a star', () => {
    assert.equal(cutTradingName(name, 'AMEX', 'Shop').length, 27)
    assert.equal(cutTradingName(name, 'AMEX', 'Sandbox merchant').length, 36 - 17)
    assert.equal(cutTradingName(name, 'AMEX', 'x'.repeat(60)).length, 1)
  })

  it('is cut between characters, never inside one', () => {
    assert.equal(cutTradingName('😀'.repeat(30), 'MASTERCARD', 'Shop'), '😀'.repeat(21))
  })
})

describe('the account number of an order, for requests without an instrument', () => {
  const ofSource = (provided?: object) => maskedNumberOf({ sourceOfFunds: { provided } } as unknown as StoredRequest)

  it('is that of its card or gift card, as it is stored', () => {
    assert.deepEqual(ofSource({ card: { number: '512345xxxxxx0008' } }), { maskedNumber: '512345xxxxxx0008' })
    assert.deepEqual(ofSource({ giftCard: { number: '601100xxxxxx8686' } }), { maskedNumber: '601100xxxxxx8686' })
  })

  it('is absent where there is none', () => {
    for (const none of [maskedNumberOf({} as StoredRequest), ofSource(), ofSource({ ach: {} })])
      assert.deepEqual(none, {})
  })
})
