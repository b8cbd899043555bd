// The authentication library on shops' pages, and a challenge in an app's web view, in real Chromium. What the gateway refuses
// to a payer's device is in sessions/payers-rights.test.ts.
import assert from 'node:assert/strict'
import { type Browser, launchBrowser, openPage, type WatchedPage } from '../../../support/browser/browser.ts'
import { frameNamed, press, untilSeen } from '../../../support/browser/in-page.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { authenticateBody, initiateBody } from '../../../support/clients/access-control.ts'
import { cardExpiring, merchantId, newOrderId, send } from '../../../support/clients/client.ts'
import { openSessions } from '../../../support/clients/sessions.ts'
import { openShop, type Shop } from '../../../support/clients/shop.ts'
import type { TestGateway } from '../../../support/gateway/gateway.ts'
import { sharedGateway } from '../../../support/gateway/shared-gateway.ts'
import { openTlsShop, type TlsShop } from '../../../support/sites/tls-shop.ts'

interface CallbackData {
  readonly restApiResponse: { readonly transaction: { readonly authenticationStatus: string } }
  readonly correlationId: string
  readonly gatewayRecommendation: string
  readonly htmlRedirectCode?: string
  readonly error?: Readonly<Record<string, unknown>>
}

describe('the authentication library', () => {
  let gateway: TestGateway
  let browser: Browser
  let site: TlsShop
  let shop: Shop
  before(async () => {
    ;[gateway, browser] = await Promise.all([sharedGateway(), launchBrowser()])
    site = await openTlsShop(gateway)
    shop = openShop(gateway)
  })
  after(async () => {
    await browser?.close()
    await site?.close()
  })

  const libraryUrl = (release = '1.3.0') => `${gateway.listeners.httpsUrl}/static/threeDS/${release}/three-ds.min.js`

  /** A session as a shop's server prepares it, and a page that authenticates its payer when the test says so. */
  async function visit(expiry: readonly [string, string], script: string, version = 78) {
    const orderId = newOrderId()
    const sessions = openSessions(gateway)
    const id: string = (await sessions.create(undefined, version)).body.session.id
    const sourceOfFunds = cardExpiring(...expiry)
    const order = { id: orderId, amount: '12.34', currency: 'USD' }
    const authentication = { channel: 'PAYER_BROWSER', redirectResponseUrl: site.returnUrl }
    const filled = await sessions.update(id, { order, sourceOfFunds, authentication }, { version })
    assert.equal(filled.status, 200, filled.text)
    const page = await openPage(browser)
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await page.goto(
      site.show(`<div id="3DSUI"></div><script src="${libraryUrl()}"></script><script>
        const orderId = '${orderId}'
        const happened = []
        const noted = (name) => (data) => happened.push([name, data?.method])
        for (const name of ['BEFORE_INITIATE_AUTHENTICATION', 'EVENT_AFTER_AUTHENTICATE_PAYER'])
          ThreeDS.onEvent(name, noted(name))
        happened.push(['configured', ThreeDS.isConfigured()])
        ThreeDS.configure({ merchantId: '${merchantId}', sessionId: '${id}', containerId: '3DSUI',
          callback: () => happened.push(['configured', ThreeDS.isConfigured()]),
          configuration: { userLanguage: 'en_GB', wsVersion: '${version}' } })
        const call = (name, ...args) => new Promise((resolve) =>
          ThreeDS[name](args[0], 'auth', resolve, args[1]))
        ${script}</script>`),
    )
    return { page, orderId, requests, sourceOfFunds }
  }

  const call = (page: WatchedPage, code: string) => page.evaluate<CallbackData>(code)

  async function payment(orderId: string, sourceOfFunds: object): Promise<string> {
    const body = { apiOperation: 'PAY', order: { amount: '12.34', currency: 'USD' }, sourceOfFunds }
    const paid = await shop.put({ ...body, authentication: { transactionId: 'auth' } }, { orderId })
    return paid.body.response?.gatewayCode ?? paid.text
  }

  it('is served under every release that shops name, and under no other', async () => {
    for (const release of ['1.2.0', '1.2.1', '1.3.0']) {
      const { status, headers, text } = await send(gateway.listeners.httpsUrl, {
        path: new URL(libraryUrl(release)).pathname,
        login: null,
      })
      assert.deepEqual([status, headers['access-control-allow-origin']], [200, '*'])
      assert.ok(text.length < 16_000, String(text.length))
    }
    for (const release of ['2.0.0', 'x', '1.3.0.1']) {
      const { status } = await send(gateway.listeners.httpsUrl, {
        path: new URL(libraryUrl(release)).pathname,
        login: null,
      })
      assert.equal(status, 404, release)
    }
  })

  it('authenticates without a challenge after the bank has inspected the browser, for one order only', async () => {
    const { page, orderId, requests, sourceOfFunds } = await visit(['1', '40'], '')
    const initiated = await call(page, `call('initiateAuthentication', orderId, { sourceOfFunds: { type: 'CARD' } })`)
    assert.equal(initiated.error, undefined)
    assert.equal(initiated.restApiResponse.transaction.authenticationStatus, 'AUTHENTICATION_AVAILABLE')
    assert.equal(initiated.gatewayRecommendation, 'PROCEED')
    assert.equal(initiated.correlationId, await page.evaluate('ThreeDS.getLastCorrelationId()'))
    assert.ok(requests.includes('/sandbox/acs/method'), 'in the hidden frame')
    assert.equal(await page.locator('#\\33 DSUI iframe').isVisible(), false)

    const billing = `{ billing: { address: { city: 'London', country: 'GBR' } } }`
    const decided = await call(page, `call('authenticatePayer', orderId, ${billing})`)
    assert.equal(decided.restApiResponse.transaction.authenticationStatus, 'AUTHENTICATION_SUCCESSFUL')
    assert.match(decided.htmlRedirectCode ?? '', /threedsFrictionLessRedirect/)
    assert.deepEqual(await page.evaluate('happened'), [
      ['configured', false],
      ['configured', true],
      ['BEFORE_INITIATE_AUTHENTICATION', 'initiateAuthentication'],
      ['EVENT_AFTER_AUTHENTICATE_PAYER', 'authenticatePayer'],
    ])
    assert.deepEqual(page.problems, [])
    const { error } = await call(page, `call('initiateAuthentication', orderId + '-other')`)
    assert.deepEqual([error?.['code'], error?.['result'], error?.['status']], ['INVALID_REQUEST', 'ERROR', 400])
    assert.equal(typeof error?.['msg'], 'string')
    await page.close()
    assert.equal(await payment(orderId, sourceOfFunds), 'APPROVED')
  })

  it('passes the challenge to the shop, which shows it in a frame', async () => {
    // As shops do it that insert the markup and run its script.
    const show = `const show = ({ htmlRedirectCode }) => {
      const place = document.createElement('div')
      place.innerHTML = htmlRedirectCode
      document.body.append(place)
      eval(document.getElementById('authenticate-payer-script').text)
    }`
    const { page, orderId, sourceOfFunds } = await visit(['5', '39'], show)
    await call(page, `call('initiateAuthentication', orderId)`)
    const data = await call(page, `call('authenticatePayer', orderId).then((data) => (show(data), data))`)
    assert.equal(data.restApiResponse.transaction.authenticationStatus, 'AUTHENTICATION_PENDING')
    const frame = frameNamed(page, 'challengeFrame')
    await press(frame, 'button', 'Cancel')
    await untilSeen(frame, 'h1', 'Back in the shop')
    assert.equal(site.posts.at(-1)?.['order.id'], orderId)
    assert.deepEqual(page.problems, [])
    await page.close()
    assert.equal(await payment(orderId, sourceOfFunds), 'AUTHENTICATION_FAILED')
  })

  it('redirects the whole window to the challenge and back, whatever the shop puts into its page', async () => {
    const { page, orderId, sourceOfFunds } = await visit(['9', '40'], '')
    await call(page, `call('initiateAuthentication', orderId)`)
    // As shops do it that insert the markup although they asked for the whole window.
    await page.evaluate(`ThreeDS.authenticatePayer(orderId, 'auth', (data) => {
      document.body.innerHTML = data.htmlRedirectCode
    }, { fullScreenRedirect: true })`)
    await press(page, 'button', 'Confirm')
    await untilSeen(page, 'h1', 'Back in the shop')
    assert.equal(page.url(), site.returnUrl)
    const { 'order.id': posted, result } = site.posts.at(-1) ?? {}
    assert.deepEqual([posted, result], [orderId, 'SUCCESS'])
    assert.deepEqual(page.problems, [])
    await page.close()
    assert.equal(await payment(orderId, sourceOfFunds), 'APPROVED')
  })

  for (const version of [55, 69, 100]) {
    it(`serves a page that goes on without waiting, and draws the challenge itself (version ${version})`, async () => {
      // Events, options and the order of calls as the library's users write them; a module of a shop draws the page by jQuery.
      const script = `
        happened.push(['version', /^1\\./.test(ThreeDS.version)])
        var optionalParams = { sourceOfFunds: { type: 'CARD' }, order: { walletProvider: 'MASTERPASS_ONLINE' } }
        function authenticate(data) {
          if (data.error || data.gatewayRecommendation !== 'PROCEED') return happened.push(['failed', data.error])
          ThreeDS.authenticatePayer(orderId, 'auth', function (data) {
            var place = document.getElementById('3DSUI')
            place.innerHTML = data.restApiResponse.authentication.redirectHtml || data.restApiResponse.authentication.redirect.html
            happened.push(['authenticated', data.gatewayRecommendation])
            eval(document.getElementById('authenticate-payer-script').text)
          }, { billing: { address: { city: 'London', country: 'GBR' } } })
        }
        ThreeDS.initiateAuthentication(orderId, 'auth', authenticate, optionalParams)`
      const { page, orderId, sourceOfFunds } = await visit(['9', '40'], script, version)
      const frame = frameNamed(page, 'challengeFrame')
      await press(frame, 'button', 'Confirm')
      await untilSeen(frame, 'h1', 'Back in the shop')
      const seen = await page.evaluate<readonly (readonly unknown[])[]>('happened')
      assert.deepEqual(seen.at(-1), ['authenticated', 'PROCEED'])
      assert.ok(seen.some(([name, isOne]) => name === 'version' && isOne === true))
      assert.deepEqual(page.problems, [])
      await page.close()
      assert.equal(site.posts.at(-1)?.['order.id'], orderId)
      assert.equal(await payment(orderId, sourceOfFunds), 'APPROVED')
    })
  }

  it('is not needed by an app, whose web view without an origin frames the challenge while its server polls', async () => {
    const place = { orderId: newOrderId(), transactionId: 'auth' }
    await shop.put(initiateBody(), place)
    const { body } = await shop.put(authenticateBody({ authentication: undefined }), place)
    // Another page that has shown nothing yet: what was loaded before decides which addresses an empty one may frame.
    const page = await openPage(browser, {}, { name: 'web view', prepare: async () => {} })
    // As a web view loads a text: the document has the address about:blank. Chromium keeps data: from this machine's ports.
    await page.setContent(`<title>App</title>${body.authentication.redirectHtml}`)
    assert.equal(await page.evaluate('origin'), 'null')
    const frame = page.frameLocator('#challengeFrame')
    await frame.getByRole('button', { name: 'Confirm' }).click()
    await frame.getByRole('heading', { name: 'Thank you' }).waitFor()
    await frame.getByText('Your payment continues now').waitFor()
    const polled = await shop.transaction(place.orderId, 'auth')
    assert.equal(polled.body.transaction.authenticationStatus, 'AUTHENTICATION_SUCCESSFUL')
    assert.deepEqual(page.problems, [])
    await page.close()
  })
})
