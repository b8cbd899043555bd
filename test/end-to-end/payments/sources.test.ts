// What a payment can be made with: cards of every scheme, gift cards, bank accounts; masked in responses, kept nowhere in
// clear.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { authorizeBody, cardSource, newOrderId, payBody, refundBody, verifyBody } from '../../support/clients/client.ts'
import { openSessions } from '../../support/clients/sessions.ts'
import {
  booksOf,
  openShop,
  orderOf,
  outcome,
  refusal,
  refusalOf,
  type Shop,
  totals,
} from '../../support/clients/shop.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let shop: Shop
before(async () => {
  gateway = await sharedGateway()
  shop = openShop(gateway)
})

const ach = (bankAccountNumber = '8001234567', differences: object = {}) => ({
  type: 'ACH',
  provided: {
    ach: {
      accountType: 'CONSUMER_CHECKING',
      bankAccountHolder: 'Jo Payer',
      bankAccountNumber,
      routingNumber: '123456780',
      secCode: 'WEB',
      ...differences,
    },
  },
})
const canada = (bankAccountNumber = '70012345') => ({
  type: 'DIRECT_DEBIT_CANADA',
  provided: {
    directDebitCanada: {
      accountType: 'CONSUMER_CHECKING',
      bankAccountHolder: 'Jo Payer',
      bankAccountNumber,
      financialInstitutionNumber: '003',
      transitNumber: '12345',
    },
  },
})
const giftCard = (number: string, pin?: string) => ({ type: 'GIFT_CARD', provided: { giftCard: { number, pin } } })

/** No table of the gateway, nor its log, has any of these texts. */
async function assertNowhere(...secrets: readonly string[]): Promise<void> {
  const rows = await gateway.query<{ text: string }>(
    `select t::text as text from transactions t union all select o::text from orders o union all select e::text from events e
     union all select a::text from audit a union all select b::text from simulated_acquirer.book b`,
  )
  for (const text of [...rows.map((row) => row.text), ...gateway.logLines])
    for (const secret of secrets) assert.ok(!text.includes(secret), `${secret} is in ${text}`)
}

describe('a card', () => {
  const cards = [
    ['5123450000000008', 'MASTERCARD', 'MASTERCARD'],
    ['2223000000000007', 'MASTERCARD', 'MASTERCARD'],
    ['4508750015741019', 'VISA', 'VISA'],
    ['345678901234564', 'AMEX', 'AMEX'],
    ['30123400000000', 'DINERS_CLUB', 'DINERS_CLUB'],
    ['3528000000000007', 'JCB', 'JCB'],
    ['6011003179988686', 'DISCOVER', 'DISCOVER'],
    ['5666555544443333', 'MASTERCARD', 'MAESTRO'],
    ['135492354874528', 'UATP', 'UATP'],
  ] as const
  it('of every scheme is recognised by its number, and shown by its first six and last four digits', async () => {
    for (const [number, scheme, brand] of cards) {
      const securityCode = scheme === 'AMEX' ? '1000' : '100'
      const response = await shop.put(payBody({ sourceOfFunds: cardSource({ number, securityCode }) }))
      assert.deepEqual(outcome(response), [201, 'SUCCESS', 'APPROVED', 'CAPTURED'], response.text)
      const { card } = response.body.sourceOfFunds.provided
      const masked = `${number.slice(0, 6)}${'x'.repeat(number.length - 10)}${number.slice(-4)}`
      assert.deepEqual([card.scheme, card.brand, card.number], [scheme, brand, masked])
      assert.equal(card.securityCode, undefined)
    }
    await assertNowhere(...cards.map(([number]) => number))
  })

  const number = '5123450000000008'
  const expiry = { month: '1', year: '39' }
  const cardOf = (card: object) => ({ type: 'CARD', provided: { card } })
  const missing = (field: string) => refusalOf(`sourceOfFunds.provided.card.${field}`, 'MISSING')

  it('is charged only with its number and its expiry', async () => {
    for (const body of [payBody, authorizeBody])
      for (const version of [15, 30, 50, 100]) {
        const put = (card: object) => shop.put(body({ sourceOfFunds: cardOf(card) }), { version })
        assert.deepEqual(refusal(await put({ number })), missing('expiry.month'))
        assert.deepEqual(refusal(await put({ number, securityCode: '100' })), missing('expiry.month'))
        assert.deepEqual(refusal(await put({ expiry })), missing('number'))
      }
    const orderId = newOrderId()
    await shop.put(payBody({ sourceOfFunds: cardOf({ number }) }), { orderId })
    assert.deepEqual(await booksOf(gateway, orderId), [])
    // Whether an account exists can be asked without.
    assert.equal((await shop.put(verifyBody({ sourceOfFunds: cardOf({ number }) }))).status, 201)
  })

  it('may have its expiry from a session or a token', async () => {
    const merchant = await boardMerchant(gateway, { profile: { verificationStrategy: 'NONE' } })
    const own = openShop(gateway, merchant.id)
    const sessions = openSessions(gateway, merchant.id)
    const tokenOf = async (card: object) =>
      (await sessions.send('/token', { method: 'POST', body: { sourceOfFunds: cardOf(card) } })).body.token
    const session = { id: await sessions.open({}) }
    await sessions.update(session.id, { sourceOfFunds: cardOf({ expiry }) })
    const [whole, bare] = [await tokenOf({ number, expiry }), await tokenOf({ number })]
    const pay = (differences: object) => own.put(payBody({ sourceOfFunds: undefined, ...differences }))
    assert.equal((await pay({ sourceOfFunds: { token: whole } })).status, 201)
    assert.deepEqual(refusal(await pay({ sourceOfFunds: { token: bare } })), missing('expiry.month'))
    assert.equal((await pay({ session, sourceOfFunds: { token: bare } })).status, 201)
    assert.equal((await pay({ session, sourceOfFunds: cardOf({ number }) })).status, 201)
    assert.equal((await pay({ sourceOfFunds: { token: bare, provided: { card: { expiry } } } })).status, 201)
  })

  it('that was read by a terminal has its expiry in the track data', async () => {
    const track2 = `;${number}=39011010000012300000?`
    const paid = await shop.put(payBody({ sourceOfFunds: cardOf({ number, track2 }) }), { version: 50 })
    assert.equal(paid.status, 201, paid.text)
  })
})

describe('a gift card', () => {
  it('returns its balance, in the requested currency', async () => {
    const balance = async (number: string) => {
      const { body } = await shop.put(verifyBody({ sourceOfFunds: giftCard(number) }))
      return [
        body.response.gatewayCode,
        body.giftCard?.availableBalance.amount,
        body.giftCard?.availableBalance.currency,
      ]
    }
    assert.deepEqual(await balance('6000000000010050'), ['BALANCE_AVAILABLE', 50, 'USD'])
    assert.deepEqual(await balance('6000000000010000'), ['NO_BALANCE', 0, 'USD'])
    assert.deepEqual(await balance('6000000000019999'), ['BALANCE_UNKNOWN', undefined, undefined])
  })

  it('pays until it is empty, and gets money back', async () => {
    const sourceOfFunds = giftCard('6000000000020100')
    const pay = (amount: string, acceptPartialAmount = false) =>
      shop.put(payBody({ order: { amount, currency: 'USD', acceptPartialAmount }, sourceOfFunds }))
    const first = await pay('70')
    assert.deepEqual(outcome(first), [201, 'SUCCESS', 'APPROVED', 'CAPTURED'])
    assert.deepEqual(first.body.sourceOfFunds, {
      type: 'GIFT_CARD',
      provided: { giftCard: { brand: 'LOCAL_BRAND_ONLY', number: '600000xxxxxx0100', scheme: 'OTHER' } },
    })
    assert.equal((await pay('70')).body.response.gatewayCode, 'DECLINED')
    const part = await pay('70', true)
    assert.deepEqual(outcome(part), [201, 'SUCCESS', 'PARTIALLY_APPROVED', 'CAPTURED'])
    assert.deepEqual(totals(part), ['CAPTURED', 30, 30, 0])
    assert.equal((await pay('1')).body.response.gatewayCode, 'INSUFFICIENT_FUNDS')
    await shop.put(refundBody('20'), { orderId: first.body.order.id, transactionId: '2' })
    const { body } = await shop.put(verifyBody({ sourceOfFunds }))
    assert.equal(body.giftCard.availableBalance.amount, 20)
  })

  it('may need a PIN, which is never shown nor stored', async () => {
    const gatewayCode = async (number: string, pin?: string) => {
      const { body, text } = await shop.put(payBody({ sourceOfFunds: giftCard(number, pin) }))
      assert.ok(pin === undefined || !text.includes(`"${pin}"`))
      return body.response.gatewayCode
    }
    assert.equal(await gatewayCode('6000000000038888'), 'DECLINED_PIN_REQUIRED')
    assert.equal(await gatewayCode('6000000000038888', '0000'), 'DECLINED_INVALID_PIN')
    assert.equal(await gatewayCode('6000000000038888', '73918264'), 'APPROVED')
    await assertNowhere('73918264', '6000000000038888', '6000000000020100')
  })

  it('can be authorized in part, and captured', async () => {
    const order = { amount: '80', currency: 'USD', acceptPartialAmount: true }
    const response = await shop.put(authorizeBody({ order, sourceOfFunds: giftCard('6000000000040025') }))
    assert.deepEqual(totals(response), ['AUTHORIZED', 25, 0, 0])
  })

  it('with a balance below the amount keeps it when the merchant does not accept partial amounts', async () => {
    const sourceOfFunds = giftCard('6000000000050030')
    const response = await shop.put(payBody({ sourceOfFunds }))
    assert.deepEqual(outcome(response), [201, 'FAILURE', 'DECLINED', 'FAILED'])
    const { body } = await shop.put(verifyBody({ sourceOfFunds }))
    assert.equal(body.giftCard.availableBalance.amount, 30)
  })
})

describe('a bank account', () => {
  it('in the United States pays, settled later, and is shown by its last four characters', async () => {
    const orderId = newOrderId()
    const response = await shop.put(payBody({ sourceOfFunds: ach() }), { orderId })
    assert.deepEqual(outcome(response), [201, 'SUCCESS', 'APPROVED_PENDING_SETTLEMENT', 'CAPTURED'])
    assert.deepEqual(response.body.sourceOfFunds, {
      type: 'ACH',
      provided: {
        ach: {
          accountType: 'CONSUMER_CHECKING',
          bankAccountHolder: 'Jo Payer',
          bankAccountNumber: 'xxxxxx4567',
          routingNumber: '123456780',
          secCode: 'WEB',
        },
      },
    })
    assert.equal((await booksOf(gateway, orderId))[0]?.card, 'xxxxxx4567')
    await assertNowhere('8001234567')
  })

  it('is verified at once, since no money has to settle', async () => {
    const response = await shop.put(verifyBody({ sourceOfFunds: ach() }))
    assert.deepEqual(outcome(response), [201, 'SUCCESS', 'APPROVED', 'VERIFIED'])
    assert.equal(
      (await shop.put(verifyBody({ sourceOfFunds: ach('8001230005') }))).body.response.gatewayCode,
      'DECLINED',
    )
  })

  it('in Canada pays as well', async () => {
    const response = await shop.put(payBody({ order: { amount: '9', currency: 'CAD' }, sourceOfFunds: canada() }))
    assert.deepEqual(outcome(response), [201, 'SUCCESS', 'APPROVED_PENDING_SETTLEMENT', 'CAPTURED'])
    const { directDebitCanada } = response.body.sourceOfFunds.provided
    assert.equal(directDebitCanada.bankAccountNumber, 'xxxx2345')
    await assertNowhere('70012345')
  })

  it('may be declined', async () => {
    const gatewayCode = async (number: string) =>
      (await shop.put(payBody({ sourceOfFunds: ach(number) }))).body.response.gatewayCode
    assert.equal(await gatewayCode('80010005'), 'DECLINED')
    assert.equal(await gatewayCode('80010051'), 'INSUFFICIENT_FUNDS')
  })

  it('has to be described in full', async () => {
    for (const missing of ['accountType', 'bankAccountHolder', 'bankAccountNumber', 'routingNumber', 'secCode']) {
      const response = await shop.put(payBody({ sourceOfFunds: ach('8001234567', { [missing]: undefined }) }))
      assert.deepEqual(refusal(response), refusalOf(`sourceOfFunds.provided.ach.${missing}`, 'MISSING'))
    }
  })

  it('can be paid from, verified and refunded, not authorized', async () => {
    const authorized = await shop.put(authorizeBody({ sourceOfFunds: ach() }))
    assert.deepEqual(refusal(authorized), refusalOf('sourceOfFunds.type'))
    assert.equal((await shop.put(verifyBody({ sourceOfFunds: ach() }))).body.result, 'SUCCESS')
    const orderId = await orderOf(shop, payBody({ sourceOfFunds: ach() }))
    const refunded = await shop.put(refundBody('10'), { orderId, transactionId: '2' })
    assert.deepEqual(totals(refunded), ['PARTIALLY_REFUNDED', 100, 100, 10])
    const verified = await shop.put(verifyBody({ sourceOfFunds: canada() }))
    assert.deepEqual(refusal(verified), refusalOf('sourceOfFunds.type'))
  })

  it('with the same number at another bank is another account', async () => {
    const orderId = await orderOf(shop, verifyBody({ sourceOfFunds: ach() }))
    const elsewhere = payBody({ sourceOfFunds: ach('8001234567', { routingNumber: '987654320' }) })
    const response = await shop.put(elsewhere, { orderId, transactionId: '2' })
    assert.deepEqual(refusal(response), refusalOf('sourceOfFunds.provided.ach.bankAccountNumber'))
    assert.equal((await shop.put(payBody({ sourceOfFunds: ach() }), { orderId, transactionId: '2' })).status, 201)
  })
})

describe('a merchant', () => {
  it('takes only the sources and schemes of its profile', async () => {
    const cardsOnly = openShop(gateway, (await boardMerchant(gateway, { profile: { sources: ['CARD'] } })).id)
    assert.deepEqual(refusal(await cardsOnly.put(payBody({ sourceOfFunds: ach() }))), refusalOf('sourceOfFunds.type'))
    assert.equal((await cardsOnly.put(payBody())).body.result, 'SUCCESS')
    const visaOnly = openShop(gateway, (await boardMerchant(gateway, { profile: { schemes: ['VISA'] } })).id)
    assert.deepEqual(refusal(await visaOnly.put(payBody())), refusalOf('sourceOfFunds.provided.card.number'))
    const visa = payBody({ sourceOfFunds: cardSource({ number: '4508750015741019' }) })
    assert.equal((await visaOnly.put(visa)).body.result, 'SUCCESS')
  })
})
