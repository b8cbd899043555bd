// Wallets on payment pages under contention: payers who want the same order, callers who want too much, and a store that is busy.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { StoreOverloaded } from '../../../src/ports/payments/store.ts'
import { inject } from '../../support/clients/client.ts'
import { formText, newCheckout } from '../../support/clients/payer.ts'
import { newPaymentLink, openLink } from '../../support/clients/payment-links.ts'
import { openWalletWorld, type WalletWorld } from '../../support/fixtures/wallet-world.ts'

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
    const link = await newPaymentLink(gateway, await world.boardWithPages(), { amount })
    const [first, second] = [await openLink(gateway, link.linkId).payer(), await openLink(gateway, link.linkId).payer()]
    const pay = async (path: string) => {
      const { status, text } = await post(`${path}/wallet`, {
        source: 'APPLE_PAY',
        attempt: '1',
        walletPayload: world.apple(),
      })
      return [status, JSON.parse(text).result]
    }
    // The second payer's page is read, then the first one pays, then the second payment begins.
    const { paymentLinks } = gateway.ports
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
    const port = world.gateway.ports.merchantValidation as { validate: unknown }
    port.validate = async () => ({ kind: 'validated', merchantSession: { nonce: 'n' } })
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

it('a store that is busy makes the page try later, and is no failure of the gateway', async (t) => {
  const { gateway } = world
  const { sessionId } = await newCheckout(gateway, { merchant: await world.boardWithPages() })
  const lines = gateway.logLines.length
  t.mock.method(gateway.ports.sessions, 'findAnywhere', () => Promise.reject(new StoreOverloaded('the disk is full')))
  const { status, headers, text } = await post(`/checkout/pay/${sessionId}/wallet`, { source: 'APPLE_PAY' })
  assert.deepEqual([status, headers['retry-after'], JSON.parse(text)], [503, '5', { error: 'BUSY' }])
  assert.doesNotMatch(gateway.logLines.slice(lines).join('\n'), /request failed/)
})
