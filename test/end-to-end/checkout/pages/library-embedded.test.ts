// Paying inside an element of the merchant's page, as the library from version 63 on shows it.
import assert from 'node:assert/strict'
import { type Page, untilProblem } from '../../../support/browser/browser.ts'
import {
  callbackNames,
  cancelButton,
  checkoutSite,
  countdown,
  declinedAlert,
  libraryFrom63,
  messagesOf,
  onPress,
  payButton,
  payFrameOf,
  pressPay,
  screenshot,
  typeCard,
  until,
  untilMessage,
} from '../../../support/browser/checkout-site.ts'
import { press, untilSeen, valueIn } from '../../../support/browser/in-page.ts'
import { describe, it } from '../../../support/browser/test.ts'

const frame = '#place iframe'

describe('the embedded payment page', () => {
  const site = checkoutSite()
  const opening = (sessionId: string) => ({
    library: libraryFrom63,
    data: callbackNames,
    body: '<div id="place"></div>',
    script: onPress(`showEmbeddedPage('#place')`, sessionId),
  })
  const framesIn = (page: Page) => valueIn<number>(page, `document.querySelectorAll('${frame}').length`)

  it('is declined, then paid once by a double click, closes, and the shop receives the success indicator', async () => {
    const { sessionId, orderId, successIndicator } = await site.checkout(100)
    const page = await site.visit(opening(sessionId))
    await page.click('#pay')
    const inside = page.frameLocator(frame)
    await typeCard(payFrameOf(page), 'DECLINED')
    await screenshot(page, 'embedded-wide')
    await inside.locator(payButton).click()
    await inside.locator(declinedAlert).waitFor()
    assert.deepEqual(await messagesOf(page), [])
    await typeCard(payFrameOf(page))
    await inside.locator(payButton).dblclick()
    const [[name, result] = []] = (await untilMessage(page)) as [[string, Record<string, string>]]
    assert.equal(name, 'onComplete')
    assert.equal(result?.['resultIndicator'], successIndicator)
    assert.match(result?.['sessionVersion'] ?? '', /^[0-9a-f]{8}\d\d$/)
    assert.equal(await page.locator(frame).count(), 0)
    assert.deepEqual(await site.outcomeOf(orderId), ['CAPTURED', 'DECLINED', 'APPROVED'])
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('ends with another indicator when the last attempt allowed has failed', async () => {
    const { sessionId, orderId, successIndicator } = await site.checkout(100, { retryAttemptCount: 1 })
    const page = await site.visit(opening(sessionId))
    await press(page, '#pay')
    const inside = payFrameOf(page)
    await typeCard(inside, 'DECLINED')
    await pressPay(inside)
    const [[name, result] = []] = (await untilMessage(page)) as [[string, Record<string, string>]]
    assert.equal(name, 'onComplete')
    assert.match(result?.['resultIndicator'] ?? '', /^.{16}/)
    assert.notEqual(result?.['resultIndicator'], successIndicator)
    assert.deepEqual(await site.outcomeOf(orderId), ['FAILED', 'DECLINED'])
    await page.close()
  })

  it("has the height that it needs, wide and narrow, and no cancel button: the shop's page around it has one", async () => {
    const { sessionId } = await site.checkout(100)
    const usual = { width: 1280, height: 720 }
    for (const viewport of [
      { width: 1280, height: 900 },
      { width: 390, height: 844 },
    ]) {
      const page = await site.visit(opening(sessionId))
      await page.setViewportSize(viewport)
      await page.click('#pay')
      const inside = page.frameLocator(frame)
      await inside.locator(payButton).waitFor()
      const body = inside.locator('body')
      const height = async () => Math.ceil((await body.boundingBox())?.height ?? 0)
      await until(page, `document.querySelector('${frame}').offsetHeight !== 640`)
      const before = await height()
      assert.equal(await page.locator(frame).evaluate((element) => element.clientHeight), before)
      assert.equal(await inside.locator(cancelButton).count(), 0)
      await inside.locator('[name=cardNumber]').press('Escape')
      assert.ok(await inside.locator(payButton).isVisible())
      assert.deepEqual(await messagesOf(page), [])
      // Faults under the fields make it higher.
      await inside.locator(payButton).click()
      await until(page, `document.querySelector('${frame}').offsetHeight > ${before}`)
      await screenshot(page, `embedded-${viewport.width}`)
      await page.setViewportSize(usual)
      await page.close()
    }
  })

  it('ends when its time is over', async () => {
    const { sessionId } = await site.checkout(100, { timeout: 60 })
    const page = await site.visitWithClock(opening(sessionId))
    await press(page, '#pay')
    await untilSeen(payFrameOf(page), countdown)
    await site.expire(sessionId)
    await page.clock.fastForward(61_000)
    assert.deepEqual(await untilMessage(page), [['onTimeout']])
    await page.close()
  })

  it('is not shown with an unknown session, and the shop receives the reason', async () => {
    const page = await site.visit(opening('SESSION0002000000000A0000000B00'))
    await press(page, '#pay')
    const [[name, error] = []] = (await untilMessage(page)) as [[string, Record<string, string>]]
    assert.deepEqual([name, error?.['cause']], ['onError', 'INVALID_REQUEST'])
    assert.equal(await framesIn(page), 0)
    await page.close()
  })

  it('is not shown on a site that the gateway does not know, and the shop is notified after a while', async () => {
    const { sessionId } = await site.checkout(100)
    // Nothing in the session names the site, and its policy keeps the library from saying who asks.
    const page = await site.visitWithClock({ ...opening(sessionId), mayAsk: false })
    await press(page, '#pay')
    await untilSeen(page, frame)
    await until(page, `document.querySelector('${frame}').contentDocument === null`)
    await page.clock.fastForward(5_000)
    assert.deepEqual(await messagesOf(page), [])
    for (let seconds = 0; seconds < 15; seconds += 1) await page.clock.runFor(1_000)
    const [[name, error] = []] = (await untilMessage(page)) as [[string, Record<string, string>]]
    assert.deepEqual([name, error?.['cause']], ['onError', 'REQUEST_REJECTED'])
    await untilProblem(page, /frame-ancestors/)
    await page.close()
  })

  it('shows one page in an element, the latest, and pays once in two tabs', async () => {
    const { sessionId, orderId } = await site.checkout(100)
    const page = await site.visit(opening(sessionId))
    await press(page, '#pay')
    await press(page, '#pay')
    const inside = payFrameOf(page)
    await untilSeen(inside, 'form#pay button[type=submit]')
    assert.equal(await framesIn(page), 1)
    const other = await page.context().newPage()
    await other.goto(page.url())
    await press(other, '#pay')
    await typeCard(inside)
    await typeCard(payFrameOf(other))
    await Promise.all([page, other].map((each) => each.frameLocator(frame).locator(payButton).click()))
    await Promise.all([untilMessage(page), untilMessage(other)])
    assert.deepEqual(await site.outcomeOf(orderId), ['CAPTURED', 'APPROVED'])
    await page.close()
  })

  it('takes the payer to the address of the session where the shop named no function', async () => {
    const { origin } = site.merchant
    const { sessionId, successIndicator } = await site.checkout(100, { returnUrl: `${origin}/paid` })
    const page = await site.visit({ ...opening(sessionId), data: {} })
    await press(page, '#pay')
    const inside = payFrameOf(page)
    await typeCard(inside)
    await pressPay(inside)
    await page.waitForURL(/\/paid\?/)
    assert.equal(new URL(page.url()).searchParams.get('resultIndicator'), successIndicator)
    await page.close()
  })
})
