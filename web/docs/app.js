// Starts the page and shows what its address names.
import { announce, byId, fill, h } from './elements.js'
import { decisionPage, decisionTitle } from './guides/decision.js'
import { guidePage, guideTitle } from './guides/guide.js'
import { setUpNavigation, showNavigation } from './navigation.js'
import { OperationView } from './operation.js'
import { overview } from './overview.js'
import { loadReference, titleOf, UnknownVersion } from './reference.js'
import { goTo, newestVersion, parseFormerHash, parsePath, pathOf, setUpLinks } from './route.js'
import { searchIn, setUpSearch } from './search.js'
import { failedState, loadingState, unknownOperationState, unknownVersionState } from './states.js'
import { setUpTheme } from './theme-switch.js'
import { setUpTry, showTry } from './try.js'

/**
 * @typedef {import('./reference.js').Reference} Reference
 * @typedef {import('./route.js').Route} Route
 */

const main = byId('main', HTMLElement)
const tryPanel = byId('try', HTMLElement)
const versionSelect = byId('version', HTMLSelectElement)

/** @type {{ key: string, view: OperationView } | undefined} */
let shownOperation
/** @type {string | undefined} with its version */
let shownGuide
/** @type {Reference | undefined} */
let shownReference
let isFirst = true

/** On narrow screens the panel is a long way down. */
const tryJump = h('button', { type: 'button', class: 'try-jump button', onclick: jumpToTry }, 'Try it')
new IntersectionObserver(([entry]) => {
  tryJump.classList.toggle('is-there', entry?.isIntersecting)
}).observe(tryPanel)

setUpTheme()
setUpNavigation()
setUpSearch()
setUpTry()
versionSelect.addEventListener('change', () => {
  goTo(pathOf({ ...parsePath(location.pathname), version: Number(versionSelect.value) }))
})
byId('skip', HTMLElement).addEventListener('click', (event) => {
  // The address says what is shown, not where on the page.
  event.preventDefault()
  main.focus()
})
setUpLinks()
addEventListener('popstate', () => {
  if (!parseFormerHash(location.hash)) void show()
})
addEventListener('hashchange', () => {
  if (adoptFormerAddress()) void show()
})
adoptFormerAddress()
await show()

/** The address of a former release becomes the one of today. */
function adoptFormerAddress() {
  const route = parseFormerHash(location.hash)
  if (route) history.replaceState(null, '', pathOf(route))
  return route !== undefined
}

async function show() {
  const route = parsePath(location.pathname)
  const isCurrent = () => pathOf(parsePath(location.pathname)) === pathOf(route)
  // Not over the page that the reader has gone back to meanwhile: nothing would show it again.
  const slow = setTimeout(() => isCurrent() && showContent(loadingState(), 'Loading'), 150)
  try {
    const reference = await loadReference(route.version)
    if (isCurrent()) await showRoute(route, reference)
  } catch (error) {
    if (isCurrent()) await showFailure(error, route)
  } finally {
    clearTimeout(slow)
    main.setAttribute('aria-busy', 'false')
  }
}

/**
 * @param {unknown} error
 * @param {Route} route
 */
async function showFailure(error, { version }) {
  if (error instanceof UnknownVersion && version !== newestVersion) {
    const newest = await loadReference(newestVersion).catch(() => undefined)
    if (newest) showAround(newest, { version: newestVersion })
    showContent(unknownVersionState(version, newestVersion), 'No such version')
    return
  }
  if (!shownReference) fill(byId('navigation', HTMLElement))
  showContent(
    failedState(() => show()),
    'Not loaded',
  )
}

/**
 * @param {Route} route
 * @param {Reference} reference
 */
async function showRoute(route, reference) {
  showAround(reference, route)
  if (route.decision !== undefined) showContent(await decisionPage(route.decision), decisionTitle(route.decision))
  else if (route.guide !== undefined) await showGuide(route, reference)
  else if (route.operation === undefined) showContent(overview(reference), 'API reference')
  else showOperation(route, reference)
  isFirst = false
}

/**
 * What is the same whatever the middle of the page shows.
 * @param {Reference} reference
 * @param {Route} route
 */
function showAround(reference, route) {
  showVersions(reference)
  showNavigation(reference, route)
  searchIn(reference, route)
  byId('home', HTMLAnchorElement).href = pathOf({ version: reference.version })
}

/**
 * @param {Route} route
 * @param {Reference} reference
 */
async function showGuide({ guide = '', anchor }, reference) {
  const key = `${reference.version} ${guide}`
  const isThere = shownGuide === key && main.querySelector('.guide') !== null
  if (!isThere) {
    const page = await guidePage(guide, reference)
    // The reader may have gone on while it was loaded.
    if (parsePath(location.pathname).guide !== guide) return
    showContent(page, guideTitle(guide, reference))
  }
  shownGuide = key
  main.dataset['page'] = `guides/${guide}`
  if (anchor === undefined) return
  const heading = document.getElementById(anchor)
  heading?.scrollIntoView()
  heading?.focus({ preventScroll: true })
}

/**
 * @param {Route} route
 * @param {Reference} reference
 */
function showOperation(route, reference) {
  const { version } = reference
  const operation = reference.operations.find(({ name }) => name === route.operation)
  if (!operation) {
    showContent(unknownOperationState(route.operation ?? '', version), 'No such operation')
    return
  }
  const key = `${version} ${operation.name}`
  if (shownOperation?.key !== key) {
    const view = new OperationView(operation, reference)
    showContent(view.element(), titleOf(operation.name))
    shownOperation = { key, view }
    main.append(tryJump)
  }
  shownOperation.view.update(route)
  showTry(operation, version)
  tryPanel.hidden = false
}

/**
 * @param {HTMLElement} element
 * @param {string} title
 */
function showContent(element, title) {
  shownOperation = undefined
  delete main.dataset['page']
  tryPanel.hidden = true
  fill(main, element)
  document.title = `${title} · Tollgate`
  scrollTo(0, 0)
  // The first page starts at the top; after a link the focus moves to its target.
  if (isFirst) return
  announce(title)
  if (document.activeElement !== versionSelect) main.querySelector('h1')?.focus({ preventScroll: true })
}

/** @param {Reference} reference */
function showVersions(reference) {
  if (shownReference === reference) return
  shownReference = reference
  const { versions, version, steps } = reference
  const numbers = Array.from({ length: versions.newest - versions.oldest + 1 }, (_, index) => versions.newest - index)
  const option = (/** @type {number} */ number) => h('option', { selected: number === version }, number)
  fill(
    versionSelect,
    h('optgroup', { label: 'With changes' }, ...numbers.filter((number) => steps.includes(number)).map(option)),
    h('optgroup', { label: 'In between' }, ...numbers.filter((number) => !steps.includes(number)).map(option)),
  )
}

function jumpToTry() {
  tryPanel.scrollIntoView()
  byId('merchant-id', HTMLElement).focus({ preventScroll: true })
}
