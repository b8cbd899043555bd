// What tests press is pressed only where a payer could press it.
import assert from 'node:assert/strict'
import { type Browser, launchBrowser, openPage, type WatchedPage } from './browser.ts'
import { frameNamed, press, untilSeen, untilTrue } from './in-page.ts'
import { after, before, describe, it } from './test.ts'

describe('an element that a test presses', () => {
  let browser: Browser
  let page: WatchedPage
  before(async () => {
    browser = await launchBrowser()
    page = await openPage(browser)
  })
  after(() => browser?.close())

  /** Presses while the element is out of reach, then lets it be reached, and says what it heard before and after. */
  async function heard(button: string, other: string, free: string): Promise<unknown> {
    await page.setContent(`<p style="height: 2000px"></p>${button}${other}<script>
      globalThis.heard = []
      document.addEventListener('click', ({ target }) => heard.push(target.id))</script>`)
    const pressing = press(page, 'button', 'Pay')
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 40))')
    const before = await page.evaluate('[...heard]')
    await page.evaluate(free)
    await pressing
    return [before, await page.evaluate('heard')]
  }

  for (const [state, button, other, free] of [
    ['hidden', '<button id="b" hidden>Pay</button>', '', 'b.hidden = false'],
    ['invisible', '<button id="b" style="visibility: hidden">Pay</button>', '', `b.style = ''`],
    ['disabled', '<button id="b" disabled>Pay</button>', '', 'b.disabled = false'],
    ['covered', '<button id="b">Pay</button>', '<div id="d" style="position: fixed; inset: 0"></div>', 'd.remove()'],
    ['not yet there', '', '', `document.body.insertAdjacentHTML('beforeend', '<button id="b">Pay now</button>')`],
    ['called something else', '<button id="b">Cancel</button>', '', `b.textContent = 'Pay'`],
  ] as const)
    it(`is not pressed while it is ${state}, and once when it can be reached`, async () => {
      assert.deepEqual(await heard(button, other, free), [[], ['b']])
    })

  it('is found in a frame by its name, and in the document that follows', async () => {
    await page.setContent(
      '<iframe name="inner" srcdoc="<button onclick=&quot;location.reload()&quot;>Pay</button>"></iframe>',
    )
    const inner = frameNamed(page, 'inner')
    await inner.evaluate('globalThis.isFirst = true')
    await press(inner, 'button')
    await untilTrue(inner, '!globalThis.isFirst')
    await untilSeen(inner, 'button', 'Pay')
  })
})
