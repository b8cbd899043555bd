// What axe-core finds wrong with a page, for those who listen, use a keyboard, or need strong contrast.
import { readFileSync } from 'node:fs'
import type { Frame, Page } from './browser.ts'

/** Half as long as what the package exports, and does the same. */
const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** The serious faults of the document, by all rules or by these only. */
export function seriousFaults(place: Page | Frame, rules?: readonly string[]): Promise<readonly string[]> {
  return faultsIn(place, { parts: [':root'], rules, colours: ofEachKind })
}

/** The serious faults of some parts of the document: of those that are not the same as in one that was looked at as a whole. */
export function seriousFaultsIn(page: Page, ...parts: readonly string[]): Promise<readonly string[]> {
  return faultsIn(page, { parts, colours: ofEachKind })
}

/** Which elements are compared with what is behind and around them: nearly all of the time would go into that, and most are alike. */
export interface ComparedColours {
  /** The rules that look at these elements alone, with what selects theirs. */
  readonly rules: Readonly<Record<string, string>>
  /** The text of a function for the page that marks them in these parts of it. What it returns removes the marks; its argument is the
   * elements that could not be compared. */
  readonly mark: string
}

/** The mark. */
export const comparedMark = 'data-compared'

export interface AxeLook {
  /** Selectors. */
  readonly parts: readonly string[]
  readonly colours: ComparedColours
  /** By axe's names; all that are about serious things without. */
  readonly rules?: readonly string[] | undefined
  /** By axe's names: rules whose findings are known. */
  readonly except?: readonly string[] | undefined
}

/** A document that has no axe-core yet gets it here: unlike a script of the page's, no policy keeps it out, and the page remains
 * one that another test can use. */
export async function faultsIn(
  place: Page | Frame,
  { parts, colours, rules, except = [] }: AxeLook,
): Promise<readonly string[]> {
  if (!(await place.evaluate(`'axe' in globalThis`))) await place.evaluate(axe)
  return place.evaluate(`(async () => {
    const isSerious = ({ impact }) => impact === 'serious' || impact === 'critical'
    // Rules about lesser things take more than half of the time, and what they find is left out anyway.
    const isUsual = ({ enabled, tags }) => enabled && !tags.some((tag) => tag === 'experimental' || tag === 'deprecated')
    const serious = axe._audit.rules.filter((rule) => isUsual(rule) && isSerious(rule)).map(({ id }) => id)
    if (serious.length < 40) throw new Error('axe no longer marks which of its rules are serious')
    const parts = ${JSON.stringify(parts)}
    const runOnly = ${JSON.stringify(rules) ?? 'serious'}.filter((id) => !${JSON.stringify(except)}.includes(id))
    const colours = Object.entries(${JSON.stringify(colours.rules)})
    axe.configure({ rules: colours.map(([id, selector]) => ({ id, selector: selector + '[${comparedMark}]' })) })
    const unmark = colours.some(([id]) => runOnly.includes(id)) ? (${colours.mark})(parts) : () => {}
    const options = { resultTypes: ['violations', 'incomplete'], elementRef: true, iframes: false, runOnly }
    const { violations, incomplete } = await axe.run({ include: parts }, options)
    unmark(incomplete.flatMap(({ nodes }) => nodes.map(({ element }) => element)))
    return violations.filter(isSerious)
      .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).slice(0, 3).join())
  })()`)
}

/** Contrast is the same for texts of the same kind: in elements of the same name, class and parent, with the same colours, size and
 * weight, before the same backgrounds. Marks two visible elements of each kind, and every field. */
const ofEachKind: ComparedColours = {
  rules: { 'color-contrast': '', 'link-in-text-block': 'a[href]' },
  mark: `(parts) => {
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
      element.setAttribute('${comparedMark}', '')
      marked.push(element)
    }
  }
  for (const part of parts) for (const root of document.querySelectorAll(part)) markIn(root)
  return () => marked.forEach((element) => element.removeAttribute('${comparedMark}'))
}`,
}

/** By how much the document is wider than the window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - innerWidth')
}
