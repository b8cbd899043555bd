// Payer authentication by a payer whose browser runs no scripts: the shop's page, the bank's page, and the way back.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  authenticateBody,
  type Checks,
  checkBody,
  initiateBody,
  openChecks,
} from '../../support/clients/access-control.ts'
import { newOrderId, payBody } from '../../support/clients/client.ts'
import { openScriptlessBrowser } from '../../support/clients/scriptless-browser.ts'
import { openShop, type Shop } from '../../support/clients/shop.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'
import { openTlsShop, type TlsShop } from '../../support/sites/tls-shop.ts'

describe('a payer without scripts', () => {
  let site: TlsShop
  let shop: Shop
  let checks: Checks
  before(async () => {
    const gateway = await sharedGateway()
    site = await openTlsShop(gateway)
    shop = openShop(gateway)
    checks = openChecks(gateway)
  })
  after(() => site?.close())

  for (const [label, code] of [
    ['Successful', 'AUTHENTICATION_SUCCESSFUL'],
    ['Failed', 'AUTHENTICATION_FAILED'],
    ['Attempted', 'AUTHENTICATION_ATTEMPTED'],
    ['Not available', 'AUTHENTICATION_NOT_AVAILABLE'],
  ] as const) {
    it(`chooses "${label}" at the bank, and the check by 3-D Secure 1 is ${code}`, async () => {
      const id = `without-scripts-${label.replace(' ', '-')}`
      const { body } = await checks.check(id, checkBody({}, { responseUrl: site.returnUrl }))
      const page = openScriptlessBrowser()
      await page.goto(site.show(body['3DSecure'].authenticationRedirect.simple.htmlBodyContent))
      await page.press('Continue')
      assert.equal(page.heading, 'Is this payment yours?')
      page.choose(label)
      await page.press('Confirm')
      await page.press('Continue')
      assert.equal(page.heading, 'Back in the shop')
      const { PaRes = '', MD } = site.posts.at(-1) ?? {}
      assert.equal(MD, id)
      assert.equal((await checks.process(id, PaRes)).body.response['3DSecure'].gatewayCode, code)
    })
  }

  for (const [label, status, code] of [
    ['Successful', 'AUTHENTICATION_SUCCESSFUL', 'APPROVED'],
    ['Failed', 'AUTHENTICATION_FAILED', 'AUTHENTICATION_FAILED'],
    ['Attempted', 'AUTHENTICATION_ATTEMPTED', 'APPROVED'],
    ['Cancel', 'AUTHENTICATION_FAILED', 'AUTHENTICATION_FAILED'],
  ] as const) {
    it(`chooses "${label}" in the challenge, which is ${status}, and the payment is ${code}`, async () => {
      const place = { orderId: newOrderId(), transactionId: 'auth' }
      await shop.put(initiateBody(), place)
      const authentication = { redirectResponseUrl: site.returnUrl }
      const { body } = await shop.put(authenticateBody({ authentication }), place)
      const page = openScriptlessBrowser()
      await page.goto(site.show(body.authentication.redirectHtml))
      await page.press('Continue')
      assert.equal(page.heading, 'Is this payment yours?')
      if (label !== 'Cancel') page.choose(label)
      await page.press(label === 'Cancel' ? 'Cancel' : 'Confirm')
      // From the bank to the gateway, and from there to the shop.
      for (const heading of ['Thank you', 'One moment']) {
        assert.equal(page.heading, heading)
        await page.press('Continue')
      }
      assert.equal(page.heading, 'Back in the shop')
      const posted = site.posts.at(-1)
      assert.deepEqual([posted?.['order.id'], posted?.['transaction.id']], [place.orderId, 'auth'])
      const { body: result } = await shop.transaction(place.orderId, 'auth')
      assert.equal(result.transaction.authenticationStatus, status)
      const paid = await shop.put(payBody({ authentication: { transactionId: 'auth' } }), { orderId: place.orderId })
      assert.equal(paid.body.response.gatewayCode, code)
    })
  }
})
