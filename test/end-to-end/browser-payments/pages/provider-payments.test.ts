// The whole way in a real browser: from the merchant's first request over the provider's site back into the shop, at every
// provider, with every outcome and either confirmation; and both books afterwards.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDevelopmentCertificates } from '../../../../src/adapters/certificates/development-ca.ts'
import { run } from '../../../../src/cli/run.ts'
import type { Provider } from '../../../../src/domain/provider.ts'
import { type Browser, launchBrowser, openPage, type Page } from '../../../support/browser/browser.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { eventually } from '../../../support/checks/poll.ts'
import { initiateBody } from '../../../support/clients/browser-payment.ts'
import { type Body, newOrderId, send } from '../../../support/clients/client.ts'
import { openShop, type Shop } from '../../../support/clients/shop.ts'
import { testEnvironment } from '../../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts'

const outcomes = [
  ['APPROVE', 'SUCCESS', 'APPROVED', 'CAPTURED'],
  ['Decline', 'FAILURE', 'DECLINED', 'FAILED'],
  ['Cancel and return', 'FAILURE', 'CANCELLED', 'FAILED'],
  ['Abort', 'FAILURE', 'ABORTED', 'FAILED'],
  ['Leave pending', 'PENDING', 'PENDING', undefined],
] as const

describe('a payer who is sent to a provider', () => {
  let gateway: TestGateway
  let browser: Browser
  let site: Server
  let returnUrl: string
  let shop: Shop
  let page: Page
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tollgate-provider-payments-'))
    const { serverKeyFile, serverCertificateFile } = await ensureDevelopmentCertificates(join(folder, 'tls'))
    const [key, cert] = [await readFile(serverKeyFile), await readFile(serverCertificateFile)]
    site = createServer({ key, cert }, (_request, response) => response.end('back in the shop'))
    await new Promise<void>((resolve) => site.listen(0, 'localhost', resolve))
    returnUrl = `https://localhost:${(site.address() as AddressInfo).port}/back?basket=7`
    ;[gateway, browser] = await Promise.all([startGateway(), launchBrowser()])
    shop = openShop(gateway)
    page = await openPage(browser, { javaScriptEnabled: false })
  })
  after(async () => {
    await browser?.close()
    site?.closeAllConnections()
    site?.close()
    await gateway?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

  async function walk(
    provider: Provider,
    { button, callbacks }: { button: string; callbacks: string },
    more: Body = {},
  ) {
    const orderId = newOrderId()
    const { browserPayment, ...others } = more
    const body = initiateBody(provider, { ...others, browserPayment: { ...browserPayment, returnUrl } })
    const answer = await shop.put(body, { orderId })
    assert.equal(answer.body.response?.gatewayCode, 'SUBMITTED', answer.text)
    await page.goto(answer.body.browserPayment.redirectUrl)
    assert.match(page.url(), /\/sandbox\/providers\/[abc]\/pay\/[0-9a-f]{48}$/)
    assert.ok(!page.url().includes('BP-'), 'the provider’s own token')
    if (provider === 'PROVIDER_C') await press('Log in')
    await page.getByLabel('When the provider tells the gateway').selectOption(callbacks)
    const isConfirmed = more.browserPayment?.providerA?.paymentConfirmation === 'CONFIRM_AT_MERCHANT'
    await press(button !== 'APPROVE' ? button : isConfirmed ? 'Agree and continue' : 'Pay now')
    assert.equal(page.url(), returnUrl, 'nothing is added to the address')
    return orderId
  }
  const seen = ({ body }: { readonly body: Body }) => [body.result, body.response.gatewayCode]

  for (const provider of ['PROVIDER_A', 'PROVIDER_B', 'PROVIDER_C'] as const) {
    it(`${provider} comes back with the outcome, whenever the provider tells it`, async () => {
      const modes = ['NEVER', 'BEFORE', 'TWICE', 'AFTER', 'NORMAL']
      for (const [index, [button, result, gatewayCode, status]] of outcomes.entries()) {
        const callbacks = modes[index] ?? 'NORMAL'
        const orderId = await walk(provider, { button, callbacks })
        const transaction = await shop.transaction(orderId, '1')
        assert.deepEqual(seen(transaction), [result, gatewayCode], transaction.text)
        assert.ok(transaction.body.browserPayment.interaction.timeReturned)
        if (status) assert.equal((await shop.order(orderId)).body.status, status)
      }
    })
  }

  it('only agrees where the merchant confirms, and pays when it does', async () => {
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

  it('who changed the address is told about with the new one', async () => {
    const shipping = { address: { street: '5 Main Street', city: 'Berlin', postcodeZip: '10115', country: 'DEU' } }
    const orderId = newOrderId()
    const body = initiateBody('PROVIDER_A', { shipping, browserPayment: { returnUrl } })
    await page.goto((await shop.put(body, { orderId })).body.browserPayment.redirectUrl)
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Last name').fill('Muster')
    await page.getByLabel('City').fill('Potsdam')
    await press('Pay now')
    const { body: told } = await shop.transaction(orderId, '1')
    assert.deepEqual([told.shipping.address.city, told.shipping.contact.firstName], ['Potsdam', 'Ada'])
  })

  it('whose payment is decided by its reference never sees a page', async () => {
    for (const [reference, gatewayCode] of [
      ['TEST-SUCCEED', 'APPROVED'],
      ['TEST-FAIL-DECLINE', 'DECLINED'],
    ]) {
      const answer = await shop.put(initiateBody('PROVIDER_C', { order: { reference }, browserPayment: { returnUrl } }))
      assert.deepEqual(
        [answer.body.response.gatewayCode, answer.body.browserPayment.redirectUrl],
        [gatewayCode, undefined],
      )
    }
  })

  it('may close the window after paying: the provider tells by itself', async () => {
    const orderId = newOrderId()
    const answer = await shop.put(initiateBody('PROVIDER_B', { browserPayment: { returnUrl } }), { orderId })
    await page.goto(answer.body.browserPayment.redirectUrl)
    const { origin, pathname } = new URL(page.url())
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
    const told = await eventually(async () => {
      const { body } = await shop.order(orderId)
      return body.status === 'CAPTURED' ? body : undefined
    })
    assert.equal(told.totalCapturedAmount, 100)
    const { interaction } = (await shop.transaction(orderId, '1')).body.browserPayment
    assert.deepEqual([interaction.status, interaction.timeReturned], ['COMPLETED', undefined])
  })

  it('leaves books that agree, and the operator sees where they do not', async () => {
    const settings = testEnvironment(gateway.database, { TOLLGATE_DATA_DIR: join(folder, 'data') })
    const verify = async () => {
      const result = await run(['books', 'verify', 'TESTMERCHANT'], settings)
      return result.kind === 'done' ? result : assert.fail(JSON.stringify(result))
    }
    const clean = await verify()
    assert.ok(!clean.isBadNews, clean.text)
    for (const provider of ['PROVIDER_A', 'PROVIDER_B', 'PROVIDER_C'])
      assert.match(clean.text, new RegExp(`^TESTMERCHANT at ${provider} +\\d+ +[1-9]`, 'm'))

    const [altered] = await gateway.query<{ reference: string }>(
      `update simulated_providers.line set amount_minor = 1 where reference = (
         select reference from simulated_providers.line
         where provider = 'PROVIDER_B' and decision = 'APPROVE' limit 1) returning reference`,
    )
    const { text, isBadNews } = await verify()
    assert.equal(isBadNews, true)
    assert.match(text, /^There is 1 difference:$/m)
    const line = `^TESTMERCHANT at PROVIDER_B +AMOUNT_DIFFERS .* 100 EUR +0.01 EUR +${altered?.reference}$`
    assert.match(text, new RegExp(line, 'm'))
  })
})
