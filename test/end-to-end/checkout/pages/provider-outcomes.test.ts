// The crooked ways between our page and a provider's site, in a real browser: back and forth, another way after all, without the
// browser's memory, out of a frame, without scripts; and what the provider learns of the page.
import assert from 'node:assert/strict'
import { processDueReversals } from '../../../../src/payments/jobs/reverse-owed.ts'
import {
  awaySite,
  button,
  cards,
  decideAtProvider,
  goToProvider,
  goToProviderByHand,
  typeCard,
} from '../../../support/browser/away-site.ts'
import type { Page } from '../../../support/browser/browser.ts'
import { declinedAlert, payFrameOf } from '../../../support/browser/checkout-site.ts'
import { press, untilSeen, valueIn } from '../../../support/browser/in-page.ts'
import { describe, it } from '../../../support/browser/test.ts'
import { until } from '../../../support/checks/poll.ts'
import { openPayer } from '../../../support/clients/browser-payment.ts'
import type { NewCheckout } from '../../../support/clients/payer.ts'

describe('between the checkout page and a provider', () => {
  const site = awaySite()
  const atProvider = (page: Page) => page.waitForURL((address) => address.pathname.startsWith('/sandbox/providers/'))
  const isUnfinished = (page: Page, letter = 'A') =>
    untilSeen(page, 'h1', `Your payment at \u2068Provider ${letter}\u2069 is not complete`)
  const standing = ({ orderId }: NewCheckout) =>
    site.gateway.query(
      `select 1 from simulated_providers.line where details->>'orderId' = $1 and reversed_at is null
         and decision = 'APPROVE'`,
      [orderId],
    )

  it('the back button leads to a page from which the payer can continue there', async () => {
    const checkout = await site.checkout()
    const page = await site.open(checkout)
    await goToProvider(page, 'A')
    await atProvider(page)
    await page.goBack()
    await isUnfinished(page)
    assert.equal(await valueIn(page, `document.querySelector('[name=cardNumber]')`), null)
    await page.getByRole('link', { name: 'Continue at' }).click()
    await decideAtProvider(page, 'A', 'APPROVE')
    assert.equal(await site.backInShop(page), checkout.successIndicator)
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('the payer pays by another method after all, and the payment at the provider is cancelled', async () => {
    const checkout = await site.checkout({ retryAttemptCount: 1 })
    const page = await site.open(checkout)
    await goToProvider(page, 'A')
    await atProvider(page)
    const providerPage = page.url()
    await page.goBack()
    await isUnfinished(page)
    await page.getByRole('button', { name: 'Choose another payment method' }).click()
    await untilSeen(page, '[name=cardNumber]')
    assert.equal(await valueIn(page, `document.querySelector('[name=attempt]')?.value`), '1', 'nothing was declined')
    // The provider is asked to cancel it; whatever the payer does there now is reversed, or no longer possible.
    await processDueReversals(site.gateway.dependencies)
    // The gateway's own job may have claimed it.
    const owed = 'select from transactions where order_id = $1 and reverse_at is not null'
    await until(async () => (await site.gateway.query(owed, [checkout.orderId])).length === 0, 'the reversal is done')
    const other = await page.context().newPage()
    await other.goto(providerPage)
    assert.equal(await valueIn(other, `document.querySelector('[name=decision][value=APPROVE]')`), null)
    await typeCard(page, cards.enrolled)
    await press(page, button)
    assert.equal(await site.backInShop(page), checkout.successIndicator)
    assert.deepEqual(await site.outcomeOf(checkout), ['CAPTURED', 'PAYMENT ABORTED', 'PAYMENT APPROVED'])
    assert.deepEqual(await standing(checkout), [])
    await page.close()
  })

  it('an agreement of the payer meanwhile counts, also where another method was chosen', async () => {
    const checkout = await site.checkout()
    const page = await site.open(checkout)
    await goToProvider(page, 'A')
    await atProvider(page)
    await page.goBack()
    await isUnfinished(page)
    // In another tab, which is closed before the provider's site has sent it back.
    await openPayer(site.gateway).decide(checkout, 'APPROVE')
    await press(page, 'button', 'Choose another payment method')
    assert.equal(await site.backInShop(page), checkout.successIndicator)
    assert.deepEqual(await site.outcomeOf(checkout), ['CAPTURED', 'PAYMENT APPROVED'])
    await page.close()
  })

  it('the page notices a decision in another tab', async () => {
    const checkout = await site.checkout()
    const page = await site.open(checkout)
    await goToProvider(page, 'C')
    await atProvider(page)
    const providerPage = page.url()
    await page.goBack()
    await isUnfinished(page, 'C')
    const other = await page.context().newPage()
    await other.goto(providerPage)
    await decideAtProvider(other, 'C', 'APPROVE')
    assert.equal(await site.backInShop(other), checkout.successIndicator)
    await page.bringToFront()
    assert.equal(await site.backInShop(page), checkout.successIndicator)
    await page.close()
  })

  for (const frame of ['lightbox', 'embedded']) {
    it(`a page in a frame (${frame}) is left for the provider, which shows nothing in frames`, async () => {
      const checkout = await site.checkout()
      const page = await site.tab()
      const framed = `${site.url}${site.pathOf(checkout)}?frame=${frame}`
      await page.goto(site.shop.show(`<iframe src="${framed}" width="600" height="900"></iframe>`))
      await goToProvider(payFrameOf(page), 'A')
      await decideAtProvider(page, 'A', 'APPROVE')
      assert.equal(await site.backInShop(page), checkout.successIndicator)
      assert.deepEqual(page.problems, [])
      await page.close()
    })
  }

  it('works without scripts', async () => {
    const checkout = await site.checkout()
    const page = await site.open(checkout, { javaScriptEnabled: false })
    await goToProviderByHand(page, 'B')
    await decideAtProvider(page, 'B', 'CANCEL')
    await untilSeen(page, declinedAlert, 'You cancelled the payment at')
    await goToProviderByHand(page, 'C')
    await page.locator('[name=step]').click()
    await page.locator('[name=decision][value=APPROVE]').click()
    assert.equal(await site.backInShop(page), checkout.successIndicator)
    await page.close()
  })

  it('the provider and the log never receive the session id; nor do other addresses get the cookie', async () => {
    const checkout = await site.checkout()
    const page = await site.open(checkout)
    const asked: { url: string; referer: string; cookie: string }[] = []
    page.on('request', (request) => {
      void request
        .allHeaders()
        .then(({ referer = '', cookie = '' }) => asked.push({ url: request.url(), referer, cookie }))
    })
    await goToProvider(page, 'A')
    await atProvider(page)
    const [cookie] = await page.context().cookies()
    assert.match(cookie?.path ?? '', /^\/checkout\/return\/[0-9a-f]{32}$/)
    assert.deepEqual([cookie?.httpOnly, cookie?.secure, cookie?.sameSite], [true, true, 'Lax'])
    await decideAtProvider(page, 'A', 'APPROVE')
    await site.backInShop(page)
    const elsewhere = asked.filter(({ url }) => !url.startsWith(`${site.url}/checkout/`))
    assert.ok(elsewhere.some(({ url }) => url.includes('/sandbox/providers/')))
    for (const each of elsewhere) assert.ok(!JSON.stringify(each).includes(checkout.sessionId), JSON.stringify(each))
    assert.deepEqual([...new Set(asked.map(({ referer }) => referer.includes(checkout.sessionId)))], [false])
    const kept = asked.filter(({ cookie: sent }) => sent !== '').map(({ url }) => new URL(url).pathname)
    assert.deepEqual(kept, [cookie?.path])
    const log = site.gateway.logLines.join('')
    for (const secret of [checkout.sessionId, cookie?.path.split('/').at(-1) ?? '']) assert.ok(!log.includes(secret))
    await page.close()
  })

  it('there was never foreign markup on the checkout pages', () => {
    assert.deepEqual(site.reports(), [])
  })
})
