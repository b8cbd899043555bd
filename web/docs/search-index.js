// Finds operations and fields by what is typed: by name first, then by what they mean or may hold.
import { titleOf } from './reference.js'

/**
 * @typedef {import('./reference.js').Reference} Reference
 * @typedef {import('./reference.js').Row} Row
 * @typedef {import('./route.js').Side} Side
 *
 * @typedef {{ operation: string, side: Side }} Place
 * @typedef {{ kind: 'field', row: Row, places: readonly Place[] }} FoundField
 * @typedef {{ kind: 'operation', name: string, purpose: string }} FoundOperation
 * @typedef {{ kind: 'guide', name: string, title: string }} FoundGuide
 * @typedef {FoundField | FoundOperation | FoundGuide} Found
 */

const foundMax = 40

/** @type {WeakMap<Reference, Map<string, { row: Row, places: Place[], words: string }>>} */
const indexes = new WeakMap()

/**
 * @param {Reference} reference
 * @param {string} text
 * @param {string} [here] the operation that is shown; its own fields go first
 * @returns {readonly Found[]}
 */
export function find(reference, text, here) {
  const terms = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (terms.length === 0) return []
  const guides = reference.guides
    .filter(({ title }) => terms.every((term) => title.toLowerCase().includes(term)))
    .map(({ name, title }) => /** @type {const} */ ({ kind: 'guide', name, title }))
  const operations = reference.operations
    .filter(({ name }) => terms.every((term) => `${name} ${titleOf(name)}`.toLowerCase().includes(term)))
    .map(({ name, purpose }) => /** @type {const} */ ({ kind: 'operation', name, purpose }))
  const fields = [...indexOf(reference).values()]
    .filter(({ words }) => terms.every((term) => words.includes(term)))
    .map(({ row, places }) => ({ row, places, rank: rank(row.name, terms.join(' '), places, here) }))
    .sort((a, b) => a.rank - b.rank || a.row.name.length - b.row.name.length || (a.row.name < b.row.name ? -1 : 1))
    .slice(0, foundMax)
    .map(({ row, places }) => /** @type {const} */ ({ kind: 'field', row, places }))
  return [...guides, ...operations, ...fields]
}

/** @param {Reference} reference */
function indexOf(reference) {
  const known = indexes.get(reference)
  if (known) return known
  /** @type {Map<string, { row: Row, places: Place[], words: string }>} */
  const index = new Map()
  for (const operation of reference.operations) {
    for (const side of /** @type {const} */ (['request', 'answer'])) {
      for (const { row } of operation[side].rows) {
        const place = { operation: operation.name, side }
        const entry = index.get(row.name)
        if (entry) entry.places.push(place)
        else index.set(row.name, { row, places: [place], words: wordsOf(row) })
      }
    }
  }
  indexes.set(reference, index)
  return index
}

/** @param {Row} row */
function wordsOf({ name, description = '', values = [] }) {
  return `${name} ${description} ${values.join(' ')}`.toLowerCase()
}

/**
 * Smaller is better.
 * @param {string} name
 * @param {string} text
 * @param {readonly Place[]} places
 * @param {string | undefined} here
 */
function rank(name, text, places, here) {
  const lower = name.toLowerCase()
  const last = lower.slice(lower.lastIndexOf('.') + 1)
  const isHere = places.some(({ operation }) => operation === here)
  return nameRank(lower, last, text) * 2 + (isHere ? 0 : 1)
}

/**
 * @param {string} name
 * @param {string} last
 * @param {string} text
 */
function nameRank(name, last, text) {
  if (name === text || last === text) return 0
  if (last.startsWith(text)) return 1
  if (name.startsWith(text)) return 2
  return name.includes(text) ? 3 : 4
}
