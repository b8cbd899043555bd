// Payments on the sites of the providers that the bank's gateway has: the payer's browser goes through both gateways.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Provider } from '../../../src/kernel/provider.ts'
import { eventually } from '../../support/checks/poll.ts'
import { initiateBody, providerOf, returnUrl } from '../../support/clients/browser-payment.ts'
import { type ApiResponse, newOrderId, refundBody, send } from '../../support/clients/client.ts'
import { outcome, settleEverything, totals } from '../../support/clients/shop.ts'
import { openTwoGateways, type TwoGateways } from '../../support/fixtures/two-gateways.ts'
import { tollgate } from '../../support/gateway/command-line.ts'

let both: TwoGateways
before(async () => {
  both = await openTwoGateways({ providers: ['PROVIDER_A', 'PROVIDER_B', 'PROVIDER_C'] })
})

/** A browser that follows redirects by hand: where each page sends it. */
async function follow(url: string): Promise<string> {
  const { origin, pathname, search } = new URL(url)
  const { status, headers, text } = await send(origin, {
    path: pathname + search,
    login: null,
    headers: { accept: 'text/html' },
  })
  assert.ok(status === 302 || status === 303, `${url}: ${status} ${text}`)
  return headers.location ?? ''
}

const originOf = (url: string) => new URL(url).origin

/** What the bank's own gateway asked its provider, by the ids that ours has for the payment. */
async function atProvider(orderId: string): Promise<{ readonly reference: string; readonly returnUrl: string }> {
  const [ours] = await both.production.query<{ reference: string }>(
    `select acquirer_reference as reference from transactions where merchant_id = $1 and order_id = $2`,
    [both.shop.merchant, orderId],
  )
  const [theirs] = await both.upstream.query<{ reference: string; token: string }>(
    `select acquirer_reference as reference, redirect_token as token from transactions
     where merchant_id = $1 and order_id = $2`,
    [both.shopAtBank.merchant, ours?.reference],
  )
  const base = both.upstream.dependencies.addresses.publicUrl()
  return { reference: theirs?.reference ?? '', returnUrl: `${base}/bpui/pp/in/${theirs?.token}` }
}

async function begin(provider: Provider, differences: object = {}): Promise<{ orderId: string; begun: ApiResponse }> {
  const orderId = newOrderId()
  const begun = await both.shop.put(initiateBody(provider, differences), { orderId })
  assert.deepEqual(outcome(begun).slice(0, 3), [201, 'SUCCESS', 'SUBMITTED'], begun.text)
  return { orderId, begun }
}

/** The payer goes to the provider, decides, and comes back to the shop. */
async function visit(
  provider: Provider,
  { orderId, begun }: { orderId: string; begun: ApiResponse },
  decision: 'APPROVE' | 'CANCEL',
): Promise<void> {
  const toBank = await follow(begun.body.browserPayment.redirectUrl)
  assert.equal(originOf(begun.body.browserPayment.redirectUrl), originOf(both.production.listeners.httpsUrl))
  assert.equal(originOf(toBank), originOf(both.upstream.listeners.httpsUrl))
  assert.match(await follow(toBank), /provider/)
  const { reference, returnUrl: backAtBank } = await atProvider(orderId)
  assert.ok(await providerOf(both.upstream, provider).decide(reference, { decision, callbacks: 'NEVER' }))
  const backAtOurs = await follow(backAtBank)
  assert.equal(originOf(backAtOurs), originOf(both.production.listeners.httpsUrl))
  assert.equal(await follow(backAtOurs), returnUrl)
}

/** Providers B and C decide about the money some time after the payer. */
const decided = (orderId: string) =>
  eventually(
    async () => {
      await settleEverything(both.upstream, both.shopAtBank.merchant)
      return both.shop.order(orderId)
    },
    ({ body }) => body.result === 'SUCCESS' || body.result === 'FAILURE',
  )

describe("a browser payment with a provider of the bank's gateway", () => {
  for (const provider of ['PROVIDER_A', 'PROVIDER_B', 'PROVIDER_C'] as const)
    it(`takes the payer to ${provider} and back through both gateways, and can be refunded`, async () => {
      const payment = await begin(provider)
      await visit(provider, payment, 'APPROVE')
      const { orderId } = payment
      assert.deepEqual(totals(await decided(orderId)), ['CAPTURED', 100, 100, 0])
      const refunded = await both.shop.put(
        { ...refundBody('30.00'), transaction: { amount: '30.00', currency: 'EUR' } },
        { orderId, transactionId: '2' },
      )
      assert.equal(refunded.body.result, 'SUCCESS', refunded.text)
    })

  it('fails when the payer cancels', async () => {
    const payment = await begin('PROVIDER_A')
    await visit('PROVIDER_A', payment, 'CANCEL')
    const { body } = await decided(payment.orderId)
    assert.equal(body.transaction[0].response.gatewayCode, 'CANCELLED')
  })

  it('is refused where the provider does not take the currency', async () => {
    const refused = await both.shop.put(initiateBody('PROVIDER_B', { order: { currency: 'USD' } }))
    assert.equal(refused.body.result, 'FAILURE', refused.text)
  })

  it('leaves books that agree', async () => {
    const { shop, site } = both
    const { json } = await eventually(
      () => tollgate(['books', 'verify', shop.merchant, '--json'], { env: site.environment }),
      ({ code }) => code === 0,
    )
    assert.equal(json.merchants[0].differences.length, 0)
  })
})
