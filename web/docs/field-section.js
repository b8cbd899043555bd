// Request and answer of an operation as two tabs, with ways to narrow down what they show.
import { announce, fill, h } from './elements.js'
import { fieldId, fieldTree } from './fields.js'
import { fieldCount } from './reference.js'
import { goTo, pathOf } from './route.js'

/**
 * @typedef {import('./reference.js').Entry} Entry
 * @typedef {import('./reference.js').Operation} Operation
 * @typedef {import('./route.js').Side} Side
 *
 * @typedef {{ name: string, text: string, fits: (entry: Entry) => boolean }} Narrowing
 */

/** @type {readonly { side: Side, title: string }[]} */
const tabs = [
  { side: 'request', title: 'Request' },
  { side: 'answer', title: 'Answer' },
]

export class FieldSection {
  /** @type {Side} */
  #side = 'request'
  /** @type {string | undefined} */
  #narrowedTo
  #operation
  #version
  #tree = h('div', { class: 'tree' })
  #toolbar = h('div', { class: 'toolbar', role: 'group', 'aria-label': 'Show' })
  #panel = h('div', { role: 'tabpanel', id: 'field-panel' }, this.#toolbar, this.#tree)
  #tabs

  /**
   * @param {Operation} operation
   * @param {number} version
   */
  constructor(operation, version) {
    this.#operation = operation
    this.#version = version
    this.#tabs = tabs.map(({ side, title }) =>
      h(
        'button',
        {
          type: 'button',
          role: 'tab',
          id: `tab-${side}`,
          'aria-controls': 'field-panel',
          onclick: () => this.#go(side),
          onkeydown: (/** @type {KeyboardEvent} */ event) => this.#onTabKey(event, side),
        },
        title,
        h('span', { class: 'count' }, fieldCount(operation, side)),
      ),
    )
  }

  /** @returns {HTMLElement} */
  element() {
    return h(
      'section',
      { class: 'field-section', 'aria-label': 'Fields' },
      h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Fields of' }, ...this.#tabs),
      this.#panel,
    )
  }

  /** @param {Side} side */
  show(side) {
    this.#side = side
    for (const tab of this.#tabs) {
      const isSelected = tab.id === `tab-${side}`
      tab.setAttribute('aria-selected', String(isSelected))
      tab.tabIndex = isSelected ? 0 : -1
    }
    this.#panel.setAttribute('aria-labelledby', `tab-${side}`)
    this.#draw()
  }

  /**
   * Opens what is around a field and brings it into view.
   * @param {string} name
   * @returns {boolean} whether the field is there
   */
  reveal(name) {
    if (!this.#operation[this.#side].rows.some(({ row }) => row.name === name)) return false
    if (this.#narrowedTo) {
      this.#narrowedTo = undefined
      this.#draw()
    }
    const item = document.getElementById(fieldId(this.#side, name))
    if (!item) return false
    for (let box = item.closest('details'); box; box = box.parentElement?.closest('details') ?? null) box.open = true
    for (const each of this.#tree.querySelectorAll('.is-target')) each.classList.remove('is-target')
    item.classList.add('is-target')
    const target = item.querySelector('a, summary')
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    item.scrollIntoView({ block: 'center' })
    return true
  }

  #draw() {
    const { step, name } = this.#operation
    const { rows } = this.#operation[this.#side]
    const narrowings = narrowingsFor(this.#side, this.#operation)
    const narrowing = narrowings.find((each) => each.name === this.#narrowedTo)
    const shown = narrowing ? keepWithGroups(rows, narrowing.fits) : rows
    const place = { version: this.#version, step, operation: name, side: this.#side }
    fill(this.#toolbar, ...this.#chips(narrowings, rows), this.#openAll(narrowing !== undefined))
    fill(
      this.#tree,
      this.#side === 'request' && !narrowing && this.#pathFields(),
      shown.length > 0
        ? fieldTree(shown, place, { isOpen: narrowing !== undefined })
        : h('p', { class: 'nothing' }, narrowing ? 'No matching fields.' : 'No fields.'),
    )
  }

  /**
   * @param {readonly Narrowing[]} narrowings
   * @param {readonly Entry[]} rows
   */
  #chips(narrowings, rows) {
    return narrowings.map(({ name, text, fits }) => {
      const count = rows.filter((entry) => entry.row.kind === 'FIELD' && fits(entry)).length
      return h(
        'button',
        {
          type: 'button',
          class: 'chip',
          'aria-pressed': String(this.#narrowedTo === name),
          disabled: count === 0,
          'data-chip': name,
          onclick: () => this.#narrow(name, count),
        },
        text,
        h('span', { class: 'count' }, count),
      )
    })
  }

  /**
   * @param {string} name
   * @param {number} count
   */
  #narrow(name, count) {
    const isLeaving = this.#narrowedTo === name
    this.#narrowedTo = isLeaving ? undefined : name
    this.#draw()
    announce(isLeaving ? 'All fields are shown.' : `${count} fields are shown.`)
    // The pressed button was rendered again: its focus is restored.
    const again = this.#toolbar.querySelector(`[data-chip="${name}"]`)
    if (again instanceof HTMLElement) again.focus()
  }

  /** @param {boolean} isOpen */
  #openAll(isOpen) {
    const textFor = (/** @type {boolean} */ isAllOpen) => (isAllOpen ? 'Collapse all' : 'Expand all')
    const boxes = () => [...this.#tree.querySelectorAll('details:not(.values-many)')]
    const button = h('button', { type: 'button', class: 'link-button' }, textFor(isOpen))
    button.addEventListener('click', () => {
      const isOpening = boxes().some((box) => !box.hasAttribute('open'))
      for (const box of boxes()) box.toggleAttribute('open', isOpening)
      button.textContent = textFor(isOpening)
    })
    return button
  }

  #pathFields() {
    return h(
      'ul',
      { class: 'fields path-fields', 'aria-label': 'In the path' },
      ...this.#operation.ids.map(({ name, type, bounds }) =>
        h(
          'li',
          { class: 'field' },
          h(
            'div',
            { class: 'field-line' },
            h('span', { class: 'field-name' }, h('span', {}, `{${name}}`)),
            h('span', { class: 'field-type' }, type, bounds && h('span', { class: 'field-bounds' }, bounds)),
            h('span', { class: 'presence' }, 'In the path'),
          ),
        ),
      ),
    )
  }

  /** @param {Side} side */
  #go(side) {
    goTo(pathOf({ version: this.#version, operation: this.#operation.name, side }))
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Side} side
   */
  #onTabKey(event, side) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    const other = side === 'request' ? 'answer' : 'request'
    this.#go(other)
    document.getElementById(`tab-${other}`)?.focus()
  }
}

/**
 * @param {Side} side
 * @param {Operation} operation
 * @returns {readonly Narrowing[]}
 */
function narrowingsFor(side, operation) {
  const { step, steps } = operation
  const decidedGroups = operation[side].rows
    .filter(({ row }) => row.kind !== 'FIELD' && row.decided)
    .map(({ row }) => `${row.name}.`)
  /** @type {Narrowing} */
  const certain = {
    name: 'certain',
    text: side === 'request' ? 'Required' : 'Always provided',
    fits: ({ row }) => /^(REQUIRED|FIXED|ALWAYS)/.test(row.presence),
  }
  /** @type {Narrowing} */
  const changed = {
    name: 'changed',
    text: `New or changed in ${step}`,
    fits: ({ since, before }) => since === step || before !== undefined,
  }
  /** @type {Narrowing} */
  const decided = {
    name: 'decided',
    text: 'Gateway choice',
    fits: ({ row }) => row.decided !== undefined || decidedGroups.some((prefix) => row.name.startsWith(prefix)),
  }
  return step === steps[0] ? [certain, decided] : [certain, changed, decided]
}

/**
 * The fields that fit, and the groups they stand in.
 * @param {readonly Entry[]} rows
 * @param {(entry: Entry) => boolean} fits
 */
function keepWithGroups(rows, fits) {
  const kept = rows.filter((entry) => entry.row.kind === 'FIELD' && fits(entry)).map(({ row }) => row.name)
  const names = new Set(kept)
  return rows.filter(({ row }) => names.has(row.name) || kept.some((name) => name.startsWith(`${row.name}.`)))
}
