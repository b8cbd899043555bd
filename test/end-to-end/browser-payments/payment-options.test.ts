// The payment options of a merchant, as its programs retrieve them.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { MerchantProfile } from '../../../src/merchants/rules/merchant.ts'
import { type ApiResponse, apiPath, type Body, send } from '../../support/clients/client.ts'
import { openSessions } from '../../support/clients/sessions.ts'
import { refusal, refusalOf } from '../../support/clients/shop.ts'
import { cardBody, openTokenKeeper, sources } from '../../support/clients/token-keeper.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import { testPassword } from '../../support/gateway/database.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await sharedGateway()
})

const path = '/paymentOptionsInquiry'

interface Asking {
  readonly merchant?: string
  readonly version?: number
  readonly body?: object
  readonly query?: string
}

function ask({ merchant = 'TESTMERCHANT', version = 100, body, query = '' }: Asking = {}): Promise<ApiResponse> {
  return send(gateway.listeners.httpUrl ?? '', {
    method: body ? 'POST' : 'GET',
    path: apiPath(path + query, { merchant, version }),
    login: `merchant.${merchant}:${testPassword}`,
    ...(body && { body }),
  })
}

async function optionsFor(asking?: Asking): Promise<Body> {
  const { status, body, text } = await ask(asking)
  assert.deepEqual([status, body.result], [200, 'SUCCESS'], text)
  return body
}

async function board(profile: Partial<MerchantProfile>): Promise<string> {
  return (await boardMerchant(gateway, { profile })).id
}

const cardTypes = ({ paymentTypes }: Body) =>
  paymentTypes?.card?.cardTypes.map(({ cardType }: { cardType: string }) => cardType)
const providerTypes = ({ paymentTypes }: Body) =>
  (paymentTypes?.browserPayment ?? []).map(({ type }: { type: string }) => type)
const card = (prefix: string) => ({ sourceOfFunds: { provided: { card: { prefix } } } })

const every = ['AMEX', 'DINERS_CLUB', 'DISCOVER', 'JCB', 'MASTERCARD', 'MAESTRO', 'RUPAY', 'UATP', 'VISA']

describe('payment options', () => {
  it('are returned by POST and by GET alike, and are what clients test their credentials with', async () => {
    const body = await optionsFor({ body: {} })
    assert.deepEqual(body, await optionsFor())
    assert.equal(body.merchant, 'TESTMERCHANT')
    assert.deepEqual(body.supportedPaymentOperations, [
      { supportedPaymentOperation: 'AUTHORIZE' },
      { supportedPaymentOperation: 'PURCHASE' },
    ])
    assert.deepEqual(cardTypes(body), every)
    assert.deepEqual(body.paymentTypes.card.currencies[0], { currency: 'USD' })
    assert.ok(body.paymentTypes.card.transactionSources.some((each: Body) => each.transactionSource === 'INTERNET'))
    assert.deepEqual(providerTypes(body), ['PROVIDER_A', 'PROVIDER_B', 'PROVIDER_C'])
    const named = await optionsFor({ body: { apiOperation: 'PAYMENT_OPTIONS_INQUIRY', correlationId: 'c-1' } })
    assert.deepEqual(named, { ...body, correlationId: 'c-1' })
    const wrong = await send(gateway.listeners.httpUrl ?? '', {
      path: apiPath(path),
      login: 'merchant.TESTMERCHANT:no',
    })
    assert.equal(wrong.status, 401)
  })

  it('name one mode up to version 51, and the operations from then on', async () => {
    const modes = async (operations: readonly string[]) => {
      const merchant = await board({ operations })
      const old = await optionsFor({ merchant, version: 51 })
      const recent = await optionsFor({ merchant, version: 52 })
      assert.deepEqual([old.supportedPaymentOperations, recent.transactionMode], [undefined, undefined])
      const supported = recent.supportedPaymentOperations?.map((each: Body) => each.supportedPaymentOperation)
      return [old.transactionMode, supported]
    }
    assert.deepEqual(await modes(['ALL']), ['PURCHASE', ['AUTHORIZE', 'PURCHASE']])
    assert.deepEqual(await modes(['AUTHORIZE', 'CAPTURE']), ['AUTHORIZE_CAPTURE', ['AUTHORIZE']])
    assert.deepEqual(await modes(['PAY']), ['PURCHASE', ['PURCHASE']])
    assert.deepEqual(await modes(['VERIFY']), [undefined, undefined])
  })

  it('describe each provider by what it and the merchant both permit', async () => {
    const merchant = await board({ currencies: ['EUR', 'USD'] })
    const { paymentTypes } = await optionsFor({ merchant })
    const [a, b, c] = paymentTypes.browserPayment
    assert.deepEqual(
      [a.currencies, b.currencies, c.currencies],
      [[{ currency: 'EUR' }, { currency: 'USD' }], [{ currency: 'EUR' }], [{ currency: 'EUR' }]],
    )
    assert.deepEqual([b.type, b.displayName, b.minAmount, b.maxAmount], ['PROVIDER_B', 'Provider B', 0.1, 50000])
    assert.deepEqual(b.supportedCountries, [{ country: 'DEU' }])
    assert.deepEqual(a.standardPayerData, [{ fieldName: 'EMAIL', presence: 'OPTIONAL' }])
  })

  it('are limited to the requested currency and amount', async () => {
    const inEuro = await optionsFor({ query: '?order.currency=EUR&order.amount=20' })
    assert.deepEqual(inEuro.paymentTypes.card.currencies, [{ currency: 'EUR' }])
    assert.deepEqual(providerTypes(inEuro), ['PROVIDER_A', 'PROVIDER_B', 'PROVIDER_C'])
    for (const amount of ['0.09', '50000.01'])
      assert.deepEqual(providerTypes(await optionsFor({ body: { order: { amount, currency: 'EUR' } } })), [
        'PROVIDER_A',
        'PROVIDER_C',
      ])
    for (const amount of ['0.10', '50000'])
      assert.equal(providerTypes(await optionsFor({ body: { order: { amount, currency: 'EUR' } } })).length, 3)
    assert.deepEqual(providerTypes(await optionsFor({ body: { order: { currency: 'USD' } } })), ['PROVIDER_A'])
    assert.deepEqual(providerTypes(await optionsFor({ body: { order: { currency: 'KWD' } } })), [])
    const merchant = await board({ currencies: ['EUR', 'USD'] })
    assert.equal((await optionsFor({ merchant, body: { order: { currency: 'DKK' } } })).paymentTypes, undefined)
  })

  it('are the card types that numbers with these first digits can have', async () => {
    const types = async (prefix: string) => cardTypes(await optionsFor({ body: card(prefix) }))
    assert.deepEqual(await types('4'), ['VISA'])
    assert.deepEqual(await types('5123450000'), ['MASTERCARD'])
    assert.deepEqual(await types('5'), ['MASTERCARD', 'MAESTRO', 'RUPAY'])
    assert.deepEqual(await types('57'), ['MAESTRO'])
    assert.deepEqual(await types('62'), undefined)
    assert.deepEqual(await types('9'), undefined)
    assert.deepEqual(providerTypes(await optionsFor({ body: card('4') })), [])
  })

  it('are those of the instrument in a token', async () => {
    const tokens = await openTokenKeeper(gateway)
    const asked = (token: string) => optionsFor({ merchant: tokens.merchant, body: { sourceOfFunds: { token } } })
    const visa = await asked((await tokens.made(tokens.post(cardBody('4508750015741019')))).token)
    assert.deepEqual([cardTypes(visa), providerTypes(visa)], [['VISA'], []])
    const agreement = await asked((await tokens.made(tokens.post({ sourceOfFunds: sources.PROVIDER_A }))).token)
    assert.deepEqual([cardTypes(agreement), providerTypes(agreement)], [undefined, ['PROVIDER_A']])
    const gift = await asked((await tokens.made(tokens.post({ sourceOfFunds: sources.GIFT_CARD }))).token)
    assert.equal(gift.paymentTypes, undefined)
    const unknown = await ask({ body: { sourceOfFunds: { token: '9000000000000001' } } })
    assert.equal(unknown.status, 400)
  })

  it('are limited by the profile', async () => {
    const some = await optionsFor({ merchant: await board({ schemes: ['VISA', 'MASTERCARD'] }) })
    assert.deepEqual(cardTypes(some), ['MASTERCARD', 'MAESTRO', 'VISA'])
    assert.equal(cardTypes(await optionsFor({ merchant: await board({ sources: ['ACH'] }) })), undefined)
    assert.deepEqual(providerTypes(await optionsFor({ merchant: await board({ providers: [] }) })), [])
    assert.deepEqual(providerTypes(await optionsFor({ merchant: await board({ operations: ['PAY'] }) })), [])
    const unreachable = { provider: 'PROVIDER_A', adapter: 'nobody', account: 'X' } as const
    assert.deepEqual(providerTypes(await optionsFor({ merchant: await board({ providers: [unreachable] }) })), [])
  })

  it('are refused to payers’ devices', async () => {
    const sessions = openSessions(gateway)
    const id = await sessions.open()
    const login = `merchant.TESTMERCHANT:${id}`
    for (const method of ['GET', 'POST']) assert.equal((await sessions.send(path, { method, login })).status, 401)
  })

  it('are refused for an invalid currency, amount or number', async () => {
    assert.deepEqual(refusal(await ask({ query: '?order.currency=usd' })), refusalOf('order.currency'))
    const yen = await ask({ body: { order: { amount: '0.5', currency: 'JPY' } } })
    assert.deepEqual(refusal(yen), refusalOf('order.amount'))
    assert.deepEqual(refusal(await ask({ body: card('x') })), refusalOf('sourceOfFunds.provided.card.prefix'))
  })
})
