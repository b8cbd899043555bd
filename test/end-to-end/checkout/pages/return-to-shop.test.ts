// The way back to the shop in a real browser: with and without scripts, also when the shop's address leads further, and the
// back button afterwards.
import assert from 'node:assert/strict'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, launchBrowser, openPage, type Page } from '../../../support/browser/browser.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { newCheckout } from '../../../support/clients/payer.ts'
import { booksOf } from '../../../support/clients/shop.ts'
import type { TestGateway } from '../../../support/gateway/gateway.ts'
import { sharedGateway } from '../../../support/gateway/shared-gateway.ts'

describe('the redirect to the shop', () => {
  let gateway: TestGateway
  let browser: Browser
  const servers: Server[] = []
  before(async () => {
    gateway = await sharedGateway()
    browser = await launchBrowser()
  })
  after(async () => {
    await browser.close()
    for (const server of servers) server.close()
  })

  async function listen(listener: RequestListener): Promise<string> {
    const server = createServer(listener)
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://localhost:${(server.address() as AddressInfo).port}`
  }

  /** A shop whose return address is on one origin and leads to another, as one with a separate API has. */
  async function shopOfTwoOrigins() {
    const front = await listen((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end('<title>Thank you</title>')
    })
    const back = await listen((request, response) => {
      response.writeHead(302, { location: front + (request.url ?? '') })
      response.end()
    })
    return { front, returnUrl: `${back}/done`, cancelUrl: `${back}/cart` }
  }

  async function fill(page: Page): Promise<void> {
    await page.fill('[name=cardNumber]', '5123450000000008')
    await page.fill('[name=nameOnCard]', 'Jane Payer')
    await page.fill('[name=expiryMonth]', '01')
    await page.fill('[name=expiryYear]', '39')
    await page.fill('[name=securityCode]', '100')
  }

  for (const javaScriptEnabled of [true, false]) {
    it(`may lead on to another site, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
      const { front, ...interaction } = await shopOfTwoOrigins()
      const { sessionId, successIndicator, orderId } = await newCheckout(gateway, { interaction })
      const page = await openPage(browser, { javaScriptEnabled })
      const address = `${gateway.listeners.httpUrl}/checkout/pay/${sessionId}`
      await page.goto(address)
      await fill(page)
      await page.locator('form:has([name=cardNumber]) button[type=submit]:visible').click()
      await page.waitForURL((url) => url.origin === front)
      assert.equal(new URL(page.url()).searchParams.get('resultIndicator'), successIndicator)
      assert.deepEqual(page.problems, [])

      // Behind the button is the page that was paid on: it leads to the shop again, and pays nothing.
      await page.goto(address)
      await page.waitForURL((url) => url.origin === front)
      const approved = (await booksOf(gateway, orderId)).filter(({ is_approved }) => is_approved)
      assert.equal(approved.length, 1)
      await page.close()
    })
  }

  it('also works for a payer who cancels', async () => {
    const { front, ...interaction } = await shopOfTwoOrigins()
    const { sessionId } = await newCheckout(gateway, { interaction })
    const page = await openPage(browser)
    await page.goto(`${gateway.listeners.httpUrl}/checkout/pay/${sessionId}`)
    await page.locator('form[action$="/cancel"] button, button[formaction$="/cancel"]').first().click()
    await page.waitForURL(`${front}/cart`)
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('redirects again after the back button', async () => {
    const { front, ...interaction } = await shopOfTwoOrigins()
    const { sessionId, orderId } = await newCheckout(gateway, { interaction })
    const page = await openPage(browser)
    await page.goto(front)
    await page.goto(`${gateway.listeners.httpUrl}/checkout/pay/${sessionId}`)
    await fill(page)
    await page.locator('form:has([name=cardNumber]) button[type=submit]:visible').click()
    await page.waitForURL((url) => url.origin === front && url.pathname === '/done')
    await page.goBack()
    await page.waitForURL((url) => url.origin === front)
    assert.equal((await booksOf(gateway, orderId)).length, 1)
    await page.close()
  })
})
