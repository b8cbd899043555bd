// What axe-core finds wrong with a page, for those who listen, use a keyboard, or need strong contrast.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from './browser.ts'

/** Half as long as what the package exports, and does the same. */
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Has axe-core in every document that the page loads from now on. */
export async function bringAxe(page: Page): Promise<void> {
  await page.addInitScript(axe)
}

/** The serious faults of the document, by all rules or by these only. */
export function seriousFaults(place: Page | Frame, runOnly?: readonly string[]): Promise<readonly string[]> {
  return faultsOf(place, 'document', runOnly)
}

/** The serious faults of some parts of the document: of those that are not the same as in one that was looked at as a whole. */
export function seriousFaultsIn(page: Page, ...parts: readonly string[]): Promise<readonly string[]> {
  return faultsOf(page, JSON.stringify({ include: parts }))
}

/** A document that has no axe-core yet gets it here: unlike a script of the page's, no policy keeps it out, and the page remains
 * one that another test can use. */
async function faultsOf(place: Page | Frame, context: string, runOnly?: readonly string[]): Promise<readonly string[]> {
  if (!(await place.evaluate(`'axe' in globalThis`))) await place.evaluate(axe)
  const options = JSON.stringify({ resultTypes: ['violations'], iframes: false, ...(runOnly && { runOnly }) })
  return place.evaluate(`axe.run(${context}, ${options}).then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).slice(0, 3).join()))`)
}

/** By how much the document is wider than the window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - innerWidth')
}
