// The address of everything the page can show: /docs/100/verify

export const newestVersion = 100

/**
 * @typedef {'request' | 'answer'} Side
 *
 * @typedef {object} Route
 * @property {number} version
 * @property {string | undefined} [operation]
 * @property {Side} [side]
 * @property {string} [field]
 * @property {string} [guide]
 * @property {string} [anchor] the heading of a guide
 * @property {string | undefined} [decision] the page that a field refers to: `choices`, or a record such as `adr/0021`
 */

/**
 * @param {string} path such as /docs/100/pay
 * @returns {Route}
 */
export function parsePath(path) {
  return routeOf(path.replace(/^\/docs\/?/, ''))
}

/**
 * Addresses of former releases were fragments, and are in bookmarks and messages: #/100/PAY
 * @param {string} hash
 * @returns {Route | undefined}
 */
export function parseFormerHash(hash) {
  return hash.startsWith('#/') ? routeOf(hash.slice(2)) : undefined
}

/**
 * @param {string} text
 * @returns {Route}
 */
function routeOf(text) {
  const [number = '', ...rest] = text.split('/').map(decode)
  const version = /^\d{1,4}$/.test(number) ? Number(number) : newestVersion
  const [first, second, field] = rest
  if (first === 'choices') return { version, decision: first }
  if (first === 'adr') return { version, decision: `adr/${second ?? ''}` }
  if (first === 'guides') return { version, guide: second ?? '', ...(field && { anchor: field }) }
  if (!first) return { version }
  const side = second === 'answer' ? 'answer' : 'request'
  return { version, operation: first.toUpperCase().replaceAll('-', '_'), side, ...(field && { field }) }
}

/**
 * @param {Route} route
 * @returns {string}
 */
export function pathOf({ version, operation, side, field, decision, guide, anchor }) {
  const start = `/docs/${version}`
  if (decision) return `${start}/${decision}`
  if (guide !== undefined) return `${start}/guides/${guide}${anchor ? `/${encodeURIComponent(anchor)}` : ''}`
  if (!operation) return start
  const page = `${start}/${operation.toLowerCase().replaceAll('_', '-')}`
  if (field) return `${page}/${side ?? 'request'}/${encodeURIComponent(field)}`
  return `${page}${side === 'answer' ? '/answer' : ''}`
}

/**
 * Shows another place without loading the page again; the same place again brings the reader back to it.
 * @param {string} path
 */
export function goTo(path) {
  if (location.pathname !== path) history.pushState(null, '', path)
  dispatchEvent(new PopStateEvent('popstate'))
}

/** Links to places of the page do not load it again, unless the reader asks for another tab or window. */
export function setUpLinks() {
  document.addEventListener('click', (event) => {
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!isPlain || event.defaultPrevented || !link || link.origin !== location.origin) return
    if (!/^\/docs(?:\/\d+(?:\/.*)?)?$/.test(link.pathname)) return
    event.preventDefault()
    goTo(link.pathname)
  })
}

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
