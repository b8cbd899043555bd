import assert from 'node:assert/strict'
import { faultsIn } from './accessibility.ts'
import { type Browser, launchBrowser, openPage, type WatchedPage } from './browser.ts'
import { newColours } from './new-colours.ts'
import { after, before, describe, it } from './test.ts'

const pale = 'color: #bbb'

/** What is seen first, without a fault, and a text that is too pale in the same document later. */
const laterTexts = {
  'of another class': ['<p>Dark enough</p>', `<style>.pale { ${pale} }</style><p class="pale">Pale</p>`],
  'of the same class, by its place': [
    `<style>p:nth-of-type(2) { ${pale} }</style><p>Dark enough</p>`,
    `<style>p:nth-of-type(2) { ${pale} }</style><p>Dark enough</p><p>Pale</p>`,
  ],
  'before another background': ['<p>Dark enough</p>', '<div style="background: #333"><p>Dark before dark</p></div>'],
  'of a table with a shade at its edge': [
    '<p>Dark enough</p>',
    `<div class="table-paper" style="background: linear-gradient(#fff, #eee), #fff"><p style="${pale}">Pale</p></div>`,
  ],
  'in an element that was empty': [`<p style="${pale}"></p>`, `<p style="${pale}">Pale</p>`],
  'in an element that was hidden': [`<p style="${pale}" hidden>Pale</p>`, `<p style="${pale}">Pale</p>`],
  'in an element that was out of sight': [
    `<p style="${pale}; position: relative"><b style="position: absolute; left: -999px">Pale</b></p>`,
    `<p style="${pale}; position: relative"><b style="position: absolute; left: 9px">Pale</b></p>`,
  ],
  'in a control that could not be used': [
    `<button style="${pale}" disabled>Pale</button>`,
    `<button style="${pale}">Pale</button>`,
  ],
} as const

describe('what axe-core finds in a page whose colours are compared once', () => {
  let browser: Browser
  let page: WatchedPage
  before(async () => {
    browser = await launchBrowser()
    page = await openPage(browser)
  })
  after(async () => {
    await page?.close()
    await browser?.close()
  })
  const open = (body: string) =>
    page.goto(`data:text/html,${encodeURIComponent(`<html lang="en"><title>x</title><main>${body}</main>`)}`)
  const change = (body: string) => page.evaluate(`document.querySelector('main').innerHTML = ${JSON.stringify(body)}`)
  const faults = () => faultsIn(page, { parts: ['main'], colours: newColours, rules: ['color-contrast'] })

  for (const [which, [first, later]] of Object.entries(laterTexts))
    it(`includes a pale text ${which}, also after others have passed`, async () => {
      await open(first)
      assert.deepEqual(await faults(), [])
      await change(`${later}<p>Dark enough</p>`)
      assert.match((await faults()).join(), /^color-contrast: /)
      assert.match((await faults()).join(), /^color-contrast: /, 'and as long as it is there')
    })

  it('leaves the page as it was, and no look is compared again', async () => {
    await open('<p>Dark enough</p><p>Dark enough</p>')
    const html = await page.content()
    const asked = `axe._audit.rules.find(({ id }) => id === 'color-contrast')`
    assert.deepEqual(await faults(), [])
    await page.evaluate(`{
      const rule = ${asked}
      const { matches } = rule
      window.compared = 0
      rule.matches = (...given) => { window.compared += 1; return matches(...given) }
    }`)
    await change('<p>Dark enough</p><p>As dark</p>')
    assert.deepEqual(await faults(), [])
    assert.equal(await page.evaluate('window.compared'), 0)
    await change('<p>Dark enough</p><p>Dark enough</p>')
    assert.equal(await page.content(), html)
  })
})
