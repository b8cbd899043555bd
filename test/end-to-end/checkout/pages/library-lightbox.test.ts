// Paying in a window over the merchant's page, as the library up to version 62 opens it.
import assert from 'node:assert/strict'
import { seriousFaults } from '../../../support/browser/accessibility.ts'
import type { WatchedPage } from '../../../support/browser/browser.ts'
import {
  callbackNames,
  cancelButton,
  checkoutSite,
  countdown,
  declinedAlert,
  libraryTo62,
  messagesOf,
  onPress,
  payButton,
  payFrameOf,
  pressPay,
  screenshot,
  typeCard,
  untilMessage,
} from '../../../support/browser/checkout-site.ts'
import { press, untilSeen, untilTrue, valueIn } from '../../../support/browser/in-page.ts'
import { describe, it } from '../../../support/browser/test.ts'

const frame = 'dialog iframe'
/** In the page, where it is hidden from the shop's styles. */
const dialog = `[...document.querySelectorAll('*')].map(({ shadowRoot }) => shadowRoot?.querySelector('dialog')).find(Boolean)`

describe('the lightbox', () => {
  const site = checkoutSite()
  const shopBody = '<p><a href="#one">One</a> <a href="#two">Two</a></p>'
  const opening = (sessionId: string, settings?: string) => ({
    library: libraryTo62,
    data: callbackNames,
    body: shopBody,
    script: onPress('showLightbox()', sessionId, settings),
  })
  async function openLightbox(sessionId: string, settings?: string): Promise<WatchedPage> {
    const page = await site.visit(opening(sessionId, settings))
    await pressAndSee(page)
    return page
  }
  async function pressAndSee(page: WatchedPage): Promise<void> {
    await press(page, '#pay')
    await untilSeen(payFrameOf(page), 'form#pay button[type=submit]')
    // The scripts of our page are at work when it has said that it is there.
    await untilTrue(page, `${dialog} && !${dialog}.querySelector('p')`)
  }
  const isGone = (page: WatchedPage) => untilTrue(page, `!${dialog}`)

  it('is declined, then paid with another card, closes, and the shop receives the success indicator', async () => {
    const { sessionId, orderId, successIndicator } = await site.checkout(60)
    const page = await openLightbox(sessionId)
    const address = page.url()
    const inside = page.frameLocator(frame)
    await screenshot(page, 'lightbox-wide')
    await typeCard(payFrameOf(page), 'DECLINED')
    await inside.locator(payButton).click()
    await inside.locator(declinedAlert).waitFor()
    assert.deepEqual(await messagesOf(page), [])
    await typeCard(payFrameOf(page))
    await inside.locator(payButton).click()
    const [[name, indicator, version] = []] = await untilMessage(page)
    assert.deepEqual([name, indicator], ['onComplete', successIndicator])
    assert.match(String(version), /^[0-9a-f]{8}\d\d$/)
    assert.equal(page.url(), address)
    await isGone(page)
    assert.deepEqual(await site.outcomeOf(orderId), ['CAPTURED', 'DECLINED', 'APPROVED'])
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('is cancelled by the page, by Escape inside and around it, and by its own button', async () => {
    const ways: readonly ((page: WatchedPage) => Promise<void>)[] = [
      (page) => page.frameLocator(frame).locator(cancelButton).click(),
      (page) => page.frameLocator(frame).locator('[name=cardNumber]').press('Escape'),
      (page) => page.locator('dialog button').press('Escape'),
      (page) => page.locator('dialog button').click(),
    ]
    const { sessionId, orderId } = await site.checkout(60)
    const page = await openLightbox(sessionId)
    for (const cancel of ways) {
      await cancel(page)
      assert.deepEqual(await untilMessage(page), [['onCancel']])
      await isGone(page)
      assert.equal(await page.evaluate('document.activeElement.id'), 'pay')
      assert.deepEqual(await site.outcomeOf(orderId), ['NONE'])
      // The payer may think again, in the same session.
      await page.evaluate('received.length = 0')
      await pressAndSee(page)
    }
    await page.close()
  })

  it('stays open while a payment is in progress, whatever the payer presses', async () => {
    const { sessionId, orderId } = await site.checkout(60)
    const page = await openLightbox(sessionId)
    const { promise: posted, resolve: onPosted } = Promise.withResolvers<() => void>()
    await page.route('**/checkout/pay/**', (route) =>
      route.request().method() === 'POST' ? onPosted(() => void route.continue()) : route.continue(),
    )
    await typeCard(payFrameOf(page))
    await pressPay(payFrameOf(page))
    const goOn = await posted
    for (let times = 0; times < 3; times += 1) await page.locator('dialog button').press('Escape')
    await page.locator('dialog button').click()
    assert.deepEqual(await messagesOf(page), [])
    assert.ok(await page.locator('dialog').isVisible())
    goOn()
    const [[name] = []] = await untilMessage(page)
    assert.equal(name, 'onComplete')
    assert.deepEqual(await site.outcomeOf(orderId), ['CAPTURED', 'APPROVED'])
    await page.close()
  })

  it('opens once, however often the payer clicks, and is paid once by a double click', async () => {
    const { sessionId, orderId } = await site.checkout(60)
    const page = await site.visit(opening(sessionId))
    await page.evaluate(`for (let clicks = 0; clicks < 3; clicks += 1) document.querySelector('#pay').click()`)
    const inside = page.frameLocator(frame)
    await inside.locator(payButton).waitFor()
    assert.equal(await page.locator('dialog').count(), 1)
    await typeCard(payFrameOf(page))
    await inside.locator(payButton).dblclick()
    await untilMessage(page)
    assert.deepEqual(await site.outcomeOf(orderId), ['CAPTURED', 'APPROVED'])
    await page.close()
  })

  it('traps the focus, from the first field to the last and round again, and can be paid with the keyboard alone', async () => {
    const { sessionId, orderId } = await site.checkout(60)
    const page = await site.visit(opening(sessionId))
    await page.locator('#pay').focus()
    await page.keyboard.press('Enter')
    await untilSeen(payFrameOf(page), 'form#pay button[type=submit]')
    await untilTrue(page, `document.activeElement.shadowRoot?.activeElement?.localName === 'iframe'`)
    const places = new Set<string>()
    for (let presses = 0; presses < 30; presses += 1) {
      await page.keyboard.press('Tab')
      places.add(
        await page.evaluate(
          'document.activeElement.shadowRoot?.activeElement?.localName ?? document.activeElement.localName',
        ),
      )
    }
    // The body stands for the browser's own bar, on the way round.
    assert.deepEqual([...places].filter((place) => place !== 'body').toSorted(), ['button', 'iframe'])
    const isThere = () => valueIn<boolean>(payFrameOf(page), `document.activeElement?.name === 'cardNumber'`)
    for (let presses = 0; presses < 30 && !(await isThere()); presses += 1) await page.keyboard.press('Tab')
    assert.ok(await isThere())
    await page.keyboard.type('5123450000000008')
    await page.keyboard.press('Tab')
    // Two digits of the month lead to the year by themselves.
    await page.keyboard.type('0139')
    await page.keyboard.press('Tab')
    await page.keyboard.type('100')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Jane Payer')
    await page.keyboard.press('Enter')
    await untilMessage(page)
    assert.deepEqual(await site.outcomeOf(orderId), ['CAPTURED', 'APPROVED'])
    await page.close()
  })

  it('has a name, leaves no serious fault of accessibility, and keeps the page behind it from scrolling', async () => {
    const { sessionId } = await site.checkout(60)
    const page = await openLightbox(sessionId, `interaction: { locale: 'de_DE' }`)
    assert.ok(await page.getByRole('dialog', { name: 'Bezahlen' }).isVisible())
    assert.ok(await page.getByRole('button', { name: 'Bezahlen abbrechen' }).isVisible())
    assert.equal(await page.locator(frame).getAttribute('title'), 'Bezahlen')
    assert.equal(await page.evaluate('getComputedStyle(document.documentElement).overflow'), 'hidden')
    assert.deepEqual(await seriousFaults(page), [])
    await page.locator('dialog button').click()
    await untilMessage(page)
    assert.equal(await page.evaluate('getComputedStyle(document.documentElement).overflow'), 'visible')
    await page.close()
  })

  it('fills a narrow screen', async () => {
    const { sessionId } = await site.checkout(60)
    const page = await openLightbox(sessionId)
    const usual = page.viewportSize() ?? { width: 1280, height: 720 }
    await page.setViewportSize({ width: 390, height: 844 })
    await screenshot(page, 'lightbox-narrow')
    const box = await page.locator('dialog').boundingBox()
    assert.deepEqual(
      [box?.width, box?.height].map((side) => Math.round(side ?? 0)),
      [390, 844],
    )
    await page.setViewportSize(usual)
    await page.close()
  })

  it('ends when its time is over', async () => {
    const { sessionId } = await site.checkout(60, { timeout: 60 })
    const page = await site.visitWithClock(opening(sessionId))
    await press(page, '#pay')
    await untilSeen(payFrameOf(page), countdown)
    await site.expire(sessionId)
    await page.clock.fastForward(61_000)
    assert.deepEqual(await untilMessage(page), [['onTimeout']])
    await isGone(page)
    await page.close()
  })

  it('does not open with an unknown session, and the shop receives the reason', async () => {
    const page = await site.visit(opening('SESSION0002000000000A0000000B00'))
    await press(page, '#pay')
    const [[name, error] = []] = (await untilMessage(page)) as [[string, Record<string, string>]]
    assert.deepEqual([name, error?.['cause']], ['onError', 'INVALID_REQUEST'])
    await isGone(page)
    await page.close()
  })

  it("is opened by a form where the page's policy allows no requests by script", async () => {
    const { sessionId, orderId } = await site.checkout(60, {
      merchant: { name: 'Tea shop', url: site.merchant.origin },
    })
    const page = await site.visit({ ...opening(sessionId), mayAsk: false })
    await press(page, '#pay')
    await typeCard(payFrameOf(page))
    await pressPay(payFrameOf(page))
    await untilMessage(page)
    assert.deepEqual(await site.outcomeOf(orderId), ['CAPTURED', 'APPROVED'])
    await page.close()
  })

  it('takes the payer to the addresses of the session where the shop named no function', async () => {
    const { origin } = site.merchant
    const { sessionId, successIndicator } = await site.checkout(60, {
      returnUrl: `${origin}/paid`,
      cancelUrl: `${origin}/basket`,
    })
    const page = await site.visit({ ...opening(sessionId), data: {} })
    await press(page, '#pay')
    await press(payFrameOf(page), cancelButton)
    await page.waitForURL(`${origin}/basket`)
    await page.goBack()
    await press(page, '#pay')
    await typeCard(payFrameOf(page))
    await pressPay(payFrameOf(page))
    await page.waitForURL(/\/paid\?/)
    assert.equal(new URL(page.url()).searchParams.get('resultIndicator'), successIndicator)
    await page.close()
  })
})
