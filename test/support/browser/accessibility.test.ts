import assert from 'node:assert/strict'
import { seriousFaults, seriousFaultsIn } from './accessibility.ts'
import { type Browser, launchBrowser, openPage, type WatchedPage } from './browser.ts'
import { after, before, describe, it } from './test.ts'

const many = '<p>Dark enough</p>'.repeat(9)
const pale = 'color: #bbb'

/** Each has a text that is too pale behind several that are not. */
const paleTexts = {
  'of a class': `<style>.pale { ${pale} }</style>${many}<p class="pale">Pale</p>`,
  'of its place': `<style>li:last-child { ${pale} }</style><ul>${'<li>Dark</li>'.repeat(9)}</ul>`,
  'of its own style': `${many}<p style="${pale}">Pale</p>`,
  'before another background': `${many}<div style="background: #333">${'<p>Dark before dark</p>'}</div>`,
  'after hidden ones of its kind': `<style>b { ${pale} }</style>${'<b hidden>No</b>'.repeat(3)}${many}<b>Pale</b>`,
  'of a field': `<style>input:last-of-type { ${pale} }</style>${'<input aria-label="x" value="Dark">'.repeat(5)}`,
  'in a shadow': `${many}<div><template shadowrootmode="open"><p style="${pale}">Pale</p></template></div>`,
}

describe('what axe-core finds in a page', () => {
  let browser: Browser
  let page: WatchedPage
  before(async () => {
    browser = await launchBrowser()
    page = await openPage(browser)
    await page.goto('data:text/html,<!doctype html>')
  })
  after(async () => {
    await page?.close()
    await browser?.close()
  })
  /** In the document that has axe-core already. */
  const show = (body: string) =>
    page.evaluate(`document.documentElement.lang = 'en'
      document.documentElement.setHTMLUnsafe(${JSON.stringify(`<title>x</title><main><h1>x</h1>${body}</main>`)})`)

  for (const [which, body] of Object.entries(paleTexts))
    it(`includes a pale text ${which}, whatever others are like`, async () => {
      await show(body)
      assert.match((await seriousFaults(page)).join(), /^color-contrast: /)
      assert.match((await seriousFaultsIn(page, 'main')).join(), /^color-contrast: /)
    })

  it('includes a link that differs from the text around it by nothing but a colour, whatever others are like', async () => {
    const underlined = '<p>See <a href="#x">the guide</a> first.</p>'.repeat(9)
    await show(`<style>.bare { color: #00a; text-decoration: none }</style>${underlined}
      <p>See <a class="bare" href="#x">the guide</a> first.</p>`)
    assert.match((await seriousFaults(page)).join(), /^link-in-text-block: <a class="bare"/)
  })

  it('is nothing where nothing is wrong, and leaves the page as it was', async () => {
    await show(many)
    const html = await page.content()
    assert.deepEqual(await seriousFaults(page), [])
    assert.equal(await page.content(), html)
    await show('<img src="data:,"><button></button>')
    assert.match((await seriousFaults(page)).join(), /button-name: .*image-alt: /)
  })
})
