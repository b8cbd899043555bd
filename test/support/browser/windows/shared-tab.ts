// A tab that the tests of a file use one after the other: to leave a page empty and to fill it again for each of them would cost
// the browser as much as the page that the test is about.
import { type Browser, openPage, type WatchedPage } from '../browser.ts'

export interface SharedTab {
  /** The tab, without cookies and without problems. Closing it leaves it to the next test; whatever lasts as long as a page (a
   * clock, scripts, colours) needs a page of its own. */
  take(): Promise<WatchedPage>
  /** When all tests of the file are done. */
  release(): Promise<void>
}

export function sharedTab(browser: () => Browser, options?: Parameters<typeof openPage>[1]): SharedTab {
  let opened: Promise<OpenedTab> | undefined
  return {
    async take() {
      opened ??= openTab(browser(), options)
      const { page } = await opened
      await page.context().clearCookies()
      page.problems.length = 0
      return page
    },
    release: async () => (await opened)?.release(),
  }
}

interface OpenedTab {
  readonly page: WatchedPage
  release(): Promise<void>
}

async function openTab(browser: Browser, options: Parameters<typeof openPage>[1]): Promise<OpenedTab> {
  const page = await openPage(browser, options)
  const release = page.close.bind(page)
  const close = async () => {
    page.removeAllListeners('request')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.mouse.move(0, 0)
    for (const other of page.context().pages()) if (other !== page) await other.close()
  }
  return { page: Object.assign(page, { close }), release }
}
