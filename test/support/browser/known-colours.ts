// Which texts of a page look like none that was compared with its background on a page before. To compare colours takes most of
// axe's time, and the payer's pages are made of the same few parts.
import { type ComparedColours, comparedMark, kindsOfTexts } from './accessibility.ts'

/** Texts and fields of a kind that was not compared before in this tab on a screen of this width, two of each kind; of fields, also in
 * the same state. One that was not found strong enough is new again. */
export const knownColours: ComparedColours = {
  rules: { 'color-contrast': '', 'link-in-text-block': 'a[href]' },
  mark: `(parts) => {
  const place = 'compared colours ' + innerWidth
  const compared = JSON.parse(sessionStorage.getItem(place) ?? '{}')
  const stateOf = (element) =>
    element.matches('input, select, textarea')
      ? [element.type, element.value === '', element.placeholder === '', element.ariaInvalid].join()
      : ''
  const counts = new Map()
  const marked = []
  for (const { element, kind } of (${kindsOfTexts})(parts)) {
    const wholeKind = kind + stateOf(element)
    const count = (compared[wholeKind] ?? 0) + (counts.get(wholeKind) ?? 0)
    if (count >= 2) continue
    counts.set(wholeKind, (counts.get(wholeKind) ?? 0) + 1)
    element.setAttribute('${comparedMark}', '')
    marked.push({ element, wholeKind })
  }
  return (strong) => {
    for (const { element, wholeKind } of marked) {
      element.removeAttribute('${comparedMark}')
      if (strong.has(element)) compared[wholeKind] = (compared[wholeKind] ?? 0) + 1
    }
    sessionStorage.setItem(place, JSON.stringify(compared))
  }
}`,
}
