// Every page of the console, its dialogs and what its actions lead to, on a wide screen and on a phone: accessible, never
// wider than the screen, with everything it asks for, and the focus returns when a dialog is closed by keyboard.
import assert from 'node:assert/strict'
import type { Page, WatchedPage } from '../../../support/browser/browser.ts'
import {
  assertFits,
  type ConsoleWorld,
  goTo,
  narrow,
  openConsoleWorld,
  seriousFaults,
  takePicture,
  untilIdle,
  wide,
} from '../../../support/browser/console-browser.ts'
import { type FilledMerchant, fillMerchant } from '../../../support/browser/console-filled.ts'
import { addressOf, looksBeside, type PageCheck, pageChecks } from '../../../support/browser/console-looks.ts'
import { pages } from '../../../support/browser/console-registry.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import type { ConsoleUser } from '../../../support/clients/console.ts'

/** On a first visit, as it comes over the line. The other pages are measured by their files, in ../served.test.ts. */
const bytesMax = 300 * 1024

// Many pages, one after another: on a machine that does other things as well they take their time.
describe('every page of the console', { timeout: 600_000 }, () => {
  let world: ConsoleWorld
  let filled: FilledMerchant
  /** One for each user. */
  const windows = new Map<ConsoleUser | undefined, WatchedPage>()

  before(async () => {
    world = await openConsoleWorld()
    filled = await fillMerchant(world.gateway)
  })
  after(() => world.stop())

  it('is visited by these tests', () => {
    assert.deepEqual(
      pages.map(({ side, path }) => `${side} ${path}`).toSorted(),
      Object.keys(pageChecks).toSorted(),
      'each page of web/console/src/pages.ts has its line in test/support/browser/console-looks.ts',
    )
  })

  it('is part of an application that loads little on a first visit, charts included', async (t) => {
    const page = await world.open(`/merchants/${filled.merchantId}`, { as: filled.user, isFirstVisit: true })
    await page.locator('.recharts-surface').first().waitFor()
    const bytes = await page.evaluate<number>(
      `performance.getEntries().reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)`,
    )
    t.diagnostic(`${bytes} bytes`)
    assert.ok(bytes > 50_000 && bytes < bytesMax, `${bytes} bytes`)
    await page.close()
  })

  for (const [page, faces] of Object.entries({ ...pageChecks, ...looksBeside }))
    it(`is accessible and fits the screen: ${page}`, async () => {
      for (const [place, look] of faces.entries()) {
        const as = userOf(page, look)
        try {
          await checkFace(await show(page, look, as), look, `${nameOf(page)}${place || ''}`)
        } catch (error) {
          // Its state is unknown now.
          await windows.get(as)?.close()
          windows.delete(as)
          throw error
        }
      }
    })

  it('has readable colours in dark mode', async () => {
    const page = await world.open(`/merchants/${filled.merchantId}`, {
      as: filled.user,
      bypassCSP: true,
      colorScheme: 'dark',
    })
    for (const [path, part] of [
      [`/merchants/${filled.merchantId}`, '.recharts-surface'],
      [`/merchants/${filled.merchantId}/orders/held`, '.timeline'],
      [`/merchants/${filled.merchantId}/orders/paid`, '.other-orders'],
      [`/merchants/${filled.merchantId}/users`, '.table-paper'],
    ] as const) {
      await goTo(page, path)
      await page.locator(part).first().waitFor()
      assert.equal(await page.evaluate('document.documentElement.dataset.mantineColorScheme'), 'dark')
      assert.deepEqual(await seriousFaults(page, { rules: ['color-contrast'] }), [], path)
      await takePicture(page, `${nameOf(path)}-dark`)
    }
    await page.close()
  })

  function userOf(page: string, look: PageCheck): ConsoleUser | undefined {
    const usual = page.startsWith('OPERATOR') ? filled.operators : page.startsWith('NOBODY') ? undefined : filled.user
    return look.as?.(filled) ?? usual
  }

  async function newWindow(as: ConsoleUser | undefined): Promise<WatchedPage> {
    const page = await world.open('/account', { bypassCSP: true, ...(as && { as }) })
    page.setDefaultTimeout(15_000)
    await untilIdle(page)
    return page
  }

  /** Every call that the page makes by itself must succeed, unless the page is about something that is not there. */
  async function show(page: string, look: PageCheck, as: ConsoleUser | undefined): Promise<WatchedPage> {
    const address = addressOf(page, look, filled)
    const shown = windows.get(as) ?? (await newWindow(as))
    windows.set(as, shown)
    const refused: string[] = []
    const note = (response: { url(): string; status(): number }) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${new URL(response.url()).pathname}`)
    }
    shown.on('response', note)
    await goTo(shown, address)
    if (look.until) await shown.locator(look.until).first().waitFor()
    shown.off('response', note)
    assert.deepEqual(
      refused,
      look.refused?.map((path) => path.replace(':merchantId', filled.merchantId)) ?? [],
      address,
    )
    return shown
  }

  async function checkFace(
    page: Page,
    { isWhole, dialogs = [], actions = [] }: PageCheck,
    name: string,
  ): Promise<void> {
    const within = isWhole ? undefined : 'main'
    const checkWide = () => check(page, `${name}-wide`, { within })
    const checkNarrow = async () => {
      // Its colours are those of the wide screen, and comparing them takes longest.
      await check(page, `${name}-narrow`, { within, except: ['color-contrast'] })
      // Their elements and colours are the same on a wide screen, where they have more room.
      for (const [turn, dialog] of dialogs.entries())
        await checkDialog(page, [dialog].flat(), () =>
          check(page, `${name}-dialog${turn}-narrow`, { within: '[role=dialog]' }),
        )
    }
    // Laying a page out for another width takes as long as opening it: what is there comes first.
    const isNarrow = page.viewportSize()?.width === narrow.viewport.width
    const [first, second] = isNarrow ? [checkNarrow, checkWide] : [checkWide, checkNarrow]
    await first()
    await page.setViewportSize((isNarrow ? wide : narrow).viewport)
    await second()
    for (const { name: action, act, within: part, isNarrow: onPhone } of actions) {
      await page.setViewportSize((onPhone ? narrow : wide).viewport)
      await act(page, filled)
      await page.setViewportSize(narrow.viewport)
      const seen = part === 'everything' ? undefined : part === 'dialog' ? '[role=dialog]' : 'main'
      await check(page, `${name}-${action}-narrow`, { within: seen })
      if (part === 'dialog') await leaveDialogs(page)
    }
  }
})

function nameOf(page: string): string {
  return page.replace('/merchants/:merchantId', '').replaceAll(/\W+/g, '-').toLowerCase().replace(/-$/, '')
}

async function check(
  page: Page,
  name: string,
  checked: { readonly within: string | undefined; readonly except?: readonly string[] },
): Promise<void> {
  await untilIdle(page)
  await assertFits(page, name)
  assert.deepEqual(await seriousFaults(page, checked), [], name)
  await takePicture(page, name)
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
