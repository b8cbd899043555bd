// A payer with a real browser on a page of the gateway that sends the payer elsewhere: to a provider's site, or before the bank. All
// sides have TLS, as they do outside.

import type { BrowserContextOptions } from 'playwright-core'
import { type NewCheckout, newCheckout } from '../clients/payer.ts'
import { openShop } from '../clients/shop.ts'
import type { TestGateway } from '../gateway/gateway.ts'
import { sharedGateway } from '../gateway/shared-gateway.ts'
import { openTlsShop, type TlsShop } from '../sites/tls-shop.ts'
import { autofill } from './autofill.ts'
import { type Browser, launchBrowser, openPage, type Page, type WatchedPage } from './browser.ts'
import { type PageOrFrame, press, untilTrue } from './in-page.ts'
import { after, before } from './test.ts'
import { sharedTab } from './windows/shared-tab.ts'

export interface AwaySite {
  readonly gateway: TestGateway
  readonly browser: Browser
  readonly shop: TlsShop
  readonly url: string
  /** A session in euros whose payer comes back to the shop. */
  checkout(interaction?: object, differences?: object): Promise<NewCheckout>
  /** The tab that the tests of the file share. */
  tab(): Promise<WatchedPage>
  /** In this tab, or with options in a context of its own. */
  open(checkout: NewCheckout, options?: BrowserContextOptions): Promise<WatchedPage>
  pathOf(checkout: NewCheckout): string
  /** Status of the order, and the transactions with their codes. */
  outcomeOf(checkout: NewCheckout): Promise<readonly string[]>
  /** Waits until the shop has the payer back, and says with which indicator. */
  backInShop(page: Page): Promise<string | null>
  /** What the gateway has logged since the tests of this file began about pages that are not as it served them. */
  reports(): readonly string[]
}

/** To be called inside describe. */
export function awaySite(): AwaySite {
  let gateway: TestGateway
  let browser: Browser
  let shop: TlsShop
  let linesBefore = 0
  const tab = sharedTab(() => browser)
  before(async () => {
    ;[gateway, browser] = await Promise.all([sharedGateway(), launchBrowser()])
    shop = await openTlsShop(gateway)
    linesBefore = gateway.logLines.length
  })
  after(async () => {
    await tab.release()
    await browser?.close()
    await shop?.close()
  })
  const pathOf = ({ sessionId }: NewCheckout) => `/checkout/pay/${sessionId}`
  const url = () => gateway.dependencies.addresses.publicUrl()
  return {
    get gateway() {
      return gateway
    },
    get browser() {
      return browser
    },
    get shop() {
      return shop
    },
    get url() {
      return url()
    },
    checkout: (interaction = {}, differences = {}) =>
      newCheckout(gateway, {
        interaction: { returnUrl: shop.returnUrl, merchant: { name: 'Tea shop' }, ...interaction },
        order: { currency: 'EUR' },
        ...differences,
      }),
    tab: () => tab.take(),
    async open(checkout, options) {
      const page = options ? await openPage(browser, options) : await tab.take()
      await page.goto(url() + pathOf(checkout))
      return page
    },
    pathOf,
    async outcomeOf({ orderId }) {
      const { body } = await openShop(gateway).order(orderId)
      const transactions: readonly { transaction: { type: string }; response: { gatewayCode: string } }[] =
        body.transaction ?? []
      return [
        body.status ?? 'NONE',
        ...transactions.map(({ transaction, response }) => `${transaction.type} ${response.gatewayCode}`),
      ]
    },
    async backInShop(page) {
      await page.waitForURL((address) => address.origin === shop.origin)
      return new URL(page.url()).searchParams.get('resultIndicator')
    },
    reports: () => gateway.logLines.slice(linesBefore).filter((line) => line.includes('/checkout/reports')),
  }
}

export const button = 'form#pay button[type=submit]'

/** Fills in a card: its number, and the expiry date that selects the result. */
export async function typeCard(place: PageOrFrame, number: string, month = '01', year = '39'): Promise<void> {
  await autofill(place, 'form#pay', {
    cardNumber: number,
    expiryMonth: month,
    expiryYear: year,
    securityCode: '100',
  })
}

export const cards = { enrolled: '5123450000000008', visa: '4508750015741019', notEnrolled: '5111111111111118' }

export type ProviderLetter = 'A' | 'B' | 'C'

/** Chooses a provider on our page and goes there. */
export async function goToProvider(place: PageOrFrame, letter: ProviderLetter): Promise<void> {
  await press(place, `label:has([name=source][value=PROVIDER_${letter}])`, `Provider ${letter}`)
  if (letter === 'B') await autofill(place, 'form#pay', { bankIdentifier: '10010010' })
  await press(place, button)
}

/** The same with a real pointer and real keys. */
export async function goToProviderByHand(page: Page, letter: ProviderLetter): Promise<void> {
  await page.getByRole('radio', { name: `Provider ${letter}` }).check()
  if (letter === 'B') await page.locator('[name=bankIdentifier]').fill('10010010')
  await page.locator(`${button}:visible`).click()
}

export type ProviderSiteDecision = 'APPROVE' | 'DECLINE' | 'CANCEL' | 'ABORT' | 'LEAVE'

/** Does something on the provider's site, which then sends the payer back. */
export async function decideAtProvider(
  page: Page,
  letter: ProviderLetter,
  decision: ProviderSiteDecision,
): Promise<void> {
  await page.waitForURL((address) => address.pathname.startsWith(`/sandbox/providers/${letter.toLowerCase()}/`))
  if (letter === 'C') {
    await press(page, '[name=step]')
    // The page of the first step has some of the same buttons; what is pressed there while the second is on its way has no effect.
    await untilTrue(page, `document.querySelector('[name=decision]') && !document.querySelector('[name=step]')`)
  }
  await press(page, `[name=decision][value=${decision}]`)
}
