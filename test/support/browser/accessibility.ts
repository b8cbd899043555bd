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
   * elements whose colours were found strong enough. */
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

/** Rules that would look at the style of every element, though no other element can break them: what is not important gives way to
 * the spacing that a reader chooses. */
const narrowedRules = { 'avoid-inline-spacing': '[style*=important]' }

/** A document that has no axe-core yet gets it here: unlike a script of the page's, no policy keeps it out, and the page remains
 * one that another test can use. */
export async function faultsIn(
  place: Page | Frame,
  { parts, colours, rules, except = [] }: AxeLook,
): Promise<readonly string[]> {
  const look = `(async () => {
    if (!('axe' in globalThis)) return null
    const isSerious = ({ impact }) => impact === 'serious' || impact === 'critical'
    // Rules about lesser things take more than half of the time, and what they find is left out anyway.
    const isUsual = ({ enabled, tags }) => enabled && !tags.some((tag) => tag === 'experimental' || tag === 'deprecated')
    const serious = axe._audit.rules.filter((rule) => isUsual(rule) && isSerious(rule)).map(({ id }) => id)
    if (serious.length < 40) throw new Error('axe no longer marks which of its rules are serious')
    const parts = ${JSON.stringify(parts)}
    const runOnly = ${JSON.stringify(rules) ?? 'serious'}.filter((id) => !${JSON.stringify(except)}.includes(id))
    const colours = Object.entries(${JSON.stringify(colours.rules)}).map(([id, selector]) => [id, selector + '[${comparedMark}]'])
    const selectors = [...Object.entries(${JSON.stringify(narrowedRules)}), ...colours]
    axe.configure({ rules: selectors.map(([id, selector]) => ({ id, selector })) })
    const unmark = colours.some(([id]) => runOnly.includes(id)) ? (${colours.mark})(parts) : () => {}
    // As axe has them: to prepare them for readers takes time, and most are not read.
    const found = await axe.run({ include: parts }, { reporter: (results) => results, iframes: false, runOnly })
    if (found.length < runOnly.length / 2) throw new Error('axe no longer gives its results as it has them')
    const passes = found.find(({ id }) => id === 'color-contrast')?.passes ?? []
    // What is out of sight passes as well, without being compared.
    const strong = passes.filter(({ any }) => any.some(({ data }) => data?.contrastRatio > 1))
    unmark(new Set(strong.map(({ node }) => node.element)))
    return found.filter((result) => result.violations.length > 0 && isSerious(result))
      .map(({ id, violations }) => id + ': ' + violations.map(({ node }) => node.source).slice(0, 3).join())
  })()`
  const faults = await place.evaluate<readonly string[] | null>(look)
  if (faults) return faults
  await place.evaluate(axe)
  return place.evaluate<readonly string[]>(look)
}

/**
 * The text of a function for the page: the visible texts and fields in these parts of it, and all links, each with its looks. Contrast
 * is the same for those with the same colours, size and weight before the same backgrounds. What is laid over or under other things
 * counts as a background by its classes and states as well.
 */
export const looksOfTexts = `(parts) => {
  const parentOf = (element) => element.parentElement ?? element.getRootNode().host
  const isState = ({ name }) => /^(class|data-.*|aria-(current|disabled|invalid|pressed|selected))$/.test(name)
  const backgrounds = new Map()
  const backgroundsOf = (element) => {
    if (!element) return ''
    if (!backgrounds.has(element)) {
      const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element)
      const states = position === 'static' ? [] : [...element.attributes].filter(isState).map(({ value }) => value)
      const own = [backgroundColor, backgroundImage, opacity, position, ...states].join(' ')
      backgrounds.set(element, backgroundsOf(parentOf(element)) + (own === 'rgba(0, 0, 0, 0) none 1 static' ? '' : '/' + own))
    }
    return backgrounds.get(element)
  }
  const hasText = ({ childNodes }) => [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '')
  const isSeen = (element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true })
  }
  const looksOf = (element) => {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element)
    return [color, fontSize, fontWeight, textShadow, backgroundsOf(element)].join()
  }
  const found = new Map()
  const findIn = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) findIn(element.shadowRoot)
      const isWanted = element.matches('input, select, textarea, a[href]') || hasText(element)
      if (isWanted && isSeen(element)) found.set(element, looksOf(element))
    }
  }
  for (const part of parts) for (const root of document.querySelectorAll(part)) findIn(root)
  return found
}`

/** The text of a function for the page: the same elements, each with its kind, which is that of others with the same looks, name, class
 * and parent. */
export const kindsOfTexts = `(parts) => {
  const namesOf = (element) => {
    const parent = element.parentElement ?? element.getRootNode().host ?? element
    const { color } = getComputedStyle(parent)
    return [element.localName, element.className, getComputedStyle(element).textDecorationLine, parent.localName, parent.className, color]
  }
  return [...(${looksOfTexts})(parts)].map(([element, looks]) => ({ element, kind: [looks, ...namesOf(element)].join() }))
}`

/** Marks two elements of each kind, and every field. */
const ofEachKind: ComparedColours = {
  rules: { 'color-contrast': '', 'link-in-text-block': 'a[href]' },
  mark: `(parts) => {
  const counts = new Map()
  const marked = []
  for (const { element, kind } of (${kindsOfTexts})(parts)) {
    const count = counts.get(kind) ?? 0
    if (count >= 2 && !element.matches('input, select, textarea')) continue
    counts.set(kind, count + 1)
    element.setAttribute('${comparedMark}', '')
    marked.push(element)
  }
  return () => marked.forEach((element) => element.removeAttribute('${comparedMark}'))
}`,
}

/** By how much the document is wider than the window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - innerWidth')
}
