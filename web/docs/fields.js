// Fields as a tree of groups that open and close, with what a reader asks of each field.
import { badgesOf, changeText, decidedBadge, presenceMark, timeBadges } from './badges.js'
import { h, icon, word } from './elements.js'
import { pathOf } from './route.js'

/**
 * @typedef {import('./reference.js').Entry} Entry
 * @typedef {import('./reference.js').Row} Row
 * @typedef {import('./route.js').Side} Side
 *
 * @typedef {object} Place where the fields are shown
 * @property {number} version
 * @property {number} step
 * @property {string} [operation] without it, names are no links
 * @property {Side} side
 *
 * @typedef {{ entry: Entry, children: Node[] }} Node
 */

const valuesShownMax = 10
const previewNamesMax = 12

/**
 * @param {readonly Entry[]} entries in table order
 * @param {Place} place
 * @param {{ isOpen?: boolean }} [how]
 */
export function fieldTree(entries, place, { isOpen = false } = {}) {
  const nodes = neededFirst(treeOf(entries))
  return h('ul', { class: 'fields' }, ...nodes.map((node) => nodeItem(node, place, undefined, isOpen)))
}

/**
 * In each group what is required comes first, then what is required on a condition; otherwise the order of the table stays.
 * @param {readonly Node[]} nodes
 */
function neededFirst(nodes) {
  return nodes.toSorted((a, b) => needOf(a) - needOf(b))
}

/** @param {Node} node */
function needOf({ entry }) {
  const { presence } = entry.row
  if (/^(REQUIRED|FIXED|ALWAYS)/.test(presence)) return 0
  return presence.startsWith('CONDITIONAL') ? 1 : 2
}

/**
 * @param {Side} side
 * @param {string} name
 */
export function fieldId(side, name) {
  return `${side}-${name}`
}

/**
 * @param {readonly Entry[]} entries
 * @returns {Node[]}
 */
function treeOf(entries) {
  /** @type {Node[]} */
  const roots = []
  /** @type {Node[]} */
  const open = []
  for (const entry of entries) {
    const { kind, name } = entry.row
    const node = { entry, children: [] }
    while (open.length > 0 && !name.startsWith(`${open.at(-1)?.entry.row.name}.`)) open.pop()
    const siblings = open.at(-1)?.children ?? roots
    siblings.push(node)
    if (kind !== 'FIELD') open.push(node)
  }
  return roots
}

/**
 * @param {Node} node
 * @param {Place} place
 * @param {Entry | undefined} around
 * @param {boolean} isOpen
 * @returns {HTMLElement}
 */
function nodeItem(node, place, around, isOpen) {
  return node.entry.row.kind === 'FIELD' ? fieldItem(node.entry, place, around) : groupItem(node, place, around, isOpen)
}

/**
 * @param {Node} node
 * @param {Place} place
 * @param {Entry | undefined} around
 * @param {boolean} isOpen
 */
function groupItem({ entry, children: inTableOrder }, place, around, isOpen) {
  const children = neededFirst(inTableOrder)
  const { row } = entry
  const { name, kind } = row
  const preview = children.map((child) => shortName(child.entry.row.name, `${name}.`))
  const more = preview.length > previewNamesMax ? ', …' : ''
  return h(
    'li',
    { class: 'group', id: fieldId(place.side, name) },
    h(
      'details',
      { open: isOpen },
      h(
        'summary',
        { class: 'group-line' },
        icon('chevron'),
        h('span', { class: 'field-name' }, ...nameParts(name, prefixOf(around))),
        h(
          'span',
          { class: 'field-type field-count' },
          h('span', {}, `${kind === 'LIST' ? 'List, ' : ''}${countText(children)}`),
          ...timeBadges(entry, place.step, around),
        ),
        presenceMark(row.presence),
        h('span', { class: 'group-preview' }, row.description ?? preview.slice(0, previewNamesMax).join(', ') + more),
      ),
      row.decided && h('p', { class: 'field-badges group-badges' }, decidedBadge(row.decided, place.version)),
      h('ul', { class: 'fields group-fields' }, ...children.map((child) => nodeItem(child, place, entry, isOpen))),
    ),
  )
}

/**
 * @param {Entry} entry
 * @param {Place} place
 * @param {Entry | undefined} around
 */
function fieldItem(entry, place, around) {
  const { row, before } = entry
  const badges = badgesOf(entry, place, around)
  return h(
    'li',
    { class: 'field', id: fieldId(place.side, row.name) },
    h(
      'div',
      { class: 'field-line' },
      h('span', { class: 'field-name' }, nameLink(row, place, prefixOf(around))),
      h('span', { class: 'field-type' }, row.type, row.bounds && h('span', { class: 'field-bounds' }, row.bounds)),
      presenceMark(row.presence),
    ),
    row.description && h('p', { class: 'field-description' }, row.description),
    row.values && valueList(row.values),
    row.default !== undefined && h('p', { class: 'field-note' }, 'Default ', word(defaultText(row.default))),
    badges.length > 0 && h('p', { class: 'field-badges' }, ...badges, before && changeText(before, row)),
  )
}

/** @param {Entry | undefined} around the group */
function prefixOf(around) {
  return around ? `${around.row.name}.` : ''
}

/** @param {unknown} value */
function defaultText(value) {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/**
 * @param {Row} row
 * @param {Place} place
 * @param {string} prefix
 */
function nameLink({ name }, { version, operation, side }, prefix) {
  const parts = nameParts(name, prefix)
  if (operation === undefined) return h('span', {}, ...parts)
  return h('a', { class: 'field-link', href: pathOf({ version, operation, side, field: name }) }, ...parts)
}

/**
 * The groups around already show where a field stands; screen readers read the whole name.
 * @param {string} name
 * @param {string} prefix
 */
function nameParts(name, prefix) {
  // Long names break between their words.
  const words = shortName(name, prefix).split(/(?<=[a-z\].])(?=[A-Z])|(?<=\.)/)
  return [
    prefix !== '' && h('span', { class: 'visually-hidden' }, prefix),
    ...words.flatMap((each) => [each, h('wbr')]),
  ]
}

/**
 * @param {string} name
 * @param {string} prefix
 */
function shortName(name, prefix) {
  return name.startsWith(prefix) ? name.slice(prefix.length) : name
}

/** @param {readonly string[]} values */
function valueList(values) {
  const chips = values.map(word)
  if (values.length <= valuesShownMax) return h('div', { class: 'values' }, ...chips)
  return h(
    'details',
    { class: 'values-many' },
    h(
      'summary',
      { class: 'values-line' },
      icon('chevron'),
      h('span', { class: 'values-count' }, `${values.length} values`),
      h('span', { class: 'values-preview' }, `${values.slice(0, 3).join(', ')} …`),
    ),
    h('div', { class: 'values' }, ...chips),
  )
}

/** @param {readonly Node[]} nodes */
function countText(nodes) {
  const count = countFields(nodes)
  return `${count} ${count === 1 ? 'field' : 'fields'}`
}

/**
 * @param {readonly Node[]} nodes
 * @returns {number}
 */
function countFields(nodes) {
  return nodes.reduce((sum, { entry, children }) => sum + (entry.row.kind === 'FIELD' ? 1 : countFields(children)), 0)
}
