// The console's pages in a real browser: built once for all test files, and opened as somebody who is signed in.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import axe from 'axe-core'
import type { BrowserContextOptions, Locator } from 'playwright-core'
import { buildConsole } from '../../../src/compose.ts'
import type { ConsolePerson } from '../clients/console.ts'
import { startGateway, type TestGateway } from '../gateway/gateway.ts'
import { type Browser, launchBrowser, openPage, type Page, type WatchedPage } from './browser.ts'

export const narrow = { viewport: { width: 390, height: 844 } }
export const wide = { viewport: { width: 1280, height: 860 } }

export interface ConsoleWorld {
  readonly gateway: TestGateway
  readonly browser: Browser
  /** Opens a page of the console: of a person who is signed in, or of nobody. */
  open(path: string, wishes?: { readonly as?: ConsolePerson } & BrowserContextOptions): Promise<WatchedPage>
  stop(): Promise<void>
}

export async function openConsoleWorld(overrides: Record<string, string> = {}): Promise<ConsoleWorld> {
  await buildConsole()
  const opened = new AsyncDisposableStack()
  try {
    return await openWorld(opened, overrides)
  } catch (error) {
    // Whatever was opened is closed again, or its process would never end.
    await opened.disposeAsync()
    throw error
  }
}

async function openWorld(opened: AsyncDisposableStack, overrides: Record<string, string>): Promise<ConsoleWorld> {
  const gateway = opened.adopt(await startGateway(overrides), (each) => each.stop())
  const browser = opened.adopt(await launchBrowser(), (each) => each.close())
  const url = gateway.doors.httpUrl ?? assert.fail('there is no plain door')
  assert.equal((await fetch(`${url}/console`)).status, 200, 'the console is built')
  return {
    gateway,
    browser,
    async open(path, { as, ...options } = {}) {
      const page = await openPage(browser, { ...wide, reducedMotion: 'reduce', ...options })
      if (as)
        await page
          .context()
          .addCookies([{ name: 'tollgate', value: as.token, url, httpOnly: true, sameSite: 'Strict' }])
      await page.goto(`${url}/console${path}`)
      return page
    },
    stop: () => opened.disposeAsync(),
  }
}

interface Looked {
  /** A selector; the whole page without. */
  readonly within?: string | undefined
  /** By axe's names; all that are about serious things without. */
  readonly rules?: readonly string[] | undefined
}

/** Serious and critical findings of axe on what the page shows now; the page must have been opened with bypassCSP. */
export async function seriousFaults(page: Page, { within, rules }: Looked = {}): Promise<readonly string[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe.source)
  // Colours on their way from light to dark are neither.
  await page.evaluate(`document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().iterations !== Infinity)
    .forEach((animation) => animation.finish())`)
  return page.evaluate<readonly string[]>(`(async () => {
    const isSerious = ({ impact }) => impact === 'serious' || impact === 'critical'
    // Rules about lesser things take more than half of the time, and what they find is left out anyway.
    const isUsual = ({ enabled, tags }) => enabled && !tags.some((tag) => tag === 'experimental' || tag === 'deprecated')
    const given = ${JSON.stringify(rules ?? [])}
    const all = () => [...axe._audit.rules].filter((rule) => isUsual(rule) && isSerious(rule)).map(({ id }) => id)
    if (all().length < 40) throw new Error('axe no longer tells which of its rules are serious')
    const options = { resultTypes: ['violations'], runOnly: given.length > 0 ? given : all() }
    const { violations } = await axe.run(${JSON.stringify(within) ?? 'document'}, options)
    return violations.filter(isSerious)
      .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).slice(0, 3).join())
  })()`)
}

/** Fills in the form of a merchant's people, and sends it. */
export async function fillSignIn(page: Page, given: { merchantId: string; login: string; password: string }) {
  await page.getByLabel('Merchant ID').fill(given.merchantId)
  await page.getByLabel('Login').fill(given.login)
  await page.getByLabel('Password', { exact: true }).fill(given.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Until a page of this title is shown. */
export function titled(page: Page, name: string): Promise<void> {
  return page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
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
