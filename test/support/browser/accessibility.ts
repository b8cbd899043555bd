// What axe-core finds wrong with a page, for those who listen, use a keyboard, or need strong contrast.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from './browser.ts'

/** Half as long as what the package exports, and does the same. */
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The serious faults of the document, by all rules or by these only. */
export function seriousFaults(place: Page | Frame, runOnly?: readonly string[]): Promise<readonly string[]> {
  return faultsOf(place, [':root'], runOnly)
}

/** The serious faults of some parts of the document: of those that are not the same as in one that was looked at as a whole. */
export function seriousFaultsIn(page: Page, ...parts: readonly string[]): Promise<readonly string[]> {
  return faultsOf(page, parts)
}

/** A document that has no axe-core yet gets it here: unlike a script of the page's, no policy keeps it out, and the page remains
 * one that another test can use. */
async function faultsOf(
  place: Page | Frame,
  parts: readonly string[],
  runOnly?: readonly string[],
): Promise<readonly string[]> {
  if (!(await place.evaluate(`'axe' in globalThis`))) await place.evaluate(axe)
  return place.evaluate(`(async () => {
    ${markKinds}
    const isSerious = ({ impact }) => impact === 'serious' || impact === 'critical'
    // Rules about lesser things take time, and what they find is left out anyway.
    const isUsual = ({ enabled, tags }) => enabled && !tags.some((tag) => tag === 'experimental' || tag === 'deprecated')
    const serious = axe._audit.rules.filter((rule) => isUsual(rule) && isSerious(rule)).map(({ id }) => id)
    if (serious.length < 40) throw new Error('axe no longer marks which of its rules are serious')
    const parts = ${JSON.stringify(parts)}
    const marked = markKinds(parts)
    const ofColour = { 'color-contrast': '', 'link-in-text-block': 'a[href]' }
    const rules = Object.entries(ofColour).map(([id, selector]) => ({ id, selector: selector + '[data-one-of-its-kind]' }))
    axe.configure({ rules })
    const options = { resultTypes: ['violations'], iframes: false, runOnly: ${JSON.stringify(runOnly) ?? 'serious'} }
    const { violations } = await axe.run({ include: parts }, options)
    for (const element of marked) element.removeAttribute('data-one-of-its-kind')
    return violations.filter(isSerious)
      .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).slice(0, 3).join())
  })()`)
}

/** Nearly all of the time would go into the contrast of each text with what is behind and around it, which is the same for texts of
 * the same kind: in elements of the same name, class and parent, with the same colours, size and weight, before the same
 * backgrounds. Marks two visible elements of each kind, and every field. */
const markKinds = `const markKinds = (parts) => {
  const parentOf = (element) => element.parentElement ?? element.getRootNode().host
  const backgrounds = new Map()
  const backgroundsOf = (element) => {
    if (!element) return ''
    if (!backgrounds.has(element)) {
      const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element)
      const own = [backgroundColor, backgroundImage, opacity, position].join(' ')
      backgrounds.set(element, backgroundsOf(parentOf(element)) + (own === 'rgba(0, 0, 0, 0) none 1 static' ? '' : '/' + own))
    }
    return backgrounds.get(element)
  }
  const hasText = ({ childNodes }) => [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '')
  const isSeen = (element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true })
  }
  const counts = new Map()
  const marked = []
  const markIn = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) markIn(element.shadowRoot)
      const isField = element.matches('input, select, textarea')
      if (!isField && !hasText(element) && !element.matches('a[href]')) continue
      const parent = parentOf(element) ?? element
      const { color, fontSize, fontWeight, textShadow, textDecorationLine } = getComputedStyle(element)
      const around = [parent.localName, parent.className, getComputedStyle(parent).color, backgroundsOf(element)]
      const own = [element.localName, element.className, color, fontSize, fontWeight, textShadow, textDecorationLine]
      const kind = [...own, ...around].join()
      const count = counts.get(kind) ?? 0
      if ((count >= 2 && !isField) || !isSeen(element)) continue
      counts.set(kind, count + 1)
      element.setAttribute('data-one-of-its-kind', '')
      marked.push(element)
    }
  }
  for (const part of parts) for (const root of document.querySelectorAll(part)) markIn(root)
  return marked
}`

/** By how much the document is wider than the window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - innerWidth')
}
