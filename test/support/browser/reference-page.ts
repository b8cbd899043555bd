// The interactive reference as someone in front of it would use it: opens it, fills in the panel, reads the response.

import { type Body, merchantId } from '../clients/client.ts'
import { testPassword } from '../gateway/database.ts'
import type { TestGateway } from '../gateway/gateway.ts'
import { sharedGateway } from '../gateway/shared-gateway.ts'
import { type Browser, launchBrowser, openPage, type Page, type WatchedPage } from './browser.ts'
import { after, before } from './test.ts'

const wide = { viewport: { width: 1440, height: 900 } }

export interface ReferenceSite {
  readonly gateway: TestGateway
  readonly browser: Browser
  /** Goes to a place by its former address, such as #/100/VERIFY, and waits until it is there, in the tab that the tests of a file share. The page is
   * loaded for the first of them; what was typed into its panel stays. */
  open(hash?: string): Promise<WatchedPage>
  /** The same with nothing left from before: loads the page again, from this address below /docs. */
  load(address?: string): Promise<WatchedPage>
}

/** To be called inside describe: a gateway and a browser for its tests. */
export function referenceSite(): ReferenceSite {
  let gateway: TestGateway
  let browser: Browser
  let shared: WatchedPage | undefined
  before(async () => {
    const started = await Promise.all([sharedGateway(), launchBrowser()])
    gateway = started[0]
    browser = started[1]
  })
  after(() => browser?.close())
  const addressOf = (hash: string) => `${gateway.listeners.httpsUrl}/docs${hash}`
  async function sharedPage(): Promise<WatchedPage> {
    shared ??= await openPage(browser, wide)
    return shared
  }
  return {
    get gateway() {
      return gateway
    },
    get browser() {
      return browser
    },
    async open(hash = '') {
      const page = await sharedPage()
      if (page.url().startsWith(addressOf(''))) await goTo(page, hash)
      else await showReference(page, addressOf(hash))
      return page
    },
    async load(address = '') {
      const page = await sharedPage()
      await showReference(page, addressOf(address))
      return page
    },
  }
}

/** Goes to another place of the page that is there, by way of one where nothing is: places that are shown already would stay as
 * they were unfolded and filtered. */
async function goTo(page: WatchedPage, hash: string): Promise<void> {
  page.problems.length = 0
  await page.evaluate(`(async () => {
    const main = document.querySelector('main')
    for (const place of ['#/100/NOWHERE', ${JSON.stringify(hash || '#/')}]) {
      const left = main.firstElementChild
      location.hash = place
      const isThere = () => main.firstElementChild !== left && main.matches('[aria-busy=false]:has(h1)')
      for (let looks = 0; !isThere(); looks += 1) {
        if (looks > 6000) throw new Error(place + ' is not shown')
        await new Promise((done) => setTimeout(done, 5))
      }
    }
  })()`)
}

/** Loads the page even if only the part after # differs from where it is. */
async function showReference(page: WatchedPage, url: string): Promise<void> {
  await page.goto('about:blank')
  page.problems.length = 0
  await page.goto(url)
  await isShown(page)
}

export async function isShown(page: Page): Promise<void> {
  await page.locator('main[aria-busy=false] h1').waitFor()
}

export async function fillIn(page: Page, password = testPassword): Promise<void> {
  await page.getByLabel('Merchant ID').fill(merchantId)
  await page.getByLabel('Password').fill(password)
}

export async function send(page: Page): Promise<{ status: string; body: Body }> {
  await page.getByRole('button', { name: 'Send' }).click()
  return responseOf(page)
}

export async function responseOf(page: Page): Promise<{ status: string; body: Body }> {
  return {
    status: await textOf(page, '#answer .status'),
    body: JSON.parse(await textOf(page, '#answer [aria-label="Answer body"]')),
  }
}

/** Waits for the element. */
export async function textOf(page: Page, selector: string): Promise<string> {
  return (await page.locator(selector).first().textContent()) ?? ''
}
