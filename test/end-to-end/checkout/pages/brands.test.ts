// What a merchant and its payers see of brands: accepted cards, the merchant's colours, and receipts, in a real browser.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { PageView } from '../../../../src/pages/checkout/page-view.ts'
import { type Browser, launchBrowser, openPage, type WatchedPage } from '../../../support/browser/browser.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { type SamplePage, samplePages } from '../../../support/builders/sample-pages.ts'
import { type DrawnPages, serveDrawnPages } from '../../../support/sites/drawn-pages.ts'

/** One pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const wide = { viewport: { width: 1280, height: 860 } }

describe("the payer's page", () => {
  const folder = process.env['TOLLGATE_SCREENSHOTS']
  let pages: DrawnPages
  let browser: Browser
  let usual: WatchedPage
  before(async () => {
    ;[pages, browser] = await Promise.all([serveDrawnPages(), launchBrowser()])
    usual = await openPage(browser, wide)
  })
  after(async () => {
    await browser?.close()
    await pages?.stop()
  })

  async function open(name: SamplePage, changes: Partial<PageView> = {}): Promise<WatchedPage> {
    usual.problems.length = 0
    await usual.goto(pages.address(name, changes))
    return usual
  }

  it('shows the accepted cards by name, and emphasises the one that is being typed', async () => {
    const page = await open('pay', { acceptedBrands: ['VISA', 'MASTERCARD', 'AMEX'] } as Partial<PageView>)
    const marks = page.getByRole('list', { name: 'Accepted cards' }).getByRole('img')
    assert.equal(await marks.count(), 3)
    const namesOf = (isFaded: boolean) =>
      page.evaluate<readonly string[]>(
        `[...document.querySelectorAll('.accepted img')]
          .filter((image) => (getComputedStyle(image.parentElement).opacity < 0.5) === ${isFaded})
          .map(({ alt }) => alt)`,
      )
    const settled = () =>
      page.evaluate('Promise.all(document.getAnimations().map(({ finished }) => finished)).then(() => 0)')
    assert.deepEqual(await namesOf(false), ['Visa', 'Mastercard', 'American Express'])
    const number = page.getByLabel('Card number')
    await number.pressSequentially('4508')
    await page.locator('.accepted li[data-is-typed]').waitFor()
    await settled()
    assert.deepEqual([await namesOf(false), await namesOf(true)], [['Visa'], ['Mastercard', 'American Express']])
    await number.fill('')
    await settled()
    assert.deepEqual(await namesOf(true), [])
  })

  it('shows the logo of the merchant, and its initial where the logo cannot be loaded', async () => {
    const logo = `/checkout/logos/SHOP/${'0'.repeat(64)}`
    const merchant = { ...samplePages.pay.merchant, name: 'Northwind', logo }
    const changes = { merchant } as Partial<PageView>
    const marks = (page: WatchedPage) =>
      page.evaluate<readonly string[]>(
        `[...document.querySelectorAll('.logo, .initial')]
          .filter((each) => each.getClientRects().length > 0)
          .map((each) => each.className + each.textContent)`,
      )
    for (const name of ['pay', 'receipt'] as const) {
      // The server of these pages has no logos: it answers with a page.
      const page = await open(name, changes)
      await page.locator('.initial').waitFor()
      assert.deepEqual(await marks(page), ['initialN'], name)
    }

    const page = await openPage(browser, wide)
    await page.route(`**${logo}`, (route) => route.fulfill({ contentType: 'image/png', body: picture }))
    await page.goto(pages.address('pay', changes))
    await page.waitForFunction("document.querySelector('.logo').complete")
    assert.deepEqual(await marks(page), ['logo'])
    await page.close()
  })

  it('says before it is sent that a card is not accepted', async () => {
    const page = await open('pay', { acceptedBrands: ['VISA'] } as Partial<PageView>)
    await page.getByLabel('Card number').fill('5123450000000008')
    await page.getByLabel('Card number').blur()
    assert.equal(
      await page.locator('#cardNumber-fault').textContent(),
      'This type of card is not accepted here. Try another card.',
    )
    await page.getByLabel('Card number').fill('4508750015741019')
    assert.equal(await page.locator('#cardNumber-fault').textContent(), '')
  })

  it('has the merchant’s colour and font, and no problem with its own policy', async () => {
    const page = await open('branded')
    const [fill, font] = await page.evaluate<readonly string[]>(
      "[getComputedStyle(document.querySelector('.button')).backgroundColor, getComputedStyle(document.body).fontFamily]",
    )
    assert.equal(fill, 'rgb(122, 31, 92)')
    assert.match(font ?? '', /^Charter/)
    assert.deepEqual(page.problems, [])
  })

  it('shows a receipt in the payer’s time zone, which can be printed', async () => {
    const page = await openPage(browser, { ...wide, locale: 'en-GB', timezoneId: 'Asia/Tokyo' })
    await page.goto(pages.address('receipt'))
    await page.getByText('15 November 2026 at 18:41 GMT+9').waitFor()
    assert.equal(await page.locator('.paid-with').textContent(), ' Mastercard •••• 0008')
    await page.evaluate('window.print = () => { document.body.dataset.printed = "yes" }')
    await page.getByRole('button', { name: 'Print receipt' }).click()
    await page.locator('body[data-printed=yes]').waitFor()
    await page.emulateMedia({ media: 'print' })
    assert.equal(await page.getByRole('button', { name: 'Print receipt' }).isVisible(), false)
    assert.equal(await page.getByRole('link', { name: 'Return to' }).isVisible(), false)
    assert.equal(await page.getByText('RB-20391').isVisible(), true)
    if (folder) await page.screenshot({ path: join(folder, 'checkout-receipt-print.png') })
    assert.deepEqual(page.problems, [])
    await page.close()
  })
})
