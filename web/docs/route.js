// The address of everything the page can show, kept in the hash so that links can be shared: #/100/VERIFY

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
 * @param {string} hash
 * @returns {Route}
 */
export function parseRoute(hash) {
  const [number = '', ...rest] = hash.replace(/^#\/?/, '').split('/').map(decode)
  const version = /^\d{1,4}$/.test(number) ? Number(number) : newestVersion
  const [first, second, field] = rest
  if (first === 'choices') return { version, decision: first }
  if (first === 'adr') return { version, decision: `adr/${second ?? ''}` }
  if (first === 'guides') return { version, guide: second ?? '', ...(field && { anchor: field }) }
  if (!first) return { version }
  const side = second === 'answer' ? 'answer' : 'request'
  return { version, operation: first, side, ...(field && { field }) }
}

/**
 * @param {Route} route
 * @returns {string}
 */
export function hashOf({ version, operation, side, field, decision, guide, anchor }) {
  if (decision) return `#/${version}/${decision}`
  if (guide !== undefined) return `#/${version}/guides/${guide}${anchor ? `/${encodeURIComponent(anchor)}` : ''}`
  if (!operation) return `#/${version}`
  if (field) return `#/${version}/${operation}/${side ?? 'request'}/${encodeURIComponent(field)}`
  return `#/${version}/${operation}${side === 'answer' ? '/answer' : ''}`
}

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
