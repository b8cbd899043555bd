// The browser of the tests: no step in it may wait for ever.
import assert from 'node:assert/strict'
import { openForeignSite } from '../sites/foreign-site.ts'
import { type Browser, launchBrowser } from './browser.ts'
import { type BrowserConnection, limitSteps } from './step-limit.ts'
import { after, before, describe, it } from './test.ts'

describe('the browser of the tests', () => {
  let browser: Browser
  before(async () => {
    browser = await launchBrowser()
  })
  after(() => browser.close())

  it('closes a page that is navigating to another document', async () => {
    const site = await openForeignSite('http://127.0.0.1')
    const address = site.sameSite('<p>Here</p>')
    const context = await browser.newContext()
    // Chromium by itself leaves about one in three of them open.
    for (let round = 0; round < 8; round += 1) {
      const page = await context.newPage()
      await page.goto(address)
      const reloaded = page.waitForEvent('response')
      await page.evaluate('void location.reload()')
      await reloaded
      await page.close()
      assert.ok(page.isClosed())
    }
    await site.close()
  })

  it('fails a step that does not end', async () => {
    const connection: BrowserConnection = {
      sendMessageToServer: (_, method) => (method === 'close' ? new Promise(() => {}) : Promise.resolve(method)),
    }
    limitSteps(connection, 20)
    assert.equal(await connection.sendMessageToServer({}, 'title', {}, {}), 'title')
    await assert.rejects(
      connection.sendMessageToServer({}, 'close', {}, {}),
      /^Error: close was not done within 0.02 s$/,
    )
  })
})
