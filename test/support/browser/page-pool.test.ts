// Pages that are used again have nothing in them of the test before.
import assert from 'node:assert/strict'
import { type ForeignSite, openForeignSite } from '../sites/foreign-site.ts'
import { type Browser, launchBrowser, openPage, type WatchedPage } from './browser.ts'
import { after, before, describe, it } from './test.ts'

describe('a page of the tests', () => {
  let browser: Browser
  let site: ForeignSite
  let address: string
  before(async () => {
    browser = await launchBrowser()
    site = await openForeignSite('http://127.0.0.1')
    address = site.sameSite('<p>Here</p>')
  })
  after(async () => {
    await browser.close()
    await site.close()
  })

  /** Its own viewport keeps it apart from pages of other files. */
  const options = { viewport: { width: 701, height: 500 } }
  const open = () => openPage(browser, options)

  async function closedAfter(use: (page: WatchedPage) => Promise<unknown>): Promise<WatchedPage> {
    const page = await open()
    await page.goto(address)
    await use(page)
    await page.close()
    return page
  }

  it('is used again, without cookies, routes, listeners, other windows, and with the size it had', async () => {
    let heard = 0
    const before = await closedAfter(async (page) => {
      page.on('request', () => {
        heard += 1
      })
      await page.route('**/*', (route) => route.abort())
      await page.context().addCookies([{ name: 'kept', value: '1', url: address }])
      await page.setViewportSize({ width: 400, height: 400 })
      await page.evaluate(`name = 'kept'; console.error('before')`)
      await page.context().newPage()
    })
    const page = await open()
    assert.equal(page, before)
    await page.goto(address)
    assert.equal(heard, 0)
    assert.deepEqual(page.problems, [])
    assert.deepEqual(await page.context().cookies(), [])
    assert.equal(page.context().pages().length, 1)
    assert.deepEqual(await page.evaluate('[name, innerWidth, innerHeight]'), ['', 701, 500])
    await page.close()
  })

  const uses: Readonly<Record<string, (page: WatchedPage) => Promise<unknown>>> = {
    'something in the storage of its tab': (page) => page.evaluate(`sessionStorage.kept = '1'`),
    'something in the storage of its origin': (page) => page.evaluate(`localStorage.kept = '1'`),
    'a script for every document': (page) => page.addInitScript('globalThis.kept = true'),
    'another time': (page) => page.clock.install(),
    'another look': (page) => page.emulateMedia({ colorScheme: 'dark' }),
    'no network': (page) => page.context().setOffline(true),
  }
  for (const [name, use] of Object.entries(uses))
    it(`is not used again with ${name}`, async () => {
      const before = await closedAfter(use)
      assert.ok(before.isClosed())
      const page = await open()
      assert.notEqual(page, before)
      await page.goto(address)
      assert.equal(await page.evaluate('sessionStorage.length + localStorage.length'), 0)
      await page.close()
    })

  it('is used again when its storage is as empty as before', async () => {
    const before = await closedAfter((page) => page.evaluate(`sessionStorage.kept = '1'; sessionStorage.clear()`))
    const page = await open()
    assert.equal(page, before)
    await page.close()
  })
})
