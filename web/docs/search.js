// The search field at the top and its list of results. `/` goes there from anywhere.
import { announce, byId, fill, h } from './elements.js'
import { titleOf } from './reference.js'
import { goTo, pathOf } from './route.js'
import { find, loadGuideTexts } from './search-index.js'

/**
 * @typedef {import('./reference.js').Reference} Reference
 * @typedef {import('./route.js').Route} Route
 * @typedef {import('./search-index.js').Found} Found
 * @typedef {import('./search-index.js').Place} Place
 */

const input = byId('search', HTMLInputElement)
const results = byId('results', HTMLElement)

/** @type {{ reference: Reference, route: Route } | undefined} */
let shown
/** @type {readonly Found[]} */
let found = []
let active = 0

export function setUpSearch() {
  input.addEventListener('input', search)
  input.addEventListener('focus', search)
  // The texts of the guides are loaded when they are needed; until then their titles are found.
  input.addEventListener('focus', () => void loadGuideTexts().then(search), { once: true })
  input.addEventListener('keydown', onKey)
  input.addEventListener('blur', close)
  // A press on a result must not take the focus away before it counts.
  results.addEventListener('mousedown', (event) => event.preventDefault())
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)
    const isShortcut = event.key === 'k' && (event.ctrlKey || event.metaKey)
    if (!isShortcut && (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey)) return
    event.preventDefault()
    input.focus()
    input.select()
  })
}

/**
 * @param {Reference} reference
 * @param {Route} route
 */
export function searchIn(reference, route) {
  shown = { reference, route }
}

function search() {
  const text = input.value.trim()
  if (text === '' || !shown) {
    close()
    return
  }
  const { reference, route } = shown
  found = find(reference, text, route.operation)
  active = 0
  fill(
    results,
    found.length === 0 &&
      h('p', { class: 'results-none' }, `Nothing in version ${reference.version} matches “${text}”.`),
    ...found.map((each, index) => resultItem(each, index, text)),
  )
  results.hidden = false
  input.setAttribute('aria-expanded', 'true')
  mark()
  announce(`${found.length} results`)
}

/**
 * @param {Found} each
 * @param {number} index
 * @param {string} text
 */
function resultItem(each, index, text) {
  const [title, where, about] = textsOf(each)
  return h(
    'div',
    {
      class: `result result-${each.kind.toLowerCase()}`,
      role: 'option',
      id: `result-${index}`,
      'aria-selected': 'false',
      onclick: () => choose(each),
      onmousemove: () => {
        if (active === index) return
        active = index
        mark()
      },
    },
    h('span', { class: 'result-name' }, ...highlighted(title, text)),
    h('span', { class: 'result-place' }, where),
    about && h('span', { class: 'result-about' }, about),
  )
}

/**
 * @param {Found} each
 * @returns {readonly [title: string, where: string, about?: string | undefined]}
 */
function textsOf(each) {
  if (each.kind === 'GUIDE')
    return [each.heading ?? each.title, each.heading ? `Guide: ${each.title}` : 'Guide', each.excerpt]
  if (each.kind === 'OPERATION') return [titleOf(each.name), 'Operation', each.purpose]
  const { name, description = '' } = each.row
  return [name, placesText(each.places, shown?.route.operation), description]
}

/**
 * @param {readonly Place[]} places
 * @param {string | undefined} here
 */
function placesText(places, here) {
  const names = [...new Set(places.map(({ operation }) => operation))]
  const [first = '', second] = names.toSorted((a, b) => Number(b === here) - Number(a === here)).map(titleOf)
  if (names.length > 2) return `${first} and ${names.length - 1} more`
  return second ? `${first}, ${second}` : first
}

/**
 * @param {string} title
 * @param {string} text
 */
function highlighted(title, text) {
  const at = title.toLowerCase().indexOf(text.toLowerCase())
  if (at < 0) return [title]
  const end = at + text.length
  return [title.slice(0, at), h('mark', {}, title.slice(at, end)), title.slice(end)]
}

function mark() {
  for (const [index, item] of [...results.querySelectorAll('[role=option]')].entries()) {
    item.setAttribute('aria-selected', String(index === active))
    if (index === active) item.scrollIntoView({ block: 'nearest' })
  }
  if (found.length > 0) input.setAttribute('aria-activedescendant', `result-${active}`)
  else input.removeAttribute('aria-activedescendant')
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.key === 'Escape') {
    if (results.hidden) input.blur()
    else close()
    return
  }
  if (results.hidden || found.length === 0) return
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault()
    active = (active + (event.key === 'ArrowDown' ? 1 : found.length - 1)) % found.length
    mark()
  }
  const chosen = found[active]
  if (event.key === 'Enter' && chosen) {
    event.preventDefault()
    choose(chosen)
  }
}

/** @param {Found} chosen */
function choose(chosen) {
  if (!shown) return
  const { version } = shown.reference
  close()
  input.value = ''
  input.blur()
  goTo(pathFor(chosen, version))
}

/**
 * @param {Found} chosen
 * @param {number} version
 */
function pathFor(chosen, version) {
  if (chosen.kind === 'GUIDE')
    return pathOf({ version, guide: chosen.name, ...(chosen.anchor && { anchor: chosen.anchor }) })
  return chosen.kind === 'OPERATION' ? pathOf({ version, operation: chosen.name }) : fieldPath(chosen, version)
}

/**
 * The operation that is shown, if it has the field; then requests before answers.
 * @param {Extract<Found, { kind: 'FIELD' }>} chosen
 * @param {number} version
 */
function fieldPath({ row, places }, version) {
  const here = places.filter(({ operation }) => operation === shown?.route.operation)
  const [place] = here.length > 0 ? here : places
  return pathOf({ version, ...place, field: row.name })
}

function close() {
  results.hidden = true
  input.setAttribute('aria-expanded', 'false')
  input.removeAttribute('aria-activedescendant')
}
