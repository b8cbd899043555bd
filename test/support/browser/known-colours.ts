// Which texts of a page look like none that was compared with its background on a page before. To compare colours takes most of
// axe's time, and the payer's pages are made of the same few parts.
import { type ComparedColours, comparedMark } from './accessibility.ts'

/** Texts and fields of a kind that was not compared before in this tab on a screen of this width, two of each kind. Texts of a kind
 * are in elements of the same name, class and parents, with the same computed colours, size and weight, before the same
 * backgrounds. One that was not found strong enough is new again. */
export const knownColours: ComparedColours = {
  rules: { 'color-contrast': '', 'link-in-text-block': 'a[href]' },
  mark: `(parts) => {
  const place = 'compared colours ' + innerWidth
  const compared = JSON.parse(sessionStorage.getItem(place) ?? '{}')
  const around = new Map()
  const aroundOf = (element) => {
    if (!element) return ''
    if (!around.has(element)) {
      const { color, backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element)
      const own = [element.localName, element.className, color, backgroundColor, backgroundImage, opacity, position]
      around.set(element, aroundOf(element.parentElement) + '/' + own.join())
    }
    return around.get(element)
  }
  const fieldOf = (element) =>
    element.matches('input, select, textarea') ? [element.type, element.value === '', element.placeholder === '', element.ariaInvalid] : []
  const hasText = ({ childNodes }) => [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '')
  const isSeen = (element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true })
  }
  const found = []
  const counts = new Map()
  for (const part of parts)
    for (const element of document.querySelector(part).querySelectorAll('*')) {
      if (!hasText(element) && !element.matches('a[href], input, select, textarea')) continue
      const { fontSize, fontWeight, textShadow, textDecorationLine } = getComputedStyle(element)
      const kind = [...fieldOf(element), fontSize, fontWeight, textShadow, textDecorationLine, aroundOf(element)].join()
      const count = (compared[kind] ?? 0) + (counts.get(kind) ?? 0)
      if (count >= 2 || !isSeen(element)) continue
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
      element.setAttribute('${comparedMark}', '')
      found.push({ kind, element })
    }
  return (strong) => {
    for (const { kind, element } of found) {
      element.removeAttribute('${comparedMark}')
      if (strong.has(element)) compared[kind] = (compared[kind] ?? 0) + 1
    }
    sessionStorage.setItem(place, JSON.stringify(compared))
  }
}`,
}
