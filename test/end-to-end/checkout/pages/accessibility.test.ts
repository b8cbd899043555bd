// The payer's pages for those who listen, use a keyboard, or need strong contrast: axe-core looks at every one, and none breaks
// its own policy or is wider than a narrow screen. What dark colours do to contrast is a matter of the colours alone, and tested
// beside them.
import assert from 'node:assert/strict'
import { faultsIn, overflowOf, seriousFaults } from '../../../support/browser/accessibility.ts'
import { type Browser, launchBrowser, openPage, type WatchedPage } from '../../../support/browser/browser.ts'
import { knownColours } from '../../../support/browser/known-colours.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { type SamplePage, samplePages } from '../../../support/builders/sample-pages.ts'
import { axePath, type DrawnPages, serveDrawnPages } from '../../../support/sites/drawn-pages.ts'

const narrow = { width: 390, height: 844 }
const wide = { width: 1280, height: 860 }
/** Other words in the same places as another page. */
const alike: readonly string[] = ['framedProviders', 'waitAtProvider', 'returned']
const names = Object.keys(samplePages) as readonly SamplePage[]
const kinds = new Map(names.toReversed().map((name) => [samplePages[name].kind, name]))

describe("each of the payer's pages", () => {
  let pages: DrawnPages
  let browser: Browser
  let page: WatchedPage
  before(async () => {
    ;[pages, browser] = await Promise.all([serveDrawnPages(), launchBrowser()])
    page = await openPage(browser)
  })
  after(async () => {
    await browser?.close()
    await pages?.stop()
  })

  const loadAxe = () => page.evaluate(`import('${axePath}').then(() => {})`)

  it('complies with its own policy, fits a narrow screen and has no serious fault of accessibility', async () => {
    await page.setViewportSize(wide)
    for (const [index, name] of names.entries()) {
      await page.goto(pages.stillAddress(name))
      assert.deepEqual(page.problems, [], name)
      await loadAxe()
      const isFirstOfItsKind = kinds.get(samplePages[name].kind) === name
      const looks = [
        { look: 'wide', viewport: wide, isLookedAt: !alike.includes(name) },
        { look: 'narrow', viewport: narrow, isLookedAt: isFirstOfItsKind },
      ]
      // Each page begins as the one before was left: to change the size takes as long as to load some of them.
      for (const { look, viewport, isLookedAt } of index % 2 === 0 ? looks : looks.toReversed()) {
        if (page.viewportSize()?.width !== viewport.width) await page.setViewportSize(viewport)
        assert.equal(await overflowOf(page), 0, `${name} ${look}`)
        if (!isLookedAt) continue
        const faults = await faultsIn(page, { parts: [':root'], colours: knownColours })
        assert.deepEqual(faults, [], `${name} ${look}`)
      }
    }
  })

  it('has no serious fault of accessibility from right to left, wide or narrow', async () => {
    await page.goto(pages.address('faulty', { locale: 'ar' }))
    await loadAxe()
    for (const viewport of [wide, narrow]) {
      await page.setViewportSize(viewport)
      assert.deepEqual(await seriousFaults(page), [], String(viewport.width))
      assert.equal(await overflowOf(page), 0, String(viewport.width))
    }
  })

  it('has enough contrast in dark colours', async () => {
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await page.goto(pages.address('faulty'))
    await loadAxe()
    assert.deepEqual(await seriousFaults(page, ['color-contrast']), [])
  })
})
