// Which elements of a page look like none that was compared with its background before. To compare colours takes most of axe's
// time, and lists, forms and dialogs show the same few elements again on every page.
import { type ComparedColours, comparedMark } from './accessibility.ts'

/** Elements whose path of tags, classes, styles and states is new to this document. One that could not be compared is new again. */
export const newColours: ComparedColours = {
  rules: { 'color-contrast': '' },
  mark: `(parts) => {
  const { ids, compared } = (window.pathsOfColours ??= { ids: new Map(), compared: new Set() })
  const idOf = (path) => ids.get(path) ?? ids.set(path, ids.size).get(path)
  // Names, texts and positions, in which elements differ that look the same.
  const own = /^(id|for|href|src|title|name|value|alt|placeholder|tabindex|d|points|transform|[cr]?[xy][12]?|width|height)$/
  const state = /^aria-(current|disabled|invalid|pressed|selected)$/
  const shows = (name) => (name.startsWith('aria-') ? state.test(name) : !own.test(name))
  const found = new Map()
  const visit = (element, above) => {
    const looks = [...element.attributes].filter(({ name }) => shows(name)).map(({ name, value }) => name + '=' + value)
    const id = idOf([above, element.localName, ...looks].join(' '))
    if (!compared.has(id) && !found.has(id)) found.set(id, element)
    for (const child of element.children) visit(child, id)
  }
  const scheme = document.documentElement.dataset.mantineColorScheme
  for (const part of parts) for (const root of document.querySelectorAll(part)) visit(root, scheme)
  for (const element of found.values()) element.setAttribute('${comparedMark}', '')
  return (undecided) => {
    for (const [id, element] of found) {
      element.removeAttribute('${comparedMark}')
      if (!undecided.includes(element)) compared.add(id)
    }
  }
}`,
}
