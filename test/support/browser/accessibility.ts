// What axe-core finds wrong with a page, for those who listen, use a keyboard, or need strong contrast.
import axe from 'axe-core'
import type { Frame, Page } from './browser.ts'

/** Has axe-core in every document that the page loads from now on. Unlike a script of the page's, no policy keeps it out. */
export async function bringAxe(page: Page): Promise<void> {
  await page.addInitScript(axe.source)
}

/** The serious faults of the document, by all rules or by these only. */
export function seriousFaults(place: Page | Frame, runOnly?: readonly string[]): Promise<readonly string[]> {
  const options = JSON.stringify({ resultTypes: ['violations'], iframes: false, ...(runOnly && { runOnly }) })
  return place.evaluate(`axe.run(document, ${options}).then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).slice(0, 3).join()))`)
}

/** By how much the document is wider than the window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - innerWidth')
}
