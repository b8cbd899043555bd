// Fetches what the gateway says about one version, and makes it easy to look things up in.

/**
 * @typedef {import('./route.js').Side} Side
 *
 * @typedef {object} Rule
 * @property {string} presence
 * @property {string} [type]
 * @property {string} [bounds]
 * @property {readonly string[]} [values]
 * @property {unknown} [default]
 *
 * @typedef {Rule & {
 *   kind: 'FIELD' | 'GROUP' | 'LIST', name: string, secret?: string, decided?: string, isAlsoAccepted?: true, description?: string
 * }} Row
 *
 * @typedef {{ row: Row, since?: number, until?: number, before?: Rule }} Entry
 *
 * @typedef {object} Operation
 * @property {string} name
 * @property {string} purpose
 * @property {readonly string[]} methods
 * @property {string} path the whole of it, with names in braces where a caller puts values
 * @property {boolean} byApiOperation
 * @property {readonly { name: string, type?: string, bounds?: string }[]} ids
 * @property {readonly number[]} steps
 * @property {number} step
 * @property {readonly string[]} rules
 * @property {readonly { name: string, versions: readonly [number, number], why: string }[]} alsoAccepted beyond the specification
 * @property {{ rows: readonly Entry[], removed: readonly string[] }} request
 * @property {{ rows: readonly Entry[], removed: readonly string[] }} answer
 * @property {{ merchantId: string, ids: Readonly<Record<string, string>>, body?: object }} example
 * @property {readonly (readonly [name: string, value: string])[]} nameValues the same without credentials
 *
 * @typedef {Omit<Entry, 'row'> & { row: number }} WireEntry
 * @typedef {{ rows: readonly WireEntry[], removed: readonly string[] }} WireSide
 * @typedef {Omit<Operation, Side> & { request: WireSide, answer: WireSide }} WireOperation
 * @typedef {Omit<Reference, 'operations' | 'error'> & {
 *   operations: readonly WireOperation[], error: readonly WireEntry[], rows: readonly Row[]
 * }} WireReference
 *
 * @typedef {object} Reference
 * @property {number} version
 * @property {string} gatewayVersion
 * @property {{ oldest: number, newest: number }} versions
 * @property {readonly number[]} steps
 * @property {readonly { title: string, operations: readonly string[] }[]} themes
 * @property {readonly Operation[]} operations
 * @property {readonly Entry[]} error
 * @property {readonly Guide[]} guides
 *
 * @typedef {{ name: string, title: string, isMain: boolean, file: string }} Guide
 */

/** The gateway does not serve this version. */
export class UnknownVersion extends Error {}

/** @type {Map<number, Promise<Reference>>} */
const loaded = new Map()

/**
 * @param {number} version
 * @returns {Promise<Reference>}
 */
export function loadReference(version) {
  const known = loaded.get(version)
  if (known) return known
  const loading = fetchReference(version)
  loaded.set(version, loading)
  // A failure is not remembered: the next try may work.
  loading.catch(() => loaded.delete(version))
  return loading
}

/**
 * @param {number} version
 * @returns {Promise<Reference>}
 */
async function fetchReference(version) {
  const response = await fetch(`/docs/reference/${version}.json`, { credentials: 'omit' })
  if (response.status === 404) throw new UnknownVersion(`version ${version}`)
  if (!response.ok) throw new Error(`the gateway answered ${response.status}`)
  return resolveRows(await response.json())
}

/**
 * Entries name their rows by index in the document; here they hold them.
 * @param {WireReference} document
 * @returns {Reference}
 */
function resolveRows({ rows, ...document }) {
  /** @param {readonly WireEntry[]} entries */
  const resolve = (entries) =>
    entries.flatMap(({ row: index, ...inTime }) => {
      const row = rows[index]
      return row ? [{ ...inTime, row }] : []
    })
  return {
    ...document,
    error: resolve(document.error),
    operations: document.operations.map((operation) => ({
      ...operation,
      request: { ...operation.request, rows: resolve(operation.request.rows) },
      answer: { ...operation.answer, rows: resolve(operation.answer.rows) },
    })),
  }
}

const abbreviations = new Map([
  ['3ds', '3DS'],
  ['acs', 'ACS'],
])

/**
 * CREATE_OR_UPDATE_TOKEN reads "Create or update token".
 * @param {string} name
 */
export function titleOf(name) {
  const words = name.toLowerCase().split('_')
  const text = words.map((word) => abbreviations.get(word) ?? word).join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/**
 * @param {Operation} operation
 * @param {Side} side
 * @returns {number}
 */
export function fieldCount(operation, side) {
  return operation[side].rows.filter(({ row }) => row.kind === 'FIELD').length
}
