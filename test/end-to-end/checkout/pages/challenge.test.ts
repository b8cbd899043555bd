// The payer's bank asks on our page whether it is the payer, in a real browser: whatever the bank says, wherever the page is, and
// whatever the payer does meanwhile. Every response of the bank is in ../at-bank.test.ts.
import assert from 'node:assert/strict'
import { awaySite, button, cards, typeCard } from '../../../support/browser/away-site.ts'
import type { Page } from '../../../support/browser/browser.ts'
import { declinedAlert, payFrameOf, screenshot, untilMessage } from '../../../support/browser/checkout-site.ts'
import { frameNamed, type PageOrFrame, press, untilSeen, valueIn } from '../../../support/browser/in-page.ts'
import { describe, it } from '../../../support/browser/test.ts'
import { openShop } from '../../../support/clients/shop.ts'

describe('the challenge on the page', () => {
  const site = awaySite()
  const asked = { action: undefined }
  const bank = (page: Page) => frameNamed(page, 'challenge')
  const isAsked = (page: Page) => untilSeen(bank(page), 'h1', 'Is this payment yours?')
  const attemptOf = (page: Page) => valueIn<string>(page, `document.querySelector('[name=attempt]').value`)

  async function answer(page: Page, label: string): Promise<void> {
    await press(bank(page), 'label', label)
    await press(bank(page), 'button', 'Confirm')
  }
  async function pay(place: PageOrFrame, number: string): Promise<void> {
    await typeCard(place, number)
    await press(place, button)
  }

  it('has the name of the page, fits its frame, is answered, and the payment continues by itself with the proof', async () => {
    const checkout = await site.checkout({ ...asked, merchant: { name: 'The corner shop' } })
    const page = await site.open(checkout)
    const paths: string[] = []
    page.on('request', (request) => paths.push(new URL(request.url()).pathname))
    await typeCard(page, cards.enrolled)
    await page.locator(`${button}:visible`).click()
    await isAsked(page)
    const visited = paths.filter((path) => path.startsWith('/sandbox/acs/') && !/\.(css|js)$/.test(path))
    assert.deepEqual(visited, ['/sandbox/acs/method', '/sandbox/acs/challenge'], 'the bank has seen the browser first')
    assert.equal(await page.locator('[name=cardNumber]').count(), 0)
    assert.match((await page.locator('h1').textContent()) ?? '', /The corner shop/)
    const frame = page.frameLocator('iframe[name=challenge]')
    await frame.getByText('The corner shop', { exact: true }).waitFor()
    const excess = () =>
      frame
        .locator('html')
        .evaluate((root) => [root.scrollWidth - root.clientWidth, root.scrollHeight - root.clientHeight])
    const usual = page.viewportSize() ?? { width: 1280, height: 800 }
    for (const [width, height] of [
      [1280, 860],
      [500, 600],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      assert.deepEqual(await excess(), [0, 0], `${width} by ${height}`)
    }
    await page.setViewportSize({ width: 390, height: 1240 })
    await screenshot(page, 'challenge')
    await page.setViewportSize({ width: 320, height: 640 })
    assert.equal((await excess())[0], 0, 'even the narrowest screens need to scroll downwards only')
    await page.setViewportSize(usual)
    await frame.getByRole('radio', { name: 'Successful' }).check()
    await frame.getByRole('button', { name: 'Confirm' }).click()
    assert.equal(await site.backInShop(page), checkout.successIndicator)
    assert.deepEqual(await site.outcomeOf(checkout), ['CAPTURED', 'AUTHENTICATION APPROVED', 'PAYMENT APPROVED'])
    const { body } = await openShop(site.gateway).transaction(checkout.orderId, '1')
    assert.equal(body.transaction.authenticationStatus, 'AUTHENTICATION_SUCCESSFUL')
    assert.equal(body.authentication['3ds'].acsEci, '02')
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('is answered wrongly or cancelled: nothing is paid, the payer is informed, and may use another card', async () => {
    const checkout = await site.checkout(asked)
    const page = await site.open(checkout)
    await pay(page, cards.enrolled)
    await isAsked(page)
    await answer(page, 'Failed')
    await untilSeen(page, declinedAlert, 'Your bank could not confirm your identity.')
    assert.equal(await attemptOf(page), '2')
    await pay(page, cards.visa)
    await isAsked(page)
    await press(bank(page), 'button', 'Cancel')
    await untilSeen(page, declinedAlert)
    assert.equal(await attemptOf(page), '3')
    await pay(page, cards.notEnrolled)
    assert.equal(await site.backInShop(page), checkout.successIndicator)
    assert.deepEqual(await site.outcomeOf(checkout), [
      'CAPTURED',
      'AUTHENTICATION AUTHENTICATION_FAILED',
      'AUTHENTICATION AUTHENTICATION_FAILED',
      'AUTHENTICATION DECLINED',
      'PAYMENT APPROVED',
    ])
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('is shown again after a reload in the middle, and can be answered in any tab', async () => {
    const checkout = await site.checkout(asked)
    const page = await site.open(checkout)
    await pay(page, cards.enrolled)
    await isAsked(page)
    await page.reload()
    await isAsked(page)
    const other = await page.context().newPage()
    await other.goto(site.url + site.pathOf(checkout))
    await isAsked(other)
    await answer(other, 'Successful')
    assert.equal(await site.backInShop(other), checkout.successIndicator)
    await press(page, 'a', 'Continue')
    assert.equal(await site.backInShop(page), checkout.successIndicator)
    assert.deepEqual(await site.outcomeOf(checkout), ['CAPTURED', 'AUTHENTICATION APPROVED', 'PAYMENT APPROVED'])
    await page.close()
  })

  it('can be left by another payment method, by cancelling, or by the back button', async () => {
    const checkout = await site.checkout({ ...asked, cancelUrl: `${site.shop.origin}/cart` })
    const page = await site.open(checkout)
    await pay(page, cards.enrolled)
    await isAsked(page)
    await page.goBack()
    await isAsked(page)
    await press(page, 'button', 'Choose another payment method')
    await untilSeen(page, declinedAlert)
    assert.equal(await attemptOf(page), '2')
    await pay(page, cards.enrolled)
    await isAsked(page)
    await press(page, 'form.cancel button')
    await page.waitForURL(`${site.shop.origin}/cart`)
    await page.goto(site.url + site.pathOf(checkout))
    assert.equal(await attemptOf(page), '3')
    assert.deepEqual((await site.outcomeOf(checkout)).slice(1), ['AUTHENTICATION PENDING', 'AUTHENTICATION PENDING'])
    await page.close()
  })

  it('works without scripts', async () => {
    const checkout = await site.checkout(asked)
    const page = await site.open(checkout, { javaScriptEnabled: false })
    await pay(page, cards.enrolled)
    await press(page, 'button', 'Show my bank’s page')
    await isAsked(page)
    await answer(page, 'Successful')
    // The bank's way back, and ours.
    await press(bank(page), 'button', 'Continue')
    await untilSeen(bank(page), 'p', 'You are going back to the shop.')
    await press(bank(page), 'button', 'Continue')
    await untilSeen(bank(page), 'body', 'Your bank has received your response.')
    await press(page, 'a', 'Continue')
    assert.equal(await site.backInShop(page), checkout.successIndicator)
    await page.close()
  })

  for (const frame of ['lightbox', 'embedded']) {
    it(`is shown within a page of the shop (${frame}), which receives only the end`, async () => {
      const checkout = await site.checkout({ ...asked, returnUrl: undefined, merchant: { url: site.shop.origin } })
      const page = await site.tab()
      const framed = `${site.url}${site.pathOf(checkout)}?frame=${frame}`
      await page.goto(
        site.shop.show(`<iframe id="ours" src="${framed}" width="600" height="1200"></iframe><script>
          globalThis.received = []
          addEventListener('message', ({ data }) => data.event !== 'ready' && received.push(data))</script>`),
      )
      await pay(payFrameOf(page), cards.enrolled)
      await isAsked(page)
      await answer(page, 'Successful')
      await untilMessage(page)
      const heard = await page.evaluate<readonly Record<string, string>[]>('received')
      assert.deepEqual(
        heard.map(({ event, resultIndicator }) => [event, resultIndicator]),
        [['complete', checkout.successIndicator]],
      )
      assert.deepEqual(page.problems, [])
      await page.close()
    })
  }

  it('was never shown on a page with foreign markup', () => {
    assert.deepEqual(site.reports(), [])
  })
})
