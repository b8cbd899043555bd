// Which texts of a page look like none that was compared with its background before. To compare colours takes most of axe's time,
// and lists, forms and dialogs show the same few again on every page.
import { type ComparedColours, comparedMark, looksOfTexts } from './accessibility.ts'

/** The shade at the edge of a table that can be scrolled, before which axe decides nothing at all. */
const withoutShades = '.table-paper { background-image: none !important }'

/** One text of each look that is new to this document. A look is known when axe has found a text of it strong enough. */
export const newColours: ComparedColours = {
  rules: { 'color-contrast': '' },
  mark: `(parts) => {
  const known = (window.knownLooks ??= new Set())
  const marked = new Map()
  for (const [element, looks] of (${looksOfTexts})(parts))
    if (!known.has(looks) && !marked.has(looks)) marked.set(looks, element)
  for (const element of marked.values()) element.setAttribute('${comparedMark}', '')
  const plain = new CSSStyleSheet()
  plain.replaceSync('${withoutShades}')
  document.adoptedStyleSheets.push(plain)
  return (strong) => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== plain)
    for (const [looks, element] of marked) {
      element.removeAttribute('${comparedMark}')
      if (strong.has(element)) known.add(looks)
    }
  }
}`,
}
