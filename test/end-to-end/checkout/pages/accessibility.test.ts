// The payer's pages for those who listen, use a keyboard, or need strong contrast: axe-core looks at every one.
import assert from 'node:assert/strict'
import axe from 'axe-core'
import { type Browser, launchBrowser, openPage } from '../../../support/browser/browser.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { type SamplePage, samplePages } from '../../../support/builders/sample-pages.ts'
import { type DrawnPages, serveDrawnPages } from '../../../support/sites/drawn-pages.ts'

const narrow = { viewport: { width: 390, height: 844 } }
const wide = { viewport: { width: 1280, height: 860 } }
/** Other words in the same places as another page. */
const alike: readonly string[] = ['framedProviders', 'waitAtProvider', 'returned']
const names = (Object.keys(samplePages) as SamplePage[]).filter((name) => !alike.includes(name))

/** Without an address to go to, pages that lead on stay. */
const staying: Partial<Record<SamplePage, object>> = {
  handOver: { url: '' },
  leave: { url: '' },
  unfinished: { againPath: '' },
  challenge: { acsUrl: '' },
}

describe("the payer's page", () => {
  let pages: DrawnPages
  let browser: Browser
  before(async () => {
    const started = await Promise.all([serveDrawnPages(), launchBrowser()])
    pages = started[0]
    browser = started[1]
  })
  after(async () => {
    await browser?.close()
    await pages?.stop()
  })

  for (const locale of ['en', 'ar']) {
    it(`has no serious fault of accessibility in ${locale}, light or dark, wide or narrow`, async () => {
      const lookAt = async (look: typeof wide) => {
        // The page's own policy would not let a stranger's script in.
        const page = await openPage(browser, { ...look, bypassCSP: true })
        for (const name of names) {
          await page.goto(pages.address(name, { locale, ...staying[name] }))
          await page.evaluate(axe.source)
          for (const colorScheme of ['light', 'dark'] as const) {
            // Colours are all that changes.
            const options = JSON.stringify({
              resultTypes: ['violations'],
              ...(colorScheme === 'dark' && { runOnly: ['color-contrast'] }),
            })
            await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
            const faults = await page.evaluate<
              readonly string[]
            >(`axe.run(document, ${options}).then(({ violations }) => violations
              .filter(({ impact }) => impact === 'serious' || impact === 'critical')
              .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).slice(0, 3).join()))`)
            assert.deepEqual(faults, [], `${name} ${locale} ${colorScheme} ${look.viewport.width}`)
          }
          assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0, name)
        }
        await page.close()
      }
      await Promise.all([wide, narrow].map(lookAt))
    })
  }
})
