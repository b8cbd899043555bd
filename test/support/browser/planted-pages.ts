// Opens pages of the console that show planted texts, unfolds all of them, and makes sure that they are nothing but text.
import assert from 'node:assert/strict'
import type { ConsoleUser } from '../clients/console.ts'
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
  /** Leaves the window to another user. */
  close(): Promise<void>
}

/** Leads a user's window from page to page. */
export async function openPlantedReader(world: ConsoleWorld, as: ConsoleUser): Promise<PlantedReader> {
  const ran: string[] = []
  // Wide enough for every column.
  const page = await world.open('/shortcuts', { as, viewport: { width: 1600, height: 900 } })
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
      const { text: pageText, ...found } = await page.evaluate<Findings>(findingsOf(dialogs))
      assert.equal(found.folded, 0, `${path}: everything is unfolded`)
      assert.equal(found.elements, 0, `${path}: a text has become an element`)
      assert.deepEqual(found.waysOut, [], `${path}: a text has become a way out`)
      assert.equal(found.dialogs > 0, dialogs !== undefined, `${path}: ${found.dialogs} dialogs`)
      assert.deepEqual(ran, [], `${path}: a script ran`)
      // Policies say here what they had to stop.
      const strange = page.problems.filter((problem) => !notThere.test(problem))
      assert.deepEqual(strange, [], path)
      return pageText
    },
    close: () => page.close(),
  }
}

interface Findings {
  /** Of the page and of each of its dialogs. */
  readonly text: string
  /** How many were read. */
  readonly dialogs: number
  readonly folded: number
  readonly elements: number
  readonly waysOut: readonly string[]
}

/** Unfolds and reads everything, in one go: a page may have dozens of dialogs. */
const findingsOf = (dialogs: RegExp | undefined) => `(async () => {
  const until = async (find) => {
    const endMs = performance.now() + 15_000
    while (!find() && performance.now() < endMs)
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return find() || Promise.reject(new Error('this did not come: ' + find))
  }
  const all = (selector) => [...document.querySelectorAll(selector)]
  const folded = () => all('details:not([open]) > summary')
  for (const summary of folded()) summary.click()
  await until(() => folded().length === 0)
  const findings = { text: '', dialogs: 0, elements: 0, waysOut: [] }
  const look = (text) => {
    findings.text += ' ' + text
    findings.elements += all(${JSON.stringify(made)}).length
    findings.waysOut.push(
      ...Array.from(document.links, ({ href }) => href).filter((href) => new URL(href).origin !== location.origin),
    )
  }
  look(document.title + ' ' + document.body.textContent)
  const isWanted = ({ ariaLabel, textContent }) => ${dialogs ? `${dialogs}.test(ariaLabel ?? textContent)` : 'false'}
  for (const button of all('button').filter(isWanted)) {
    button.click()
    look((await until(() => document.querySelector('[role=dialog]'))).textContent)
    findings.dialogs += 1
    document.querySelector('[role=dialog] button[aria-label=Close]').click()
    await until(() => !document.querySelector('[role=dialog]'))
  }
  return { ...findings, folded: folded().length }
})()`
