// The console's pages in a real browser, opened as a user who is signed in.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { BrowserContextOptions, Locator } from 'playwright-core'
import { buildConsole } from '../../../src/console/build/build.ts'
import type { ConsoleUser } from '../clients/console.ts'
import { hashQuickly } from '../fixtures/quick-hashes.ts'
import { startGateway, type TestGateway } from '../gateway/gateway.ts'
import { sharedGateway } from '../gateway/shared-gateway.ts'
import { faultsIn } from './accessibility.ts'
import { type Browser, launchBrowser, openPage, type Page, type WatchedPage } from './browser.ts'
import { newColours } from './new-colours.ts'
import type { PagePreparation } from './page-pool.ts'

export const narrow = { viewport: { width: 390, height: 844 } }
export const wide = { viewport: { width: 1280, height: 800 } }

export interface ConsoleWorld {
  readonly gateway: TestGateway
  readonly browser: Browser
  /** The address of the gateway, without TLS. */
  readonly url: string
  /** Opens a page of the console in a window of its own: of a user who is signed in, or signed out. */
  open(path: string, options?: WindowOptions & BrowserContextOptions): Promise<WatchedPage>
  stop(): Promise<void>
}

interface WindowOptions {
  readonly as?: ConsoleUser
  /** In a browser that has none of the console's files yet. */
  readonly isFirstVisit?: true
}

interface WorldOptions {
  /** For files that sign in often, guess passwords, or change and count what all merchants share. */
  readonly ownGateway?: boolean
  /** Settings of the own gateway. */
  readonly settings?: Readonly<Record<string, string>>
}

export async function openConsoleWorld({
  ownGateway = false,
  settings = {},
}: WorldOptions = {}): Promise<ConsoleWorld> {
  await buildConsole()
  const opened = new AsyncDisposableStack()
  try {
    const gateway = ownGateway
      ? opened.adopt(await startGateway(settings), (each) => each.stop())
      : await sharedGateway()
    const browser = opened.adopt(await launchBrowser(), (each) => each.close())
    return await openWorld(gateway, browser, () => opened.disposeAsync())
  } catch (error) {
    // Whatever was opened is closed again, or its process would never end.
    await opened.disposeAsync()
    throw error
  }
}

async function openWorld(gateway: TestGateway, browser: Browser, stop: () => Promise<void>): Promise<ConsoleWorld> {
  hashQuickly(gateway)
  const url = gateway.listeners.httpUrl ?? assert.fail('the gateway has no listener without TLS')
  assert.equal((await fetch(`${url}/console`)).status, 200, 'the console is built')
  return {
    gateway,
    browser,
    url,
    async open(path, { as, isFirstVisit, ...options } = {}) {
      const looks = { ...wide, ...options }
      const preparation = isFirstVisit ? { ...countingCalls, name: `first visit ${randomUUID()}` } : countingCalls
      const page = await openPage(browser, looks, preparation)
      if (as) await page.context().addCookies([loginCookie(as, url)])
      await page.goto(`${url}/console${path}`)
      return page
    },
    stop,
  }
}

export function loginCookie({ token }: Pick<ConsoleUser, 'token'>, url: string) {
  return { name: 'tollgate', value: token, url, httpOnly: true, sameSite: 'Strict' as const }
}

/** Counts the calls that the page waits for, bodies included. */
const countCalls = `{
  const send = window.fetch
  window.callsPending = 0
  window.fetch = async (...given) => {
    window.callsPending += 1
    try {
      const response = await send(...given)
      await response.clone().arrayBuffer().catch(() => {})
      return response
    } finally {
      window.callsPending -= 1
    }
  }
}`

const countingCalls: PagePreparation = { name: 'console', prepare: (context) => context.addInitScript(countCalls) }

/** Until the page has all that it asks for, and shows it. */
export async function untilIdle(page: Page): Promise<void> {
  const waiting = await page.evaluate<string>(`(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const waitingFor = () => {
      if (callsPending > 0) return callsPending + ' calls'
      if (!document.querySelector('h1')) return 'a title'
      return document.querySelector('[aria-busy=true], .mantine-Skeleton-root[data-visible]')?.outerHTML.slice(0, 200) ?? ''
    }
    const endMs = performance.now() + 45_000
    // What has just come is drawn, and may ask for more, within two frames.
    for (let quietFrames = 0; quietFrames < 2 && performance.now() < endMs; ) {
      await nextFrame()
      quietFrames = waitingFor() === '' ? quietFrames + 1 : 0
    }
    return waitingFor()
  })()`)
  assert.equal(waiting, '', `${page.url()} still waits for ${waiting}`)
}

/** Leads to another page of the console as its links do: the application stays. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(`/console${path}`)})`)
  await untilIdle(page)
}

interface Looked {
  /** A selector; the whole page without. */
  readonly within?: string | undefined
  /** By axe's names; all that are about serious things without. */
  readonly rules?: readonly string[] | undefined
  /** By axe's names: rules whose findings are known, such as colours, which are the same on a screen of another width. */
  readonly except?: readonly string[] | undefined
}

/** Serious and critical findings of axe on what the page shows now; the page must have been opened with bypassCSP. */
export async function seriousFaults(page: Page, { within, rules, except }: Looked = {}): Promise<readonly string[]> {
  // Colours on their way from light to dark are neither.
  await page.evaluate(`document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().iterations !== Infinity)
    .forEach((animation) => animation.finish())`)
  return faultsIn(page, { parts: [within ?? ':root'], colours: newColours, rules, except })
}

/** Fills in the sign-in form of a merchant's users, and sends it. */
export async function fillSignIn(page: Page, given: { merchantId: string; login: string; password: string }) {
  await page.getByLabel('Merchant ID').fill(given.merchantId)
  await page.getByLabel('Login').fill(given.login)
  await page.getByLabel('Password', { exact: true }).fill(given.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Until a page of this title is shown. */
export function untilTitled(page: Page, name: string): Promise<void> {
  return page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
}

/** Until a notice says this; closes it then. One that stays would lie above what is pressed next, and be taken for the next. */
export async function acknowledge(page: Page, text: string | RegExp): Promise<void> {
  const notice = page.getByRole('alert').filter({ hasText: text })
  await notice.getByRole('button', { name: 'Close' }).click()
  await notice.waitFor({ state: 'detached' })
}

/** What an element says, whichever way it is laid out. */
export async function textOf(element: Locator): Promise<string> {
  return (await element.textContent()) ?? ''
}

/** One picture of what is shown now, where TOLLGATE_PICTURES names a folder for it. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env['TOLLGATE_PICTURES']
  if (folder === undefined) return
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true, animations: 'disabled' })
}

/**
 * What is drawn for its width follows a moment after. No column is cut on a laptop; on a phone a table that is not drawn as cards is
 * scrolled, also by keyboard.
 */
export async function assertFits(page: Page, name: string): Promise<void> {
  const wideParts = `[document.documentElement, ...document.querySelectorAll('.table-paper')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .filter((part) => innerWidth > ${narrow.viewport.width} || part.tabIndex !== 0 || part.querySelector('.card-row'))
    .map(({ className, scrollWidth, clientWidth }) => className + ': ' + scrollWidth + ' in ' + clientWidth)`
  const cut = () => page.evaluate<string>(`${wideParts}.join()`)
  // Nearly always it fits at once, and to wait for it costs several times as much as to ask.
  if ((await cut()) === '') return
  const fits = await page.waitForFunction(`${wideParts}.length === 0`, undefined, { timeout: 10_000 }).catch(() => null)
  assert.ok(fits, `${name} is cut: ${await cut()}`)
}
