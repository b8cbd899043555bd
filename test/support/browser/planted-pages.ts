// Opens pages of the console that show planted texts, unfolds all of them, and makes sure that they are nothing but text.
import assert from 'node:assert/strict'
import type { ConsolePerson } from '../clients/console.ts'
import type { WatchedPage } from './browser.ts'
import { type ConsoleWorld, goTo } from './console-browser.ts'

/** What shows that a text has become part of the page, whichever way it was to run. */
const made = [
  'img[src="x"], img[src="x/"]',
  ...['onload', 'onerror'].map((name) => `[${name}]`),
  'script:not([src]), s, object, embed, base, iframe[srcdoc]',
].join(', ')

/** What browsers say by themselves of something that is not there. */
const notThere = /status of 404/

export interface PageExpectation {
  /** Texts that the page waits for. */
  readonly expected?: readonly string[]
  /** Buttons that each open a dialog, which is read, too. */
  readonly dialogs?: RegExp
}

export interface PlantedReader {
  /** All that the page at this address says; fails when something ran, became an element, or leads to another site. */
  read(path: string, wanted?: PageExpectation): Promise<string>
}

/** Leads a user's window from page to page. */
export async function openPlantedReader(world: ConsoleWorld, as: ConsolePerson): Promise<PlantedReader> {
  const ran: string[] = []
  // Wide enough for every column.
  const page = await world.open('/account', { as, viewport: { width: 1600, height: 900 } })
  page.on('dialog', (dialog) => {
    ran.push(dialog.message())
    void dialog.dismiss()
  })
  return {
    async read(path, { expected = [], dialogs } = {}) {
      await goTo(page, path)
      for (const text of expected)
        await page
          .getByText(text)
          .first()
          .waitFor({ state: 'attached', timeout: 15_000 })
          .catch(() => assert.fail(`${path} does not show ${text}: ${page.problems.join(' | ')}`))
      let pageText = await unfolded(page)
      await assertHarmless(page, path)
      for (const button of dialogs ? await page.getByRole('button', { name: dialogs }).all() : []) {
        await button.click()
        const dialog = page.getByRole('dialog')
        await dialog.waitFor()
        pageText += await dialog.textContent()
        await assertHarmless(page, path)
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
      }
      assert.deepEqual(ran, [], `${path}: a script ran`)
      // Policies say here what they had to stop.
      const strange = page.problems.filter((problem) => !notThere.test(problem))
      assert.deepEqual(strange, [], path)
      return pageText
    },
  }
}

async function assertHarmless(page: WatchedPage, path: string): Promise<void> {
  assert.equal(await page.locator(made).count(), 0, `${path}: a text has become an element`)
  const away = await page.evaluate<readonly string[]>(
    'Array.from(document.links, ({ href }) => href).filter((href) => new URL(href).origin !== location.origin)',
  )
  assert.deepEqual(away, [], `${path}: a text has become a way out`)
}

async function unfolded(page: WatchedPage): Promise<string> {
  // Each is gone from the list when it is open.
  const left = page.locator('details:not([open]) > summary')
  for (let count = await left.count(); count > 0; count -= 1) await left.first().click()
  assert.equal(await left.count(), 0, 'everything is unfolded')
  return `${await page.title()} ${(await page.locator('body').textContent()) ?? ''}`
}
