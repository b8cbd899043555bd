// Agreements to a series of payments: the first payment lays down the terms, later ones name the id alone.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { authorizeBody, cardExpiring, newOrderId, payBody, verifyBody } from '../../support/clients/client.ts'
import { openSessions, type Sessions } from '../../support/clients/sessions.ts'
import { booksOf, openShop, refusal, refusalOf, type Shop, settleEverything } from '../../support/clients/shop.ts'
import { cardBody, openTokenKeeper, type TokenKeeper } from '../../support/clients/token-keeper.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let shop: Shop
let tokens: TokenKeeper
let sessions: Sessions
before(async () => {
  gateway = await sharedGateway()
  tokens = await openTokenKeeper(gateway, { repository: { generation: 'MERCHANT_SUPPLIED' } })
  shop = openShop(gateway, tokens.merchant)
  sessions = openSessions(gateway, tokens.merchant)
})

const terms = {
  type: 'RECURRING',
  amountVariability: 'FIXED',
  expiryDate: '2039-01-01',
  maximumAmountPerPayment: '120',
  minimumDaysBetweenPayments: 28,
  numberOfPayments: 12,
  paymentFrequency: 'MONTHLY',
  retailer: { tradingName: 'Corner shop' },
}
const shown = { ...terms, maximumAmountPerPayment: 120 }
const newId = () => `agreement-${randomUUID()}`

const retrieve = (id: string, version?: number) =>
  sessions.send(`/agreement/${encodeURIComponent(id)}`, { method: 'GET' }, version)

async function established(differences: object = {}, body = payBody): Promise<string> {
  const id = newId()
  const first = await shop.put(body({ agreement: { id, ...terms, ...differences } }))
  assert.equal(first.body.result, 'SUCCESS', first.text)
  return id
}

describe('an agreement', () => {
  for (const [what, body] of [
    ['VERIFY', verifyBody],
    ['AUTHORIZE', authorizeBody],
    ['PAY', payBody],
  ] as const)
    it(`that ${what} brought gives its terms to payments that name the id alone`, async () => {
      const id = await established({}, body)
      const orderId = newOrderId()
      const later = await shop.put(payBody({ agreement: { id } }), { orderId, version: 50 })
      assert.equal(later.body.result, 'SUCCESS', later.text)
      assert.deepEqual(later.body.agreement, { id, ...shown })
      const [entry] = await booksOf(gateway, orderId)
      assert.deepEqual(entry?.details.agreement, { id, ...terms })
      const again = await shop.put(payBody({ agreement: { id } }), { orderId, version: 50 })
      assert.deepEqual([again.status, again.text], [200, later.text])
    })

  it('keeps its type; other terms may be changed', async () => {
    const id = await established()
    const other = { id, type: 'UNSCHEDULED', numberOfPayments: 13 }
    const { body, text } = await shop.put(payBody({ agreement: other }))
    assert.deepEqual([body.agreement.type, body.agreement.numberOfPayments], ['RECURRING', 13], text)
    const { body: third } = await shop.put(payBody({ agreement: { id } }))
    assert.equal(third.agreement.numberOfPayments, 12)
  })

  it('has the type OTHER by default', async () => {
    const id = newId()
    for (const _ of [1, 2])
      assert.deepEqual((await shop.put(payBody({ agreement: { id } }))).body.agreement, { id, type: 'OTHER' })
    const late = await shop.put(payBody({ agreement: { id, type: 'UNSCHEDULED' } }))
    assert.equal(late.body.agreement.type, 'OTHER', late.text)
  })

  it('is not created by a payment that failed', async () => {
    const id = newId()
    await shop.put(payBody({ agreement: { id, ...terms }, sourceOfFunds: cardExpiring('5', '39') }))
    assert.equal((await retrieve(id)).status, 400)
    assert.equal((await shop.put(payBody({ agreement: { id } }))).body.agreement.type, 'OTHER')
  })

  it('belongs to one merchant, and its amounts to one currency', async () => {
    const id = await established()
    const elsewhere = await openShop(gateway).put(payBody({ agreement: { id } }))
    assert.equal(elsewhere.body.agreement.type, 'OTHER')
    const euros = await shop.put(payBody({ agreement: { id }, order: { amount: '1', currency: 'EUR' } }))
    const { maximumAmountPerPayment: _, ...others } = shown
    assert.deepEqual(euros.body.agreement, { id, ...others }, euros.text)
  })

  it('is created once by concurrent payments', async () => {
    const id = newId()
    const payments = Array.from({ length: 8 }, () => shop.put(payBody({ agreement: { id, ...terms } })))
    for (const { body } of await Promise.all(payments)) assert.equal(body.result, 'SUCCESS')
    assert.equal((await retrieve(id)).body.agreement.status, 'ACTIVE')
  })

  it('applies when a stop of recurring payments is reported for a payment that names the id alone', async () => {
    const id = await established()
    await tokens.made(tokens.put('stopped', cardBody(undefined, { sourceOfFunds: cardExpiring('7', '38') })))
    const declined = await shop.put(payBody({ agreement: { id }, sourceOfFunds: { token: 'stopped' } }))
    assert.equal(declined.body.response.recurringPaymentAdvice?.acquirerCode, '03', declined.text)
    assert.equal((await tokens.get('stopped')).body.status, 'INVALID')
    assert.equal((await retrieve(id)).body.agreement.status, 'CANCELLED')
  })

  it('is created by the outcome that recovery finds', async () => {
    const id = newId()
    const undecided = cardExpiring('5', '37')
    const first = await shop.put(payBody({ agreement: { id, ...terms }, sourceOfFunds: undecided }))
    assert.equal(first.body.result, 'UNKNOWN', first.text)
    assert.equal((await retrieve(id)).status, 400)
    await settleEverything(gateway, shop.merchant)
    assert.deepEqual((await shop.put(payBody({ agreement: { id } }))).body.agreement, { id, ...shown })
  })
})

describe('GET agreement', () => {
  it('answers the terms and the status', async () => {
    const id = await established()
    for (const version of [50, 100]) {
      const { status, body, text } = await retrieve(id, version)
      assert.equal(status, 200, text)
      assert.deepEqual(body, {
        ...{ agreement: { id, ...shown, status: 'ACTIVE' }, merchant: shop.merchant, result: 'SUCCESS' },
      })
    }
  })

  it('refuses ids that no payment has named', async () => {
    assert.deepEqual(refusal(await retrieve('nobody')), refusalOf('agreement.id'))
  })
})
