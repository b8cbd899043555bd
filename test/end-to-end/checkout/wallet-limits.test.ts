// Wallets on payment pages under contention: payers who want the same order, callers who want too much, and a store that is busy.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { StoreOverloaded } from '../../../src/kernel/failures.ts'
import { appleContent } from '../../support/builders/apple-pay.ts'
import { initiateBody } from '../../support/clients/access-control.ts'
import { apiPath, inject, newOrderId } from '../../support/clients/client.ts'
import { formText, newCheckout } from '../../support/clients/payer.ts'
import { newPaymentLink, openPaymentLink } from '../../support/clients/payment-links.ts'
import { openSessions } from '../../support/clients/sessions.ts'
import { deviceSource, openWalletWorld, type WalletWorld } from '../../support/fixtures/wallet-world.ts'

let world: WalletWorld
before(async () => {
  world = await openWalletWorld()
})
after(() => world.close())

function post(path: string, fields: Readonly<Record<string, string>>, from = '198.51.100.9') {
  return inject(world.gateway.server, {
    path,
    login: null,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    bytes: formText(fields),
    from,
  })
}

describe('a payer of a link who confirms on the sheet while another payer pays', () => {
  it('is not shown a success', async (t) => {
    const { gateway } = world
    const amount = { kind: 'FIXED', amountMinor: 1_000n } as const
    const paymentLink = await newPaymentLink(gateway, await world.boardWithPages(), { amount })
    const [first, second] = [
      await openPaymentLink(gateway, paymentLink.paymentLinkId).payer(),
      await openPaymentLink(gateway, paymentLink.paymentLinkId).payer(),
    ]
    const pay = async (path: string) => {
      const { status, text } = await post(`${path}/wallet`, {
        source: 'APPLE_PAY',
        attempt: '1',
        walletPayload: world.apple(),
      })
      return [status, JSON.parse(text).result]
    }
    // The second payer's page is read, then the first one pays, then the second payment begins.
    const { paymentLinks } = gateway.dependencies
    const findOrderUses = paymentLinks.findOrderUses.bind(paymentLinks)
    const paid: unknown[] = []
    t.mock.method(paymentLinks, 'findOrderUses', async (...asked: Parameters<typeof findOrderUses>) => {
      const uses = await findOrderUses(...asked)
      t.mock.restoreAll()
      paid.push(await pay(first.path))
      return uses
    })
    assert.deepEqual(await pay(second.path), [200, 'DECLINED'])
    assert.deepEqual(paid, [[200, 'PAID']])
    assert.match((await second.open()).text, /This payment link has been paid/)
  })
})

describe("the limit on Apple's validations of a merchant", () => {
  const perMinute = 30
  const validationUrl = 'https://apple-pay-gateway.apple.com/paymentservices/startSession'
  const validate = async (sessionId: string, from?: string) =>
    (await post(`/checkout/pay/${sessionId}/wallet/validation`, { validationUrl }, from)).status
  const checkoutOf = async (merchant: string) =>
    (await newCheckout(world.gateway, { merchant, order: { amount: '10.00', currency: 'USD' } })).sessionId

  before(() => {
    const port = world.gateway.dependencies.merchantValidation as { validate: unknown }
    port.validate = async () => ({ kind: 'VALIDATED', merchantSession: { nonce: 'n' } })
  })

  it('is not used up by callers without a session', async () => {
    const sessionId = await checkoutOf(await world.boardWithPages())
    for (let times = 0; times <= perMinute; times += 1)
      assert.equal(await validate(`SESSION${'0'.repeat(25)}`), 404, `request ${times + 1}`)
    assert.equal(await validate(sessionId), 200)
  })

  it('is of one merchant and one network', async () => {
    const [busy, other] = [
      await checkoutOf(await world.boardWithPages()),
      await checkoutOf(await world.boardWithPages()),
    ]
    const statuses: number[] = []
    // A minute may end in between, once.
    for (let times = 0; times <= 2 * perMinute; times += 1) statuses.push(await validate(busy))
    assert.deepEqual(new Set(statuses), new Set([200, 429]))
    assert.equal(await validate(other), 200)
    assert.equal(await validate(busy, '203.0.113.77'), 200)
  })
})

describe("a wallet's payload that is refused", () => {
  const sessionMax = 10
  const networkMax = 15
  const ten = { amount: '10.00', currency: 'USD' }
  const checkoutOf = (merchant: string) => newCheckout(world.gateway, { merchant, order: ten })
  const pay = async (sessionId: string, walletPayload: string, from?: string) => {
    const fields = { source: 'APPLE_PAY', attempt: '1', walletPayload }
    const { status, text } = await post(`/checkout/pay/${sessionId}/wallet`, fields, from)
    assert.equal(status, 200, text)
    return JSON.parse(text) as { readonly result: string; readonly message?: string }
  }
  const altered = () => world.apple().replace('"data":"', '"data":"AA')
  const blocked = /was not accepted/

  it('counts for its session: after ten, none is verified any more, nor used', async (t) => {
    const merchant = await world.boardWithPages()
    const { sessionId } = await checkoutOf(merchant)
    const open = t.mock.method(world.gateway.dependencies.wallets, 'open')
    for (let n = 0; n < sessionMax; n += 1)
      assert.match((await pay(sessionId, altered(), `198.51.100.${n}`)).message ?? '', /could not be used/)
    assert.equal(open.mock.callCount(), sessionMax, 'each is verified once')
    const { result, message } = await pay(sessionId, world.apple(), '198.51.100.200')
    assert.equal(result, 'REFUSED')
    assert.match(message ?? '', blocked)
    assert.equal(open.mock.callCount(), sessionMax)
    const { sessionId: another } = await checkoutOf(merchant)
    assert.equal((await pay(another, world.apple(), '198.51.100.200')).result, 'PAID')
  })

  it('counts as a decline of the network at the merchant, in whichever session', async () => {
    const merchant = await world.boardWithPages()
    for (let n = 0; n < networkMax; n += 1) {
      const { sessionId } = await checkoutOf(merchant)
      assert.match((await pay(sessionId, altered())).message ?? '', /could not be used/, `payload ${n + 1}`)
    }
    const { sessionId } = await checkoutOf(merchant)
    assert.match((await pay(sessionId, world.apple())).message ?? '', blocked)
    const form = {
      attempt: '1',
      cardNumber: '5123450000000008',
      expiryMonth: '1',
      expiryYear: '39',
      securityCode: '100',
    }
    assert.match((await post(`/checkout/pay/${sessionId}`, form)).text, blocked, 'by card neither')
    const { sessionId: next } = await checkoutOf(merchant)
    assert.equal((await pay(next, world.apple(), '203.0.113.78')).result, 'PAID', 'another network')
    const { sessionId: elsewhere } = await checkoutOf(await world.boardWithPages())
    assert.equal((await pay(elsewhere, world.apple())).result, 'PAID', 'another merchant')
  })

  it('counts also when it is right but used before or for another amount, and once', async () => {
    const merchant = await world.boardWithPages()
    const used = world.apple()
    const { sessionId: paid } = await checkoutOf(merchant)
    assert.equal((await pay(paid, used)).result, 'PAID')
    const { sessionId } = await checkoutOf(merchant)
    const another = () => world.apple({ content: appleContent({ transactionAmount: 1 }) })
    for (let n = 0; n < sessionMax; n += 1)
      assert.match(
        (await pay(sessionId, n % 2 === 0 ? used : another())).message ?? '',
        /could not be used/,
        `${n + 1}`,
      )
    assert.match((await pay(sessionId, world.apple())).message ?? '', blocked)
  })

  it("counts when a payer's device sends it for its authentication, and when the merchant pays with it", async () => {
    const merchant = await world.board()
    const sessions = openSessions(world.gateway, merchant)
    const id = await sessions.open()
    const orderId = newOrderId()
    await sessions.update(id, { order: { ...ten, id: orderId } })
    const initiate = (paymentToken: string) =>
      inject(world.gateway.server, {
        method: 'PUT',
        path: apiPath(`/order/${orderId}/transaction/authentication`, { merchant }),
        login: `merchant.${merchant}:${id}`,
        body: initiateBody({ session: { id }, sourceOfFunds: deviceSource(paymentToken) }),
      })
    const payIt = () =>
      sessions.send(`/order/${orderId}/transaction/1`, {
        method: 'PUT',
        body: { apiOperation: 'PAY', order: ten, session: { id } },
      })
    for (let n = 0; n < sessionMax - 1; n += 1) {
      const { status, text } = await initiate(altered())
      assert.equal(status, 400)
      assert.match(text, /signature does not verify/, `${n + 1}`)
    }
    await sessions.updateFromDevice(id, { sourceOfFunds: deviceSource(altered()) })
    assert.match((await payIt()).text, /signature does not verify/)
    for (const { status, body } of [await payIt(), await initiate(world.apple())])
      assert.deepEqual([status, body.error.cause], [403, 'REQUEST_REJECTED'])
  })

  it("does not count when the merchant's own program sends it", async () => {
    const merchant = await world.board()
    const sessions = openSessions(world.gateway, merchant)
    for (let n = 0; n < networkMax + 5; n += 1) {
      const body = { apiOperation: 'PAY', order: ten, sourceOfFunds: deviceSource(altered()) }
      const { status } = await sessions.send(`/order/${newOrderId()}/transaction/1`, { method: 'PUT', body })
      assert.equal(status, 400, `${n + 1}`)
    }
  })
})

it('a store that is busy makes the page try later, and is no failure of the gateway', async (t) => {
  const { gateway } = world
  const { sessionId } = await newCheckout(gateway, { merchant: await world.boardWithPages() })
  const lines = gateway.logLines.length
  t.mock.method(gateway.dependencies.sessions, 'findAnywhere', () =>
    Promise.reject(new StoreOverloaded('the disk is full')),
  )
  const { status, headers, text } = await post(`/checkout/pay/${sessionId}/wallet`, { source: 'APPLE_PAY' })
  assert.deepEqual([status, headers['retry-after'], JSON.parse(text)], [503, '5', { error: 'OVERLOADED' }])
  assert.doesNotMatch(gateway.logLines.slice(lines).join('\n'), /request failed/)
})
