// Every page of the console, its dialogs and what becomes of deeds, on a phone and a wide screen, in light and dark:
// nothing keeps anybody out or is wider than the screen, whoever closes a dialog by keyboard is back where they were, and a
// first visit loads little.
import assert from 'node:assert/strict'
import type { Page, WatchedPage } from '../../../support/browser/browser.ts'
import {
  type ConsoleWorld,
  narrow,
  openConsoleWorld,
  seriousFaults,
  takePicture,
  wide,
} from '../../../support/browser/console-browser.ts'
import { type FilledMerchant, fillMerchant } from '../../../support/browser/console-filled.ts'
import { type Look, looks, looksBeside } from '../../../support/browser/console-looks.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'

/** On a first visit, as it comes over the line. Bytes are the same on every machine, times are not. */
const bytesMax = 300 * 1024

/** What can differ in the dark, where a page has the same elements. */
const rulesOfColour = ['color-contrast']
/** A dialog has the same elements on a phone, too. */
const rulesOfColourAndLayout = [...rulesOfColour, 'scrollable-region-focusable', 'target-size']

interface Registered {
  readonly side: string
  readonly path: string
}

// The components behind the registry are for the browser; their types stay out of this check.
const registry = new URL('../../../../web/console/src/pages.ts', import.meta.url).href
const { pages } = (await import(registry)) as { readonly pages: readonly Registered[] }

// Many pages, one after another: on a machine that does other things as well they take their time.
describe('every page of the console', { timeout: 600_000 }, () => {
  let world: ConsoleWorld
  let filled: FilledMerchant

  before(async () => {
    world = await openConsoleWorld()
    filled = await fillMerchant(world.gateway)
  })
  after(() => world.stop())

  it('is looked at here', () => {
    assert.deepEqual(
      pages.map(({ side, path }) => `${side} ${path}`).toSorted(),
      Object.keys(looks).toSorted(),
      'each page of web/console/src/pages.ts has its line in test/support/console-looks.ts',
    )
  })

  for (const [page, faces] of Object.entries({ ...looks, ...looksBeside }))
    it(`is light, and keeps nobody out: ${page}`, async (t) => {
      let shown: WatchedPage | undefined
      t.after(() => shown?.close())
      for (const [place, look] of faces.entries()) {
        if (shown && look.as === faces[place - 1]?.as) await go(shown, addressOf(page, look))
        else {
          await shown?.close()
          shown = await open(page, look)
        }
        await complete(shown, look)
        if (place === 0) {
          const bytes = await weightOf(shown)
          t.diagnostic(`${bytes} bytes`)
          assert.ok(bytes > 50_000 && bytes < bytesMax, `${bytes} bytes`)
        }
        await checkFace(shown, look, `${nameOf(page)}${place || ''}`)
      }
    })

  async function open(page: string, look: Look): Promise<WatchedPage> {
    const usual = page.startsWith('OPERATOR') ? filled.operators : page.startsWith('NOBODY') ? undefined : filled.person
    const as = look.as?.(filled) ?? usual
    const shown = await world.open(addressOf(page, look), { bypassCSP: true, ...(as && { as }) })
    shown.setDefaultTimeout(15_000)
    return shown
  }

  function addressOf(page: string, { names, search = '' }: Look): string {
    const given: Readonly<Record<string, string>> = { merchantId: filled.merchantId, ...names?.(filled) }
    const path = page.split(' ')[1] ?? ''
    return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(given[name] ?? '')) + search
  }

  /** Wide in light, wide in the dark, narrow in the dark, narrow in light: each step changes one of the two. */
  async function checkFace(page: Page, { isWhole, dialogs = [], deeds = [] }: Look, name: string): Promise<void> {
    const within = isWhole ? undefined : 'main'
    const dialogsIn = async (look: string, rules?: readonly string[]) => {
      for (const [turn, dialog] of dialogs.entries())
        await checkDialog(page, [dialog].flat(), () =>
          check(page, `${name}-dialog${turn}-${look}`, { within: '[role=dialog]', rules }),
        )
    }
    await check(page, `${name}-wide-light`, { within })
    await dialogsIn('wide-light')
    await become(page, wide, 'dark')
    await check(page, `${name}-wide-dark`, { within, rules: rulesOfColour })
    await become(page, narrow, 'dark')
    await check(page, `${name}-narrow-dark`, { within, rules: rulesOfColour })
    await dialogsIn('narrow-dark', rulesOfColourAndLayout)
    await become(page, narrow, 'light')
    await check(page, `${name}-narrow-light`, { within })
    for (const { name: deed, act, within: part, isNarrow } of deeds) {
      await become(page, isNarrow ? narrow : wide, 'light')
      await act(page, filled)
      const seen = part === 'everything' ? undefined : part === 'dialog' ? '[role=dialog]' : 'main'
      await check(page, `${name}-${deed}-${isNarrow ? 'narrow' : 'wide'}-light`, { within: seen })
      await become(page, narrow, 'dark')
      await check(page, `${name}-${deed}-narrow-dark`, { within: seen, rules: rulesOfColourAndLayout })
      if (part === 'dialog') await leaveDialogs(page)
    }
    await become(page, wide, 'light')
  }
})

/** Of the menu as well as of links: the page changes, the application stays. */
async function go(page: Page, address: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(`/console${address}`)})`)
}

function nameOf(page: string): string {
  return page.replace('/merchants/:merchantId', '').replaceAll(/\W+/g, '-').toLowerCase().replace(/-$/, '')
}

/** Until everything that the page reads has come. */
async function complete(page: Page, { until }: Look): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  if (until) await page.locator(until).first().waitFor()
  await page.waitForFunction(
    `!document.querySelector('main [aria-busy=true], main .mantine-Skeleton-root[data-visible]')`,
  )
}

function weightOf(page: Page): Promise<number> {
  return page.evaluate<number>(`performance.getEntries().reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)`)
}

interface Checked {
  readonly within: string | undefined
  readonly rules?: readonly string[] | undefined
}

async function check(page: Page, name: string, checked: Checked): Promise<void> {
  await assertFits(page)
  assert.deepEqual(await seriousFaults(page, checked), [], name)
  await takePicture(page, name)
}

async function become(page: Page, { viewport }: typeof wide, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.waitForFunction(`document.documentElement.dataset.mantineColorScheme === '${colorScheme}'`)
}

/** What is drawn for its width follows a moment after; so does the way to scroll, by keyboard, what is wider. */
async function assertFits(page: Page): Promise<void> {
  const isFitting = `document.documentElement.scrollWidth <= innerWidth
    && [...document.querySelectorAll('.table-paper')]
      .every(({ scrollWidth, clientWidth, tabIndex }) => scrollWidth <= clientWidth || tabIndex === 0)`
  await page.waitForFunction(isFitting, undefined, { timeout: 10_000 })
}

async function checkDialog(page: Page, steps: readonly (string | RegExp)[], look: () => Promise<void>): Promise<void> {
  const dialog = page.getByRole('dialog')
  for (const [place, step] of steps.entries()) {
    // A menu takes the focus a moment after it has opened; a key before that is not for its entries.
    if (place > 0) await page.locator('[role=menu]:focus, [role=menu] :focus').first().waitFor({ state: 'attached' })
    await page
      .getByRole(place === 0 ? 'button' : 'menuitem', { name: step, exact: true })
      .first()
      .press('Enter')
  }
  await dialog.waitFor()
  await dialog.locator(':focus').waitFor()
  await look()
  await leaveDialogs(page)
  const [first = ''] = steps
  await page.getByRole('button', { name: first, exact: true }).and(page.locator(':focus')).waitFor()
}

/** One above another, if need be. */
async function leaveDialogs(page: Page): Promise<void> {
  const dialogs = page.getByRole('dialog')
  for (let left = await dialogs.count(); left > 0; left -= 1) {
    await page.keyboard.press('Escape')
    await dialogs.nth(left - 1).waitFor({ state: 'detached' })
  }
}
