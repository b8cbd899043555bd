// A merchant's site, a payer's browser and a gateway between them, for tests of the pages that shops show by our libraries.
import { join } from 'node:path'
import { eventually } from '../checks/poll.ts'
import type { ApiResponse } from '../clients/client.ts'
import { type NewCheckout, newCheckout } from '../clients/payer.ts'
import { openShop } from '../clients/shop.ts'
import type { TestGateway } from '../gateway/gateway.ts'
import { sharedGateway } from '../gateway/shared-gateway.ts'
import { type MerchantPage, type MerchantSite, openMerchantSite } from '../sites/merchant-site.ts'
import { autofill } from './autofill.ts'
import { type Browser, launchBrowser, type Page, type WatchedPage } from './browser.ts'
import { frameIn, type PageOrFrame, press, untilTrue } from './in-page.ts'
import { after, before } from './test.ts'
import { sharedTab } from './windows/shared-tab.ts'

export const libraryTo62 = '/checkout/version/60/checkout.js'
export const libraryFrom63 = '/static/checkout/checkout.min.js'
export const callbackNames = { error: 'onError', cancel: 'onCancel', complete: 'onComplete', timeout: 'onTimeout' }

export interface CheckoutSite {
  readonly gateway: TestGateway
  readonly browser: Browser
  readonly merchant: MerchantSite
  readonly gatewayUrl: string
  /** A session of the version's operation, which has no return URL of the shop by default. */
  checkout(version: number, interaction?: object): Promise<NewCheckout>
  /** In the tab that the tests of the file share. */
  visit(page: MerchantPage): Promise<WatchedPage>
  /** The same with a page of another site, which may lead on at once. */
  go(url: string): Promise<WatchedPage>
  /** In another tab that the tests share, whose clock they move. */
  visitWithClock(page: MerchantPage): Promise<WatchedPage>
  /** Lets a session expire now, so that the test need not wait. */
  expire(sessionId: string): Promise<void>
  order(orderId: string): Promise<ApiResponse>
  /** What the order has come to: its status and the codes of its transactions. */
  outcomeOf(orderId: string): Promise<readonly string[]>
}

/** To be called inside describe. */
export function checkoutSite(): CheckoutSite {
  let gateway: TestGateway
  let browser: Browser
  let merchant: MerchantSite
  const tab = sharedTab(() => browser)
  const tabWithClock = sharedTab(() => browser)
  let hasClock = false
  before(async () => {
    ;[gateway, browser] = await Promise.all([sharedGateway(), launchBrowser()])
    merchant = await openMerchantSite(gateway.listeners.httpUrl ?? '')
  })
  after(async () => {
    await tab.release()
    await tabWithClock.release()
    await browser?.close()
    await merchant?.close()
  })
  return {
    get gateway() {
      return gateway
    },
    get browser() {
      return browser
    },
    get merchant() {
      return merchant
    },
    get gatewayUrl() {
      return gateway.listeners.httpUrl ?? ''
    },
    checkout: (version, interaction = {}) =>
      newCheckout(gateway, {
        version,
        interaction: { returnUrl: undefined, merchant: { name: 'Tea shop' }, ...interaction },
      }),
    async visit(page) {
      const opened = await tab.take()
      await opened.goto(merchant.add(page))
      return opened
    },
    async go(url) {
      const opened = await tab.take()
      await opened.goto(url, { waitUntil: 'commit' })
      return opened
    },
    async visitWithClock(page) {
      const opened = await tabWithClock.take()
      if (!hasClock) await opened.clock.install()
      hasClock = true
      await opened.goto(merchant.add(page))
      return opened
    },
    async expire(sessionId) {
      const hashes = gateway.dependencies.vault.lookupHashes('SESSION', sessionId).map(({ hash }) => hash)
      const past = `set expires_at = now() - interval '1 second' where session_hash = any($1)`
      for (const table of ['sessions', 'checkouts']) await gateway.query(`update ${table} ${past}`, [hashes])
    },
    order: (orderId) => openShop(gateway).order(orderId),
    async outcomeOf(orderId) {
      const { body } = await openShop(gateway).order(orderId)
      const transactions: readonly { response: { gatewayCode: string } }[] = body.transaction ?? []
      return [body.status ?? 'NONE', ...transactions.map(({ response }) => response.gatewayCode)]
    },
  }
}

/** A script that shows our page when the payer presses the button of the merchant's page. */
export function onPress(show: string, sessionId: string, settings = ''): string {
  return `Checkout.configure({ session: { id: '${sessionId}' }, ${settings} })
    document.querySelector('#pay').addEventListener('click', () => Checkout.${show})`
}

/** Fills in a card that the simulated acquirer approves, or declines. */
export async function typeCard(
  place: PageOrFrame,
  outcome: 'APPROVED' | 'DECLINED' = 'APPROVED',
  number = '5123450000000008',
): Promise<void> {
  await autofill(place, 'form#pay', {
    cardNumber: number,
    expiryMonth: outcome === 'APPROVED' ? '01' : '05',
    expiryYear: '39',
    securityCode: '100',
    nameOnCard: 'Jane Payer',
  })
}

/** Pays with what is filled in. */
export function pressPay(place: PageOrFrame): Promise<void> {
  return press(place, 'form#pay button[type=submit]')
}

/** The same as the driver finds it. */
export const payButton = 'form#pay button[type=submit]:visible >> nth=0'
export const cancelButton = 'form.cancel button'
/** Shown in the last two minutes, by a script: once it is there, the scripts of the page are at work. */
export const countdown = '[data-countdown-shown]'
export const declinedAlert = '[role=alert][data-alert]'

/** Our page in a frame of the shop's. */
export function payFrameOf(page: Page): PageOrFrame {
  return frameIn(page, (frame) => frame !== page.mainFrame() && frame.url().includes('/checkout/pay/'))
}

export function messagesOf(page: Page): Promise<readonly (readonly unknown[])[]> {
  return page.evaluate('received')
}

/** Waits until the shop's page has received a message. */
export async function untilMessage(page: Page): Promise<readonly (readonly unknown[])[]> {
  await untilTrue(page, 'globalThis.received?.length')
  return messagesOf(page)
}

/** Waits until an expression is true on the page. Not by Playwright's own way, which needs eval, which policies forbid. */
export async function until(page: Page, expression: string): Promise<void> {
  await eventually(async () => ((await page.evaluate(expression)) ? true : undefined))
}

/** Into the folder that TOLLGATE_SCREENSHOTS names; without it, none are taken. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = process.env['TOLLGATE_SCREENSHOTS']
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) })
}
