// Payer authentication as a payer has it before them: a shop's page, the bank's page, and the way back, in real Chromium.
// Every response of the bank is in without-scripts.test.ts.
import assert from 'node:assert/strict'
import { faultsIn, overflowOf, seriousFaults } from '../../../support/browser/accessibility.ts'
import { type Browser, launchBrowser, openPage } from '../../../support/browser/browser.ts'
import { frameNamed, press, untilSeen } from '../../../support/browser/in-page.ts'
import { knownColours } from '../../../support/browser/known-colours.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import {
  authenticateBody,
  type Checks,
  checkBody,
  initiateBody,
  openChecks,
} from '../../../support/clients/access-control.ts'
import { newOrderId, payBody } from '../../../support/clients/client.ts'
import { openShop, type Shop } from '../../../support/clients/shop.ts'
import type { TestGateway } from '../../../support/gateway/gateway.ts'
import { sharedGateway } from '../../../support/gateway/shared-gateway.ts'
import { openTlsShop, type TlsShop } from '../../../support/sites/tls-shop.ts'

describe('in a real browser', () => {
  let gateway: TestGateway
  let browser: Browser
  let site: TlsShop
  let shop: Shop
  let checks: Checks
  before(async () => {
    const started = await Promise.all([sharedGateway(), launchBrowser()])
    gateway = started[0]
    browser = started[1]
    site = await openTlsShop(gateway)
    shop = openShop(gateway)
    checks = openChecks(gateway)
  })
  after(async () => {
    await browser?.close()
    await site?.close()
  })

  async function redirectOf(): Promise<{ readonly id: string; readonly html: string }> {
    const id = newOrderId()
    const { body } = await checks.check(id, checkBody({}, { responseUrl: site.returnUrl }))
    return { id, html: body['3DSecure'].authenticationRedirect.simple.htmlBodyContent }
  }

  async function challengeOf(): Promise<{ readonly orderId: string; readonly html: string }> {
    const place = { orderId: newOrderId(), transactionId: 'auth' }
    await shop.put(initiateBody(), place)
    const authentication = { redirectResponseUrl: site.returnUrl }
    const { body } = await shop.put(authenticateBody({ authentication }), place)
    return { orderId: place.orderId, html: body.authentication.redirectHtml }
  }

  it('3-D Secure 1 goes from the shop to the bank and back by itself', async () => {
    const { id, html } = await redirectOf()
    const page = await openPage(browser)
    await page.goto(site.show(html))
    await page.getByRole('radio', { name: /^Failed/ }).check()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('heading', { name: 'Back in the shop' }).waitFor()
    const { PaRes = '', MD } = site.posts.at(-1) ?? {}
    assert.equal(MD, id)
    const { body } = await checks.process(id, PaRes)
    assert.equal(body.response['3DSecure'].gatewayCode, 'AUTHENTICATION_FAILED')
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  for (const [name, status, code] of [
    ['Successful', 'AUTHENTICATION_SUCCESSFUL', 'APPROVED'],
    ['Cancel', 'AUTHENTICATION_FAILED', 'AUTHENTICATION_FAILED'],
  ] as const) {
    it(`the challenge in a frame of the shop's page is ${status} after ${name} at the bank`, async () => {
      const { orderId, html } = await challengeOf()
      const page = await openPage(browser)
      await page.goto(site.show(html))
      const frame = frameNamed(page, 'challengeFrame')
      if (name !== 'Cancel') await press(frame, 'label', name)
      await press(frame, 'button', name === 'Cancel' ? 'Cancel' : 'Confirm')
      await untilSeen(frame, 'h1', 'Back in the shop')
      const posted = site.posts.at(-1)
      assert.deepEqual([posted?.['order.id'], posted?.['transaction.id']], [orderId, 'auth'])
      const { body } = await shop.transaction(orderId, 'auth')
      assert.equal(body.transaction.authenticationStatus, status)
      const paid = await shop.put(payBody({ authentication: { transactionId: 'auth' } }), { orderId })
      assert.equal(paid.body.response.gatewayCode, code)
      assert.deepEqual(page.problems, [])
      await page.close()
    })
  }

  it("a payer who leaves the bank's page has answered nothing", async () => {
    const [{ orderId, html }, check] = [await challengeOf(), await redirectOf()]
    const page = await openPage(browser)
    await page.goto(site.show(html))
    await untilSeen(frameNamed(page, 'challengeFrame'), 'button', 'Confirm')
    await page.goto(site.show(check.html))
    await untilSeen(page, 'h1', 'Is this payment yours?')
    await page.close()
    const { body } = await shop.transaction(orderId, 'auth')
    assert.equal(body.transaction.authenticationStatus, 'AUTHENTICATION_PENDING')
    assert.equal((await checks.retrieve(check.id)).body.response['3DSecure'].gatewayCode, 'CARD_ENROLLED')
    const authenticated = { authentication: { transactionId: 'auth' } }
    assert.equal((await shop.put(payBody(authenticated), { orderId })).body.response.gatewayCode, 'DECLINED')
    const checked = await shop.put(payBody({ '3DSecureId': check.id }))
    assert.equal(checked.body.response.gatewayCode, 'DECLINED')
  })

  it('the challenge needs no frame and no script', async () => {
    const { orderId, html } = await challengeOf()
    const page = await openPage(browser, { javaScriptEnabled: false })
    await page.goto(site.show(html.replace('target="challengeFrame"', '')))
    await press(page, 'button', 'Continue')
    await press(page, 'button', 'Confirm')
    // From the bank to the gateway, and from there to the shop.
    await untilSeen(page, 'h1', 'Thank you')
    await press(page, 'button', 'Continue')
    await untilSeen(page, 'h1', 'One moment')
    await press(page, 'button', 'Continue')
    await untilSeen(page, 'h1', 'Back in the shop')
    assert.equal(site.posts.at(-1)?.['order.id'], orderId)
    assert.equal(site.posts.at(-1)?.['result'], 'SUCCESS')
    await page.close()
  })

  it("the bank's pages have no serious fault of accessibility, light or dark, wide or narrow", async () => {
    const [first, second] = [await redirectOf(), await challengeOf()]
    const page = await openPage(browser)
    for (const html of [first.html, second.html.replace('target="challengeFrame"', '')]) {
      await page.goto(site.show(html))
      await untilSeen(page, 'h1', 'Is this payment yours?')
      for (const width of [1280, 390, 250]) {
        await page.setViewportSize({ width, height: 860 })
        assert.deepEqual(await faultsIn(page, { parts: [':root'], colours: knownColours }), [], String(width))
        assert.equal(await overflowOf(page), 0, String(width))
      }
      // Colours are all that changes.
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
      assert.deepEqual(await seriousFaults(page, ['color-contrast']), [], 'dark')
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    }
    await page.close()
  })
})
