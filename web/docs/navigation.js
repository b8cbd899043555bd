// The list of operations at the left; on narrow screens a drawer behind the menu button.
import { byId, fill, h } from './elements.js'
import { titleOf } from './reference.js'
import { pathOf } from './route.js'

/**
 * @typedef {import('./reference.js').Reference} Reference
 * @typedef {import('./route.js').Route} Route
 */

const filter = h('input', {
  class: 'text-input',
  type: 'text',
  placeholder: 'Filter',
  'aria-label': 'Filter guides and operations',
  autocomplete: 'off',
  spellcheck: 'false',
})
const list = h('div', { class: 'navigation-list' })
const none = h('p', { class: 'navigation-none', hidden: true }, 'No matching guides or operations.')
const foot = h('div', { class: 'navigation-foot' })

/** @type {Reference | undefined} */
let drawn

export function setUpNavigation() {
  filter.addEventListener('input', applyFilter)
  filter.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || filter.value === '') return
    filter.value = ''
    applyFilter()
    event.stopPropagation()
  })
  setUpDrawer()
}

/**
 * @param {Reference} reference
 * @param {Route} route
 */
export function showNavigation(reference, route) {
  // Drawn once a version, so that the list stays where the reader has scrolled it.
  if (drawn !== reference) draw(reference)
  drawn = reference
  const current = pathOf({
    version: reference.version,
    operation: route.operation,
    decision: route.decision,
    ...(route.guide !== undefined && { guide: route.guide }),
  })
  for (const each of list.querySelectorAll('a')) {
    if (each.pathname === current) each.setAttribute('aria-current', 'page')
    else each.removeAttribute('aria-current')
  }
}

/** @param {Reference} reference */
function draw({ version, gatewayVersion, themes, operations, guides }) {
  fill(
    list,
    h('ul', {}, h('li', {}, link({ version }, 'Overview'))),
    h(
      'section',
      { class: 'navigation-guides' },
      h('h2', {}, 'Guides'),
      h(
        'ul',
        {},
        ...guides
          .filter(({ isMain }) => isMain)
          .map(({ name, title }) =>
            h('li', { 'data-words': `${title} ${name}`.toLowerCase() }, link({ version, guide: name }, title)),
          ),
      ),
    ),
    ...themes.map(({ title, operations: names }) =>
      h(
        'section',
        {},
        h('h2', {}, title),
        h(
          'ul',
          {},
          ...names.map((name) => {
            const method = operations.find((each) => each.name === name)?.methods[0] ?? ''
            const item = link({ version, operation: name }, titleOf(name), methodTag(method))
            return h('li', { 'data-words': `${titleOf(name)} ${name} ${method}`.toLowerCase() }, item)
          }),
        ),
      ),
    ),
    none,
  )
  fill(
    foot,
    h('a', { href: `/docs/openapi/${version}.json` }, `OpenAPI ${version}`),
    h('span', {}, `Gateway ${gatewayVersion}`),
  )
  const box = byId('navigation', HTMLElement)
  if (!box.contains(list)) fill(box, h('div', { class: 'navigation-filter' }, filter), list, foot)
  applyFilter()
}

/**
 * @param {Route} route
 * @param {string} text
 * @param {HTMLElement} [tag]
 */
function link(route, text, tag) {
  return h('a', { href: pathOf(route), onclick: closeDrawer }, h('span', {}, text), tag)
}

/** @param {string} method */
export function methodTag(method) {
  return h('span', { class: `method method-${method.toLowerCase()}` }, method)
}

function applyFilter() {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean)
  let shown = 0
  for (const item of list.querySelectorAll('li[data-words]')) {
    const text = item.getAttribute('data-words') ?? ''
    const isShown = words.every((word) => text.includes(word))
    item.toggleAttribute('hidden', !isShown)
    if (isShown) shown += 1
  }
  for (const section of list.querySelectorAll('section'))
    section.toggleAttribute('hidden', !section.querySelector('li:not([hidden])'))
  none.hidden = shown > 0
}

const outside = ['main', 'try']

function setUpDrawer() {
  byId('menu', HTMLElement).addEventListener('click', () => {
    if (isOpen()) closeDrawer()
    else openDrawer()
  })
  byId('backdrop', HTMLElement).addEventListener('click', closeDrawer)
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && isOpen()) {
      closeDrawer()
      byId('menu', HTMLElement).focus()
    }
  })
  // A drawer that is open when the window grows has no use any more.
  matchMedia('(min-width: 60rem)').addEventListener('change', closeDrawer)
}

function isOpen() {
  return byId('menu', HTMLElement).getAttribute('aria-expanded') === 'true'
}

function openDrawer() {
  setDrawer(true)
  filter.focus()
}

function closeDrawer() {
  if (isOpen()) setDrawer(false)
}

/** @param {boolean} isOpening */
function setDrawer(isOpening) {
  byId('menu', HTMLElement).setAttribute('aria-expanded', String(isOpening))
  byId('navigation', HTMLElement).classList.toggle('is-open', isOpening)
  byId('backdrop', HTMLElement).hidden = !isOpening
  for (const id of outside) byId(id, HTMLElement).inert = isOpening
}
