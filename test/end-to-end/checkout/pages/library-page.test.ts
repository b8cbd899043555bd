// Paying on our page in the whole window, opened by the libraries of both generations on a merchant's page.
import assert from 'node:assert/strict'
import { openPage } from '../../../support/browser/browser.ts'
import {
  callbackNames,
  cancelButton,
  checkoutSite,
  countdown,
  declinedAlert,
  libraryFrom63,
  libraryTo62,
  onPress,
  payButton,
  pressPay,
  typeCard,
  untilMessage,
} from '../../../support/browser/checkout-site.ts'
import { press, untilSeen, untilTrue, valueIn } from '../../../support/browser/in-page.ts'
import { describe, it } from '../../../support/browser/test.ts'
import { newCheckout } from '../../../support/clients/payer.ts'
import { openShop } from '../../../support/clients/shop.ts'

const libraries = [
  { version: 60, library: libraryTo62, completed: (indicator: string, version: string) => [indicator, version] },
  {
    version: 100,
    library: libraryFrom63,
    completed: (resultIndicator: string, sessionVersion: string) => [{ resultIndicator, sessionVersion }],
  },
]
const anyVersion = /^[0-9a-f]{8}\d\d$/

describe('the payment page in the whole window', () => {
  const site = checkoutSite()

  for (const { version, library, completed } of libraries) {
    const opening = (sessionId: string, settings?: string) => ({
      library,
      data: callbackNames,
      script: onPress('showPaymentPage()', sessionId, settings),
    })

    it(`is declined, then paid, and the shop's function receives the success indicator (version ${version})`, async () => {
      const { sessionId, orderId, successIndicator } = await site.checkout(version)
      const page = await site.visit(opening(sessionId))
      await page.click('#pay')
      await typeCard(page, 'DECLINED')
      await page.click(payButton)
      await page.locator(declinedAlert).waitFor()
      await typeCard(page)
      await page.click(payButton)
      const [[name, ...args] = []] = await untilMessage(page)
      const sessionVersion = new URL(page.url()).searchParams.get('sessionVersion') ?? ''
      assert.match(sessionVersion, anyVersion)
      assert.deepEqual([name, ...args], ['onComplete', ...completed(successIndicator, sessionVersion)])
      assert.deepEqual(await site.outcomeOf(orderId), ['CAPTURED', 'DECLINED', 'APPROVED'])
      assert.deepEqual(page.problems, [])
      await page.close()
    })

    it(`is cancelled, and the payer is back on the shop's page (version ${version})`, async () => {
      const { sessionId, orderId } = await site.checkout(version)
      const page = await site.visit(opening(sessionId))
      const address = page.url()
      await press(page, '#pay')
      await press(page, cancelButton)
      assert.deepEqual(await untilMessage(page), [['onCancel']])
      assert.equal(page.url(), `${address}#__hc-action-cancel`)
      assert.deepEqual(await site.outcomeOf(orderId), ['NONE'])
      // The payer may think again.
      await press(page, '#pay')
      await typeCard(page)
      await pressPay(page)
      const [[name] = []] = await untilMessage(page)
      assert.equal(name, 'onComplete')
      await page.close()
    })

    it(`ends when its time is over (version ${version})`, async () => {
      const { sessionId } = await site.checkout(version, { timeout: 60 })
      const page = await site.visitWithClock(opening(sessionId))
      await press(page, '#pay')
      await untilSeen(page, countdown)
      await site.expire(sessionId)
      await page.clock.fastForward(61_000)
      assert.deepEqual(await untilMessage(page), [['onTimeout']])
      assert.match(page.url(), /#__hc-action-timeout$/)
      await page.close()
    })

    it(`redirects to addresses in place of functions (version ${version})`, async () => {
      const data = { complete: '/done?order=7', cancel: '/basket', timeout: '/late' }
      const { sessionId, successIndicator } = await site.checkout(version)
      const page = await site.visit({ ...opening(sessionId), data })
      await press(page, '#pay')
      await press(page, cancelButton)
      await page.waitForURL(`${site.merchant.origin}/basket`)
      await page.goBack()
      await typeCard(page)
      await pressPay(page)
      await page.waitForURL(/\/done\?order=7&resultIndicator=/)
      assert.equal(new URL(page.url()).searchParams.get('resultIndicator'), successIndicator)
      await page.close()
    })

    it(`prefers the addresses of the session (version ${version})`, async () => {
      const cancelUrl = `${site.merchant.origin}/said-by-session`
      const { sessionId } = await site.checkout(version, { cancelUrl })
      const page = await site.visit(opening(sessionId))
      await press(page, '#pay')
      await press(page, cancelButton)
      await page.waitForURL(cancelUrl)
      await page.close()
    })

    it(`cannot be opened with an unknown session: the shop receives the reason, and the payer stays (version ${version})`, async () => {
      const page = await site.visit(opening('SESSION0002000000000A0000000B00'))
      await press(page, '#pay')
      const [[name, error] = []] = (await untilMessage(page)) as [[string, Record<string, string>]]
      assert.equal(name, 'onError')
      assert.deepEqual([error?.['cause'], error?.['result']], ['INVALID_REQUEST', 'ERROR'])
      assert.ok(page.url().startsWith(site.merchant.origin))
      await page.close()
    })
  }

  it('is paid once by a double click and from two tabs', async () => {
    const { sessionId, orderId } = await site.checkout(60)
    const page = await site.visit({
      library: libraryTo62,
      data: callbackNames,
      script: onPress('showPaymentPage()', sessionId),
    })
    await page.dblclick('#pay')
    await typeCard(page)
    const other = await page.context().newPage()
    await other.goto(page.url())
    await typeCard(other)
    await Promise.all([page.dblclick(payButton), other.click(payButton)])
    const [[first] = []] = await untilMessage(page)
    const [[second] = []] = await untilMessage(other)
    assert.deepEqual([first, second], ['onComplete', 'onComplete'])
    assert.deepEqual(await site.outcomeOf(orderId), ['CAPTURED', 'APPROVED'])
    await page.close()
  })

  it('is paid once when the payer goes back and pays again', async () => {
    const { sessionId, orderId } = await site.checkout(60)
    const page = await site.visit({
      library: libraryTo62,
      data: callbackNames,
      script: onPress('showPaymentPage()', sessionId),
    })
    await press(page, '#pay')
    await typeCard(page)
    await pressPay(page)
    await untilMessage(page)
    await page.goBack()
    // The page is kept by no browser: it is asked for again, and leads to the shop.
    await page.waitForURL((url) => url.origin === site.merchant.origin)
    await untilMessage(page)
    assert.deepEqual(await site.outcomeOf(orderId), ['CAPTURED', 'APPROVED'])
    await page.close()
  })

  it("is opened by a form where the page's policy allows no requests by script", async () => {
    const { sessionId, orderId } = await site.checkout(60)
    const script = onPress('showPaymentPage()', sessionId)
    const page = await site.visit({ library: libraryTo62, data: callbackNames, mayAsk: false, script })
    await press(page, '#pay')
    await typeCard(page)
    await pressPay(page)
    await untilMessage(page)
    assert.deepEqual(await site.outcomeOf(orderId), ['CAPTURED', 'APPROVED'])
    await page.close()
  })

  it("reports what the gateway finds wrong with the shop's configuration", async () => {
    const { sessionId } = await site.checkout(60)
    const script = onPress(
      'showPaymentPage()',
      sessionId,
      `order: { amount: 'plenty' }, billing: { address: { country: 'Mars' } }`,
    )
    const page = await site.visit({ library: libraryTo62, data: callbackNames, script })
    await press(page, '#pay')
    const [[name, error] = []] = (await untilMessage(page)) as [[string, Record<string, string>]]
    assert.equal(name, 'onError')
    assert.equal(error?.['validationType'], 'INVALID')
    assert.match(error?.['field'] ?? '', /^(order\.amount|billing\.address\.country)$/)
    await page.close()
  })

  it('ignores configured values that the version does not have', async () => {
    const { sessionId } = await site.checkout(60)
    const settings = `order: { unheardOf: 1, description: 'Tea for two' }, interaction: { blink: { rate: 2 } }`
    const script = onPress('showPaymentPage()', sessionId, settings)
    const page = await site.visit({ library: libraryTo62, data: callbackNames, script })
    await press(page, '#pay')
    await untilTrue(page, `document.body.textContent.includes('Tea for two')`)
    const passedOver = page.problems.flatMap((text) => /has no ([\w.]+),/.exec(text)?.[1] ?? [])
    assert.deepEqual(passedOver.toSorted(), ['interaction.blink', 'order.unheardOf'])
    await page.close()
  })

  it('takes the amount from the shop where the session has none, up to version 51', async () => {
    const { sessionId, orderId } = await newCheckout(site.gateway, {
      version: 45,
      order: { amount: undefined },
      interaction: { returnUrl: `${site.merchant.origin}/paid` },
    })
    const settings = `order: { amount: () => '12.00', description: 'Tea for two' }, interaction: { locale: 'de_DE' }`
    const page = await site.visit({
      library: '/checkout/version/45/checkout.js',
      data: callbackNames,
      script: onPress('showPaymentPage()', sessionId, settings),
    })
    await press(page, '#pay')
    await untilTrue(page, `document.body.textContent.includes('Tea for two')`)
    assert.equal(await valueIn(page, 'document.documentElement.lang'), 'de')
    await typeCard(page)
    await pressPay(page)
    await page.waitForURL(/\/paid\?resultIndicator=/)
    const { body } = await openShop(site.gateway).order(orderId)
    assert.deepEqual([body.status, body.amount, body.description], ['CAPTURED', 12, 'Tea for two'])
    await page.close()
  })

  it('keeps no trace of the card or the session in the browser, and sends no referrer to other sites', async () => {
    const { sessionId, successIndicator } = await site.checkout(100)
    const page = await openPage(site.browser)
    const referrers: (string | undefined)[] = []
    page.on('request', (request) => referrers.push(request.headers()['referer']))
    await page.goto(
      site.merchant.add({
        library: libraryFrom63,
        data: callbackNames,
        script: onPress('showPaymentPage()', sessionId),
      }),
    )
    await press(page, '#pay')
    await typeCard(page)
    assert.deepEqual(await page.context().cookies(), [])
    assert.equal(await page.evaluate('localStorage.length + sessionStorage.length'), 0)
    await pressPay(page)
    await untilMessage(page)
    assert.ok(!referrers.some((referrer) => referrer?.includes(sessionId)))
    const { searchParams, pathname, hash } = new URL(page.url())
    assert.deepEqual([...searchParams.keys()], ['resultIndicator', 'sessionVersion'])
    assert.equal(searchParams.get('resultIndicator'), successIndicator)
    assert.match(searchParams.get('sessionVersion') ?? '', /^[0-9a-f]{10}$/)
    assert.match(pathname + hash, /^\/page-\d+#__hc-action-complete$/)
    await page.close()
  })
})
