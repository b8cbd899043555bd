// The whole way of a payment at a provider, by a payer without scripts: from the merchant's first request over the provider's
// site back into the shop, at every provider, with every outcome and either confirmation; and both books afterwards.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { runCommand } from '../../../src/cli/run.ts'
import type { Provider } from '../../../src/kernel/provider.ts'
import { eventually } from '../../support/checks/poll.ts'
import { initiateBody, interactionOf, returnUrl } from '../../support/clients/browser-payment.ts'
import { type Body, newOrderId, send } from '../../support/clients/client.ts'
import { openScriptlessBrowser, type ScriptlessBrowser } from '../../support/clients/scriptless-browser.ts'
import { openShop, type Shop } from '../../support/clients/shop.ts'
import { testEnvironment } from '../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

const outcomes = [
  ['APPROVE', 'SUCCESS', 'APPROVED', 'CAPTURED'],
  ['Decline', 'FAILURE', 'DECLINED', 'FAILED'],
  ['Cancel and return', 'FAILURE', 'CANCELLED', 'FAILED'],
  ['Abort', 'FAILURE', 'ABORTED', 'FAILED'],
  ['Leave pending', 'PENDING', 'PENDING', 'INITIATED'],
] as const

describe('a payer who is sent to a provider', () => {
  let gateway: TestGateway
  let shop: Shop
  let page: ScriptlessBrowser
  before(async () => {
    // Of its own: a line of the provider's books is altered at the end.
    gateway = await startGateway()
    shop = openShop(gateway)
    page = openScriptlessBrowser()
  })
  after(() => gateway?.stop())

  async function walk(
    provider: Provider,
    { button, callbacks }: { button: string; callbacks: string },
    more: Body = {},
  ) {
    const orderId = newOrderId()
    const { browserPayment, ...others } = more
    const body = initiateBody(provider, { ...others, browserPayment })
    const response = await shop.put(body, { orderId })
    assert.equal(response.body.response?.gatewayCode, 'SUBMITTED', response.text)
    await page.goto(response.body.browserPayment.redirectUrl)
    assert.match(page.url, /\/sandbox\/providers\/[abc]\/pay\/[0-9a-f]{48}$/)
    assert.ok(!page.url.includes('BP-'), 'the provider’s own token')
    if (provider === 'PROVIDER_C') await page.press('Log in')
    page.fill('callbacks', callbacks)
    const isConfirmed = more.browserPayment?.providerA?.paymentConfirmation === 'CONFIRM_AT_MERCHANT'
    await page.press(button !== 'APPROVE' ? button : isConfirmed ? 'Agree and continue' : 'Pay now')
    assert.equal(page.url, returnUrl, 'nothing is added to the address')
    const [status, ...times] = interactionOf(await shop.transaction(orderId, '1'))
    const isOpen = button === 'Leave pending' || (isConfirmed && button === 'APPROVE')
    assert.equal(status, isOpen ? 'RETURNED_TO_MERCHANT' : 'COMPLETED')
    for (const name of ['timeInitiated', 'timeRedirected', 'timeReturned']) assert.ok(times.includes(name), name)
    // The shop's address is all that the payer finds behind the provider's, also a second time.
    if (!isOpen) {
      await page.goto(response.body.browserPayment.redirectUrl)
      assert.equal(page.url, returnUrl)
    }
    return orderId
  }
  const seen = ({ body }: { readonly body: Body }) => [body.result, body.response.gatewayCode]

  for (const provider of ['PROVIDER_A', 'PROVIDER_B', 'PROVIDER_C'] as const) {
    it(`is back in the shop with every outcome of ${provider}, whenever the provider reports it`, async () => {
      const modes = ['NEVER', 'BEFORE', 'TWICE', 'AFTER', 'NORMAL']
      for (const [index, [button, result, gatewayCode, status]] of outcomes.entries()) {
        const callbacks = modes[index] ?? 'NORMAL'
        const orderId = await walk(provider, { button, callbacks })
        const transaction = await shop.transaction(orderId, '1')
        assert.deepEqual(seen(transaction), [result, gatewayCode], transaction.text)
        assert.equal((await shop.order(orderId)).body.status, status)
      }
    })
  }

  it('only agrees where the merchant confirms, and has paid once the merchant has confirmed', async () => {
    for (const [button, result, gatewayCode] of outcomes) {
      const browserPayment = { operation: 'AUTHORIZE', providerA: { paymentConfirmation: 'CONFIRM_AT_MERCHANT' } }
      const orderId = await walk('PROVIDER_A', { button, callbacks: 'NORMAL' }, { browserPayment })
      const before = await shop.transaction(orderId, '1')
      if (button !== 'APPROVE') {
        assert.deepEqual(seen(before), [result, gatewayCode])
        continue
      }
      assert.deepEqual(seen(before), ['PENDING', 'SUBMITTED'], 'agreed, and not paid')
      const confirm = { apiOperation: 'CONFIRM_BROWSER_PAYMENT', order: { amount: '90.00', currency: 'EUR' } }
      const confirmed = await shop.put(confirm, { orderId })
      assert.deepEqual(seen(confirmed), ['SUCCESS', 'APPROVED'], confirmed.text)
      const order = (await shop.order(orderId)).body
      assert.deepEqual([order.status, order.totalAuthorizedAmount], ['AUTHORIZED', 90])
    }
  })

  it('and changes the shipping address there is reported to the merchant with the new one', async () => {
    const shipping = { address: { street: '5 Main Street', city: 'Berlin', postcodeZip: '10115', country: 'DEU' } }
    const orderId = newOrderId()
    const body = initiateBody('PROVIDER_A', { shipping })
    await page.goto((await shop.put(body, { orderId })).body.browserPayment.redirectUrl)
    page.fill('firstName', 'Ada')
    page.fill('lastName', 'Muster')
    page.fill('city', 'Potsdam')
    await page.press('Pay now')
    const { body: retrieved } = await shop.transaction(orderId, '1')
    assert.deepEqual([retrieved.shipping.address.city, retrieved.shipping.contact.firstName], ['Potsdam', 'Ada'])
  })

  it('sees no page when the reference of the order decides the payment', async () => {
    for (const [reference, gatewayCode] of [
      ['TEST-SUCCEED', 'APPROVED'],
      ['TEST-FAIL-DECLINE', 'DECLINED'],
    ]) {
      const response = await shop.put(initiateBody('PROVIDER_C', { order: { reference } }))
      assert.deepEqual(
        [response.body.response.gatewayCode, response.body.browserPayment.redirectUrl],
        [gatewayCode, undefined],
      )
    }
  })

  it('may close the window after paying: the provider reports the payment by itself', async () => {
    const orderId = newOrderId()
    const response = await shop.put(initiateBody('PROVIDER_B', {}), { orderId })
    await page.goto(response.body.browserPayment.redirectUrl)
    const { origin, pathname } = new URL(page.url)
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    // The payer pays, and never follows the way back.
    const paid = await send(origin, {
      method: 'POST',
      path: pathname,
      bytes: 'decision=APPROVE',
      headers: form,
      login: null,
    })
    assert.equal(paid.status, 303)
    const retrieved = await eventually(async () => {
      const { body } = await shop.order(orderId)
      return body.status === 'CAPTURED' ? body : undefined
    })
    assert.equal(retrieved.totalCapturedAmount, 100)
    const { interaction } = (await shop.transaction(orderId, '1')).body.browserPayment
    assert.deepEqual([interaction.status, interaction.timeReturned], ['COMPLETED', undefined])
  })

  it('leaves books that agree, and books verify reports differences', async () => {
    const settings = testEnvironment(gateway.database, { TOLLGATE_DATA_DIR: join(gateway.dataDir, 'command') })
    const verify = async () => {
      const result = await runCommand(['books', 'verify', 'TESTMERCHANT'], settings)
      return result.kind === 'DONE' ? result : assert.fail(JSON.stringify(result))
    }
    const clean = await verify()
    assert.ok(!clean.hasProblems, clean.text)
    for (const provider of ['PROVIDER_A', 'PROVIDER_B', 'PROVIDER_C'])
      assert.match(clean.text, new RegExp(`^TESTMERCHANT at ${provider} +\\d+ +[1-9]`, 'm'))

    const [altered] = await gateway.query<{ reference: string }>(
      `update simulated_providers.line set amount_minor = 1 where reference = (
         select reference from simulated_providers.line
         where provider = 'PROVIDER_B' and decision = 'APPROVE' limit 1) returning reference`,
    )
    const { text, hasProblems } = await verify()
    assert.equal(hasProblems, true)
    assert.match(text, /^There is 1 difference:$/m)
    const line = `^TESTMERCHANT at PROVIDER_B +AMOUNT_DIFFERS .* 100.00 EUR +0.01 EUR +${altered?.reference}$`
    assert.match(text, new RegExp(line, 'm'))
  })
})
