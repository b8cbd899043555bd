// RETRIEVE_PAYMENT_LINK and DISABLE_PAYMENT_LINK: what a merchant's program learns about its links, and that it ends them.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type ApiResponse, apiPath, type Body, newOrderId, send } from '../../support/clients/client.ts'
import { declinedCard } from '../../support/clients/payer.ts'
import { newUnlimitedPaymentLink, openPaymentLink } from '../../support/clients/payment-links.ts'
import { openSessions } from '../../support/clients/sessions.ts'
import { refusal, refusalOf } from '../../support/clients/shop.ts'
import { boardWithAccount } from '../../support/fixtures/merchants.ts'
import { testPassword } from '../../support/gateway/database.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let merchantId: string
let otherId: string

before(async () => {
  gateway = await sharedGateway()
  merchantId = (await boardWithAccount(gateway, 'LINKSREAD', { payerAuthentication: 'BY_MERCHANT' })).id
  otherId = (await boardWithAccount(gateway, 'LINKSOTHER')).id
})

const ask = (
  method: string,
  paymentLinkId: string,
  { merchant = merchantId, version = 100, query = '', body }: Body = {},
) =>
  send(gateway.listeners.httpUrl ?? '', {
    method,
    path: `${apiPath(`/paymentLink/${paymentLinkId}`, { merchant, version })}${query}`,
    login: `merchant.${merchant}:${testPassword}`,
    ...(body && { body }),
  })
const retrieve = (paymentLinkId: string, options?: Body) => ask('GET', paymentLinkId, options)
const disable = (paymentLinkId: string, options?: Body) =>
  ask('PUT', paymentLinkId, { body: { apiOperation: 'DISABLE_PAYMENT_LINK' }, ...options })
const statusOf = ({ status, body }: ApiResponse) => [status, body.paymentLink?.status]

async function initiate(id: string): Promise<Body> {
  const { status, body, text } = await openSessions(gateway, merchantId).create({
    apiOperation: 'INITIATE_CHECKOUT',
    checkoutMode: 'PAYMENT_LINK',
    interaction: { operation: 'PURCHASE', action: { '3DSecure': 'BYPASS' } },
    order: { id, amount: '40.00', currency: 'EUR', description: 'Invoice 17' },
    paymentLink: { expiryDateTime: '2036-01-31T18:00:00.000Z', numberOfAllowedAttempts: 3 },
  })
  assert.equal(status, 201, text)
  return body.paymentLink
}

describe('RETRIEVE_PAYMENT_LINK', () => {
  it('returns what INITIATE_CHECKOUT has made, and its order once a payer has tried and paid', async () => {
    const id = newOrderId()
    const { id: paymentLinkId, url } = await initiate(id)
    const { status, body, text } = await retrieve(paymentLinkId)
    assert.equal(status, 200, text)
    const { creationTime, ...link } = body.paymentLink
    assert.ok(Math.abs(Date.parse(creationTime) - Date.now()) < 60_000, creationTime)
    const terms = {
      expiryDateTime: '2036-01-31T18:00:00.000Z',
      numberOfAllowedAttempts: 3,
      numberOfAllowedPayments: 1,
    }
    assert.deepEqual(link, { ...terms, id: paymentLinkId, url, numberOfPayments: 0, order: [], status: 'OPEN' })
    assert.deepEqual(
      { ...body, paymentLink: {} },
      {
        merchant: merchantId,
        order: { amount: 40, currency: 'EUR', description: 'Invoice 17', id },
        paymentLink: {},
        result: 'SUCCESS',
      },
    )
    const payer = await openPaymentLink(gateway, paymentLinkId).payer()
    await payer.pay(declinedCard)
    const ordersOf = async () =>
      (await retrieve(paymentLinkId)).body.paymentLink.order.map((order: Body) => [
        order['id'],
        order['amount'],
        order['paid'],
      ])
    assert.deepEqual(await ordersOf(), [[id, 40, false]])
    await payer.pay({ attempt: '2' })
    assert.deepEqual(await ordersOf(), [[id, 40, true]])
    assert.deepEqual(statusOf(await retrieve(paymentLinkId)), [200, 'PAID'])
  })

  it('returns links of users, with limits of the amount and without limits of payments', async () => {
    const { paymentLinkId } = await newUnlimitedPaymentLink(gateway, merchantId, {
      amount: { kind: 'OPEN', minMinor: 500n, maxMinor: 1_000n },
    })
    const { body } = await retrieve(paymentLinkId)
    const { minimumAmount, maximumAmount, numberOfAllowedPayments } = body.paymentLink
    assert.deepEqual(
      [minimumAmount, maximumAmount, numberOfAllowedPayments, body.order.amount],
      [5, 10, undefined, undefined],
    )
  })

  it('returns the orders of a link page by page', async () => {
    const { paymentLinkId } = await newUnlimitedPaymentLink(gateway, merchantId, { orderIdBase: 'Café ☕' })
    for (let times = 0; times < 3; times += 1) await (await openPaymentLink(gateway, paymentLinkId).payer()).pay()
    const ids: string[] = []
    let query = '?limit=2'
    for (let pages = 1; query !== ''; pages += 1) {
      const { body, text } = await retrieve(paymentLinkId, { query })
      assert.equal(body.result, 'SUCCESS', text)
      ids.push(...body.paymentLink.order.map((order: Body) => order['id']))
      assert.equal(body.page === undefined, pages === 2)
      query = body.page ? `?limit=2&after=${body.page.after}` : ''
    }
    assert.equal(new Set(ids).size, 3)
    assert.ok(ids.every((id) => id.startsWith('Café ☕-')))
    const withZero = Buffer.from('1763337600000000.\0').toString('base64url')
    for (const after of ['nonsense', withZero])
      assert.deepEqual(refusal(await retrieve(paymentLinkId, { query: `?after=${after}` })), refusalOf('after'))
    assert.deepEqual(refusal(await retrieve(paymentLinkId, { query: '?limit=101' })), refusalOf('limit'))
  })
})

describe('DISABLE_PAYMENT_LINK', () => {
  it('ends a link, once and for all', async () => {
    const { id } = await initiate(newOrderId())
    assert.deepEqual(statusOf(await disable(id)), [200, 'DISABLED'])
    assert.match((await openPaymentLink(gateway, id).open()).text, /This payment link is closed/)
    assert.deepEqual(statusOf(await disable(id)), [200, 'DISABLED'])
    const rows = await gateway.query<{ actor: string }>(
      `select actor from audit where action = 'PAYMENT_LINK_DISABLED' and subject ->> 'paymentLinkId' = $1`,
      [id],
    )
    assert.deepEqual(rows, [{ actor: `merchant.${merchantId}` }])
  })

  it('leaves a paid link paid', async () => {
    const { id } = await initiate(newOrderId())
    await (await openPaymentLink(gateway, id).payer()).pay()
    assert.deepEqual(statusOf(await disable(id)), [200, 'PAID'])
  })

  it('needs its name', async () => {
    const { id } = await initiate(newOrderId())
    assert.equal((await disable(id, { body: {} })).body.error.field, 'apiOperation')
    assert.deepEqual(statusOf(await retrieve(id)), [200, 'OPEN'])
  })
})

describe('a payment link of another merchant', () => {
  it('is as unknown as one that never existed, and stays open', async () => {
    const { id } = await initiate(newOrderId())
    for (const paymentLinkId of [id, 'A'.repeat(26)])
      for (const asked of [retrieve, disable]) {
        const response = await asked(paymentLinkId, { merchant: otherId })
        assert.deepEqual(response.body.error, {
          cause: 'INVALID_REQUEST',
          explanation: 'There is no payment link with this id.',
          field: 'paymentLink.id',
          validationType: 'INVALID',
        })
      }
    assert.deepEqual(statusOf(await retrieve(id)), [200, 'OPEN'])
  })

  it('is not reached by an id that is none', async () => {
    for (const paymentLinkId of ['short', `${'A'.repeat(25)}'`, 'A'.repeat(27)])
      assert.equal((await retrieve(encodeURIComponent(paymentLinkId))).body.error.field, 'paymentLink.id')
  })
})
