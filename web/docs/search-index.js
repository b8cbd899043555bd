// Finds guides, operations and fields by what is typed: by name first, then by what they say, mean or may hold.
import { titleOf } from './reference.js'

/**
 * @typedef {import('./reference.js').Reference} Reference
 * @typedef {import('./reference.js').Row} Row
 * @typedef {import('./route.js').Side} Side
 *
 * @typedef {{ operation: string, side: Side }} Place
 * @typedef {{ kind: 'FIELD', row: Row, places: readonly Place[] }} FoundField
 * @typedef {{ kind: 'OPERATION', name: string, purpose: string }} FoundOperation
 * @typedef {{ kind: 'GUIDE', name: string, title: string, heading?: string, anchor?: string, excerpt?: string }} FoundGuide
 * @typedef {{ guide: string, anchor: string, heading: string, text: string }} GuideSection
 * @typedef {FoundField | FoundOperation | FoundGuide} Found
 */

const foundMax = 40
const guidesMax = 8
const excerptLength = 140

/** @type {readonly GuideSection[]} */
let sections = []
/** @type {Promise<void> | undefined} */
let loading

/** The sections of all guides, once. Without them search finds titles. */
export function loadGuideTexts() {
  loading ??= fetch('/docs/guides.json', { credentials: 'omit' })
    .then(async (response) => {
      if (response.ok) sections = await response.json()
    })
    .catch(() => {
      loading = undefined
    })
  return loading
}

/**
 * Each guide once: by its title, by a heading, or by the section that says most about it.
 * @param {Reference} reference
 * @param {readonly string[]} terms
 * @returns {readonly FoundGuide[]}
 */
function findGuides({ guides }, terms) {
  const holds = (/** @type {string} */ text) => terms.every((term) => text.toLowerCase().includes(term))
  return guides
    .flatMap(({ name, title }) => {
      if (holds(title)) return [{ rank: 0, count: 0, found: { kind: /** @type {const} */ ('GUIDE'), name, title } }]
      const [best] = sections
        .filter(({ guide, heading, text }) => guide === name && holds(`${heading} ${text}`))
        .map((section) => ({ section, rank: holds(section.heading) ? 1 : 2, count: countOf(section.text, terms) }))
        .sort((a, b) => a.rank - b.rank || b.count - a.count)
      if (!best) return []
      const { anchor, heading, text } = best.section
      const found = {
        kind: /** @type {const} */ ('GUIDE'),
        ...{ name, title, excerpt: excerptOf(text, terms) },
        ...(anchor !== '' && { anchor, heading }),
      }
      return [{ rank: best.rank, count: best.count, found }]
    })
    .sort((a, b) => a.rank - b.rank || b.count - a.count)
    .slice(0, guidesMax)
    .map(({ found }) => found)
}

/**
 * @param {string} text
 * @param {readonly string[]} terms
 */
function countOf(text, terms) {
  const lower = text.toLowerCase()
  return terms.reduce((sum, term) => sum + lower.split(term).length - 1, 0)
}

/**
 * @param {string} text
 * @param {readonly string[]} terms
 */
function excerptOf(text, terms) {
  const at = Math.max(0, text.toLowerCase().indexOf(terms[0] ?? ''))
  const start = text.lastIndexOf(' ', Math.max(0, at - 40)) + 1
  const end = start + excerptLength
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`
}

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
  const guides = findGuides(reference, terms)
  const operations = reference.operations
    .filter(({ name }) => terms.every((term) => `${name} ${titleOf(name)}`.toLowerCase().includes(term)))
    .map(({ name, purpose }) => /** @type {const} */ ({ kind: 'OPERATION', name, purpose }))
  const fields = [...indexOf(reference).values()]
    .filter(({ words }) => terms.every((term) => words.includes(term)))
    .map(({ row, places }) => ({ row, places, rank: rank(row.name, terms.join(' '), places, here) }))
    .sort((a, b) => a.rank - b.rank || a.row.name.length - b.row.name.length || (a.row.name < b.row.name ? -1 : 1))
    .slice(0, foundMax)
    .map(({ row, places }) => /** @type {const} */ ({ kind: 'FIELD', row, places }))
  // A reader who types a whole name wants that operation or field, and no text that mentions it.
  const isWhole = (/** @type {Found} */ each) => wholeNames(each).includes(terms.join(' '))
  const named = [...operations, ...fields].filter(isWhole)
  return [...named, ...guides, ...[...operations, ...fields].filter((each) => !isWhole(each))]
}

/**
 * @param {Found} found
 * @returns {readonly string[]}
 */
function wholeNames(found) {
  if (found.kind === 'GUIDE') return []
  return found.kind === 'FIELD'
    ? [found.row.name.toLowerCase()]
    : [found.name.toLowerCase(), titleOf(found.name).toLowerCase()]
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
