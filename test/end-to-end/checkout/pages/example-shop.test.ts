// The sample shop, started as `npm run shop` does, and paid in each of its ways in a real browser over TLS.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { faultsIn, overflowOf } from '../../../support/browser/accessibility.ts'
import { decideAtProvider, goToProvider } from '../../../support/browser/away-site.ts'
import { type Browser, launchBrowser, openPage, type WatchedPage } from '../../../support/browser/browser.ts'
import {
  declinedAlert,
  payButton,
  payFrameOf,
  pressPay,
  screenshot,
  typeCard,
} from '../../../support/browser/checkout-site.ts'
import { frameNamed, type PageOrFrame, press, untilSeen, valueIn } from '../../../support/browser/in-page.ts'
import { knownColours } from '../../../support/browser/known-colours.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { openScriptlessBrowser, type ScriptlessBrowser } from '../../../support/clients/scriptless-browser.ts'
import { testPassword } from '../../../support/gateway/database.ts'
import type { TestGateway } from '../../../support/gateway/gateway.ts'
import { repository } from '../../../support/gateway/process.ts'
import { sharedGateway } from '../../../support/gateway/shared-gateway.ts'

describe('the sample shop', () => {
  let gateway: TestGateway
  let browser: Browser
  let shop: ChildProcess
  let shopUrl = ''
  before(async () => {
    ;[gateway, browser] = await Promise.all([sharedGateway(), launchBrowser()])
    shop = startShop({ GATEWAY_URL: gateway.listeners.httpsUrl, TOLLGATE_DATA_DIR: gateway.dataDir })
    shopUrl = await urlPrintedBy(shop)
  })
  after(async () => {
    if (shop && shop.exitCode === null) {
      shop.kill('SIGTERM')
      await once(shop, 'exit')
    }
    await browser?.close()
  })

  async function choose(way: string, options = {}): Promise<WatchedPage> {
    const page = await openPage(browser, { viewport: { width: 1280, height: 800 }, ...options })
    await page.goto(shopUrl)
    await press(page, 'button', way)
    return page
  }
  async function chooseWithoutScripts(way: string): Promise<ScriptlessBrowser> {
    const page = openScriptlessBrowser()
    await page.goto(shopUrl)
    await page.press(way)
    return page
  }
  async function isPaid(page: WatchedPage): Promise<void> {
    await untilSeen(page, 'h1', 'Thank you')
    assert.equal(await valueIn(page, `document.querySelector('#status')?.textContent`), 'CAPTURED')
    assert.deepEqual(page.problems, [])
  }
  /** Its bank takes no part in payer authentication. */
  const plainCard = '5111111111111118'
  async function payIn(place: PageOrFrame, number = plainCard): Promise<void> {
    await typeCard(place, 'APPROVED', number)
    await pressPay(place)
  }

  it('is paid by redirect, after a card that was declined', async () => {
    const page = await choose('Redirect')
    await typeCard(page, 'DECLINED', plainCard)
    await page.click(payButton)
    await page.locator(declinedAlert).waitFor()
    await payIn(page)
    await isPaid(page)
    await page.close()
  })

  it('is paid in the page embedded in it', async () => {
    const page = await choose('Embedded')
    await untilSeen(payFrameOf(page), 'form#pay button[type=submit]')
    await screenshot(page, 'shop-embedded')
    await payIn(payFrameOf(page))
    await isPaid(page)
    await page.close()
  })

  it('is paid in the lightbox, after a challenge', async () => {
    const page = await choose('Lightbox')
    await press(page, 'button', 'Pay now')
    await untilSeen(payFrameOf(page), 'form#pay button[type=submit]')
    await screenshot(page, 'shop-lightbox')
    await payIn(payFrameOf(page), '5123450000000008')
    await press(frameNamed(page, 'challenge'), 'button', 'Confirm')
    await isPaid(page)
    await page.close()
  })

  it('is paid on a provider’s site', async () => {
    for (const way of ['Redirect', 'Embedded']) {
      const page = await choose(way)
      await goToProvider(way === 'Redirect' ? page : payFrameOf(page), 'A')
      await decideAtProvider(page, 'A', 'APPROVE')
      await isPaid(page)
      await page.close()
    }
  })

  it('is paid with hosted fields in its own form, once mistakes are corrected', async () => {
    const page = await choose('Hosted fields')
    const button = page.locator('#card button:enabled')
    const field = (label: string) => page.frameLocator(`iframe[title="${label}"]`).locator('input')
    await button.click()
    await page.getByText('Enter your card number.').waitFor()
    await page.getByText('Enter the expiry month of the card.').waitFor()
    await page.getByText('Enter the security code of the card.').waitFor()
    await field('Card number').and(page.frameLocator('iframe[title="Card number"]').locator(':focus')).waitFor()
    assert.equal(await field('Card number').getAttribute('aria-invalid'), 'true')
    await screenshot(page, 'shop-fields-errors')

    await field('Card number').fill('')
    await field('Card number').pressSequentially('4508')
    await page.locator('#brand', { hasText: 'Visa' }).waitFor()
    await field('Expiry month').focus()
    await page.getByText('This card number is incomplete or contains a typing error.').waitFor()
    await field('Card number').fill('5123450000000008')
    assert.equal(await field('Card number').inputValue(), '5123 4500 0000 0008')
    await page.locator('#brand', { hasText: 'Mastercard' }).waitFor()
    await page.locator('#card-number-error:empty').waitFor({ state: 'attached' })
    for (const [label, value] of Object.entries({ 'Expiry month': '01', 'Expiry year': '39', 'Security code': '100' }))
      await field(label).fill(value)
    await page.locator('#expiry-error:empty').waitFor({ state: 'attached' })
    assert.equal(await page.locator('.box.wrong').count(), 0)
    await screenshot(page, 'shop-fields')
    await button.click()
    // The payer's bank has the whole window.
    await page.getByRole('button', { name: 'Confirm' }).click()
    await isPaid(page)
    await page.close()
  })

  it('is left without paying', async () => {
    const page = await chooseWithoutScripts('Redirect')
    assert.match(page.url, /\/checkout\/pay\//)
    await page.press('Cancel')
    assert.match(page.text, /Nothing was paid\./)
  })

  it('does not trust a browser that only claims to have paid', async () => {
    const page = await chooseWithoutScripts('Lightbox')
    await page.goto(page.url.replace(/\/pay$/, '/result?resultIndicator=0123456789abcdef'))
    assert.match(page.text, /Your order is not paid\./)
  })

  it('has no serious fault of accessibility, wide or narrow, nor has its form with hosted fields', async () => {
    const page = await openPage(browser)
    await page.goto(shopUrl)
    for (const name of ['shop', 'shop-fields']) {
      if (name === 'shop-fields') {
        await page.getByRole('button', { name: 'Hosted fields' }).click()
        await page.locator('#card button:enabled').click()
        await page.getByText('Enter your card number.').waitFor()
      }
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 800 })
        await screenshot(page, `${name}-${width}`)
        assert.deepEqual(await faultsIn(page, { parts: [':root'], colours: knownColours }), [], `${name} ${width}`)
        assert.equal(await overflowOf(page), 0, `${name} ${width}`)
      }
    }
    await page.evaluate('sessionStorage.clear()')
    await page.close()
  })

  it('says what to do when the sandbox is not running', async () => {
    const lonely = startShop({ GATEWAY_URL: 'https://localhost:1', TOLLGATE_DATA_DIR: gateway.dataDir })
    let printed = ''
    lonely.stderr?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
    const [code] = await once(lonely, 'close')
    assert.equal(code, 1)
    assert.match(printed, /No gateway answers at https:\/\/localhost:1\. Start the sandbox first: npm start/)
  })
})

function startShop(env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, ['examples/shop/main.ts'], {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', SHOP_PORT: '0', TOLLGATE_SANDBOX_PASSWORD: testPassword, ...env },
  })
}

async function urlPrintedBy(child: ChildProcess): Promise<string> {
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8')
  child.stderr?.on('data', (text: string) => {
    printed += text
  })
  for await (const text of (child.stdout ?? []) as AsyncIterable<string>) {
    printed += text
    const [, url] = /The shop is open: (\S+)/.exec(printed) ?? []
    if (url) return url
  }
  throw new Error(`the shop did not open:\n${printed}`)
}
