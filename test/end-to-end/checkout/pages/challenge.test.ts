// The payer's bank asks on our page whether it is the payer, in a real browser: whatever the bank says, wherever the page is, and
// whatever the payer does meanwhile. Every answer of the bank is in ../at-bank.test.ts.
import assert from 'node:assert/strict'
import type { FrameLocator } from 'playwright-core'
import { awaySite, button, cards, typeCard } from '../../../support/browser/away-site.ts'
import type { Page } from '../../../support/browser/browser.ts'
import { declinedAlert, screenshot, untilMessage } from '../../../support/browser/checkout-site.ts'
import { describe, it } from '../../../support/browser/test.ts'
import { openShop } from '../../../support/clients/shop.ts'

describe('the challenge on the page', () => {
  const site = awaySite()
  const asked = { action: undefined }
  const bank = (place: Page | FrameLocator) => place.frameLocator('iframe[name=challenge]')

  async function isAsked(place: Page | FrameLocator): Promise<void> {
    await bank(place).getByRole('heading', { name: 'Is this payment yours?' }).waitFor()
  }
  async function answer(place: Page | FrameLocator, label: string): Promise<void> {
    await bank(place).getByRole('radio', { name: label }).check()
    await bank(place).getByRole('button', { name: 'Confirm' }).click()
  }
  async function pay(place: Page | FrameLocator, number: string, month?: string, year?: string): Promise<void> {
    await typeCard(place, number, month, year)
    await place.locator(button).click()
  }

  it('is answered, and the payment continues by itself with the proof', async () => {
    const checkout = await site.checkout(asked)
    const page = await site.open(checkout)
    const paths: string[] = []
    page.on('request', (request) => paths.push(new URL(request.url()).pathname))
    await pay(page, cards.enrolled)
    await isAsked(page)
    const visited = paths.filter((path) => path.startsWith('/sandbox/acs/') && !/\.(css|js)$/.test(path))
    assert.deepEqual(visited, ['/sandbox/acs/method', '/sandbox/acs/challenge'], 'the bank has seen the browser first')
    assert.equal(await page.locator('[name=cardNumber]').count(), 0)
    await answer(page, 'Successful')
    assert.equal(await site.backInShop(page), checkout.successIndicator)
    assert.deepEqual(await site.outcomeOf(checkout), ['CAPTURED', 'AUTHENTICATION APPROVED', 'PAYMENT APPROVED'])
    const { body } = await openShop(site.gateway).transaction(checkout.orderId, '1')
    assert.equal(body.transaction.authenticationStatus, 'AUTHENTICATION_SUCCESSFUL')
    assert.equal(body.authentication['3ds'].acsEci, '02')
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('shows the name that the page has, and fits its frame on wide and narrow screens', async () => {
    const checkout = await site.checkout({ ...asked, merchant: { name: 'The corner shop' } })
    const page = await site.open(checkout)
    await pay(page, cards.enrolled)
    await isAsked(page)
    assert.match((await page.locator('h1').textContent()) ?? '', /The corner shop/)
    await bank(page).getByText('The corner shop', { exact: true }).waitFor()
    const excess = () =>
      bank(page)
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
    await page.close()
  })

  it('is answered wrongly or cancelled: nothing is paid, the payer is informed, and may use another card', async () => {
    const checkout = await site.checkout(asked)
    const page = await site.open(checkout)
    await pay(page, cards.enrolled)
    await isAsked(page)
    await answer(page, 'Failed')
    await page.getByText('Your bank could not confirm your identity.').waitFor()
    assert.equal(await page.locator('[name=attempt]').inputValue(), '2')
    await pay(page, cards.visa)
    await isAsked(page)
    await bank(page).getByRole('button', { name: 'Cancel' }).click()
    await page.locator(declinedAlert).waitFor()
    assert.equal(await page.locator('[name=attempt]').inputValue(), '3')
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
    await page.getByRole('link', { name: 'Continue' }).click()
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
    await page.getByRole('button', { name: 'Choose another payment method' }).click()
    await page.locator(declinedAlert).waitFor()
    assert.equal(await page.locator('[name=attempt]').inputValue(), '2')
    await pay(page, cards.enrolled)
    await isAsked(page)
    await page.locator('form.cancel button').click()
    await page.waitForURL(`${site.shop.origin}/cart`)
    await page.goto(site.url + site.pathOf(checkout))
    assert.equal(await page.locator('[name=attempt]').inputValue(), '3')
    assert.deepEqual((await site.outcomeOf(checkout)).slice(1), ['AUTHENTICATION PENDING', 'AUTHENTICATION PENDING'])
    await page.close()
  })

  it('works without scripts', async () => {
    const checkout = await site.checkout(asked)
    const page = await site.open(checkout, { javaScriptEnabled: false })
    await pay(page, cards.enrolled)
    await page.getByRole('button', { name: 'Show my bank’s page' }).click()
    await isAsked(page)
    await answer(page, 'Successful')
    // The bank's way back, and ours.
    await bank(page).getByRole('button', { name: 'Continue' }).click()
    await bank(page).getByText('You are going back to the shop.').waitFor()
    await bank(page).getByRole('button', { name: 'Continue' }).click()
    await bank(page).getByText('Your bank has received your response.').waitFor()
    await page.getByRole('link', { name: 'Continue' }).click()
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
      const inside = page.frameLocator('#ours')
      await pay(inside, cards.enrolled)
      await isAsked(inside)
      await answer(inside, 'Successful')
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
