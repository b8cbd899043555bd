// A payer on the payment page of a gateway in production: the bank's question comes from behind another gateway, in a real
// Chromium. Every response of the bank is in ../upstream-authentication.test.ts.
import assert from 'node:assert/strict'
import { button, cards, typeCard } from '../../../support/browser/away-site.ts'
import { type Browser, launchBrowser, openPage } from '../../../support/browser/browser.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import type { Body } from '../../../support/clients/client.ts'
import { newCheckout } from '../../../support/clients/payer.ts'
import { type Shop, settleEverything, totals } from '../../../support/clients/shop.ts'
import { openTwoGateways, type TwoGateways } from '../../../support/fixtures/two-gateways.ts'
import { tollgate } from '../../../support/gateway/command-line.ts'
import { openTlsShop, type TlsShop } from '../../../support/sites/tls-shop.ts'

describe('a challenge through two gateways', () => {
  let both: TwoGateways
  let browser: Browser
  let site: TlsShop
  before(async () => {
    ;[both, browser] = await Promise.all([openTwoGateways(), launchBrowser()])
    site = await openTlsShop(both.production)
  })
  after(async () => {
    await browser?.close()
    await site?.close()
  })

  async function orderOf(shop: Shop, orderId: string): Promise<{ readonly figures: unknown; readonly steps: unknown }> {
    const response = await shop.order(orderId)
    const steps = (response.body.transaction ?? []).map(({ transaction, response }: Body) => [
      transaction.type,
      response.gatewayCode,
    ])
    return { figures: totals(response), steps }
  }

  it("is answered on the page of the bank's simulator, and the payment is approved and booked on both", async () => {
    const { production, upstream, shop, shopAtBank, password } = both
    const { orderId, sessionId, successIndicator } = await newCheckout(production, {
      merchant: shop.merchant,
      password,
      interaction: { returnUrl: site.returnUrl, merchant: { name: 'Tea shop' }, action: { '3DSecure': 'MANDATORY' } },
    })
    const page = await openPage(browser)
    const visited: string[] = []
    page.on('request', (request) => visited.push(request.url()))
    const ours = production.dependencies.addresses.publicUrl()
    await page.goto(`${ours}/checkout/pay/${sessionId}`)
    await typeCard(page, cards.enrolled)
    await page.locator(`${button}:visible`).click()
    const bank = page.frameLocator('iframe[name=challenge]')
    await bank.getByRole('heading', { name: 'Is this payment yours?' }).waitFor()
    const theirs = upstream.dependencies.addresses.publicUrl()
    assert.ok(visited.includes(`${theirs}/sandbox/acs/challenge`), visited.join(' '))
    await bank.getByRole('radio', { name: 'Successful' }).check()
    await bank.getByRole('button', { name: 'Confirm' }).click()
    await page.waitForURL((address) => address.origin === site.origin)
    assert.equal(new URL(page.url()).searchParams.get('resultIndicator'), successIndicator)
    const returns = visited.filter((url) => url.includes('/3ds/return/')).map((url) => new URL(url).origin)
    assert.deepEqual(returns, [theirs, ours], 'the browser comes back through both')
    assert.deepEqual(page.problems, [])
    await page.close()

    const [row] = await production.query<{ reference: string }>(
      `select acquirer_reference as reference from transactions
       where merchant_id = $1 and order_id = $2 and type = 'AUTHENTICATION'`,
      [shop.merchant, orderId],
    )
    const paid = await orderOf(shop, orderId)
    assert.deepEqual(paid.figures, ['CAPTURED', 100, 100, 0])
    assert.deepEqual(paid.steps, [
      ['AUTHENTICATION', 'APPROVED'],
      ['PAYMENT', 'APPROVED'],
    ])
    assert.deepEqual(await orderOf(shopAtBank, row?.reference ?? ''), paid)
    await settleEverything(production, shop.merchant)
    const words = ['books', 'verify', shop.merchant, '--json']
    const { code, stdout } = await tollgate(words, { env: both.site.environment })
    assert.equal(code, 0, stdout)
  })
})
