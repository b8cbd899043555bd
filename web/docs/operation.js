// One operation: what it is for, where it is called, what its fields are and what changed.
import { copyButton } from './clipboard.js'
import { h, icon, word } from './elements.js'
import { FieldSection } from './field-section.js'
import { codeExample } from './guides/code-example.js'
import { methodTag } from './navigation.js'
import { titleOf } from './reference.js'
import { pathOf } from './route.js'

/**
 * @typedef {import('./reference.js').Operation} Operation
 * @typedef {import('./reference.js').Reference} Reference
 * @typedef {import('./route.js').Route} Route
 * @typedef {import('./route.js').Side} Side
 */

export class OperationView {
  #operation
  #version
  #fields
  #missing = h('p', { class: 'missing', role: 'note', hidden: true })
  /** @type {Side | undefined} */
  #side

  /**
   * @param {Operation} operation
   * @param {Reference} reference
   */
  constructor(operation, { version, themes }) {
    this.#operation = operation
    this.#version = version
    this.#fields = new FieldSection(operation, version)
    this.theme = themes.find(({ operations }) => operations.includes(operation.name))?.title ?? ''
  }

  /** @returns {HTMLElement} */
  element() {
    const operation = this.#operation
    return h(
      'article',
      { class: 'operation' },
      h('p', { class: 'eyebrow' }, this.theme),
      h('h1', { tabindex: '-1' }, titleOf(operation.name)),
      h('p', { class: 'lead' }, operation.purpose),
      endpoint(operation),
      operation.byApiOperation &&
        h(
          'p',
          { class: 'aside' },
          'Several operations share this path. The body names the operation: ',
          word('apiOperation'),
          ' is ',
          word(operation.name),
          '.',
        ),
      versionRail(operation, this.#version),
      changes(operation, this.#version),
      rules(operation),
      alsoAccepted(operation),
      code(operation),
      nameValues(operation, this.#version),
      this.#missing,
      this.#fields.element(),
    )
  }

  /**
   * Shows the side of the route, and the field when it names one.
   * @param {Route} route
   */
  update({ side = 'request', field }) {
    if (this.#side !== side) this.#fields.show(side)
    this.#side = side
    const isMissing = field !== undefined && !this.#fields.reveal(field)
    this.#missing.hidden = !isMissing
    this.#missing.replaceChildren(word(field ?? ''), ` is not a field of this ${side} in version ${this.#version}.`)
  }
}

/** @param {Operation} operation */
function endpoint({ methods, path }) {
  const parts = path.split(/(?=\/)|(\{\w+\})/).filter(Boolean)
  return h(
    'div',
    { class: 'endpoint' },
    ...methods.map(methodTag),
    h(
      'code',
      {},
      ...parts.flatMap((part) => [part.startsWith('{') ? h('span', { class: 'parameter' }, part) : part, h('wbr')]),
    ),
    copyButton('Copy path', () => path),
  )
}

/**
 * The versions that changed this operation, and which of them holds here.
 * @param {Operation} operation
 * @param {number} version
 */
function versionRail({ name, steps, step }, version) {
  return h(
    'div',
    { class: 'rail' },
    h('span', { class: 'rail-label' }, 'Contract versions'),
    h(
      'ol',
      {},
      ...steps.map((number) =>
        h(
          'li',
          {},
          h(
            'a',
            { href: pathOf({ version: number, operation: name }), 'aria-current': number === step && 'step' },
            h('span', { class: 'visually-hidden' }, 'version '),
            number,
          ),
        ),
      ),
    ),
    step !== version && h('span', { class: 'rail-note' }, railNote(version, step)),
  )
}

/**
 * @param {number} version
 * @param {number} step
 */
function railNote(version, step) {
  return version > step
    ? `Version ${version} has the contract of version ${step}.`
    : `First described in version ${step}; version ${version} has the same contract.`
}

/**
 * What this step brought, with a way to each field.
 * @param {Operation} operation
 * @param {number} version
 */
function changes(operation, version) {
  const { steps, step, name } = operation
  const previous = steps[steps.indexOf(step) - 1]
  if (previous === undefined) return null
  /** @type {readonly Side[]} */
  const sides = ['request', 'answer']
  const lists = sides.map((side) => {
    const { rows, removed } = operation[side]
    const fields = rows.filter(({ row }) => row.kind === 'FIELD')
    const link = (/** @type {string} */ field) =>
      h('a', { class: 'change', href: pathOf({ version, operation: name, side, field }) }, field)
    return {
      side,
      added: fields.filter(({ since }) => since === step).map(({ row }) => link(row.name)),
      changed: fields.filter(({ before }) => before).map(({ row }) => link(row.name)),
      gone: removed.map((field) => h('span', { class: 'change change-gone' }, field)),
    }
  })
  const total = (/** @type {'added' | 'changed' | 'gone'} */ kind) =>
    lists.reduce((sum, list) => sum + list[kind].length, 0)
  return h(
    'details',
    { class: 'fold' },
    h(
      'summary',
      {},
      icon('chevron'),
      h('strong', {}, `What version ${step} changed`),
      h(
        'span',
        { class: 'fold-note' },
        `since ${previous}: ${total('added')} new, ${total('changed')} changed, ${total('gone')} gone`,
      ),
    ),
    ...lists.flatMap(({ side, added, changed, gone }) => [
      changeList(`New in the ${side}`, added),
      changeList(`Changed in the ${side}`, changed),
      changeList(`Removed from the ${side}`, gone),
    ]),
  )
}

/**
 * @param {string} title
 * @param {readonly HTMLElement[]} names
 */
function changeList(title, names) {
  if (names.length === 0) return null
  return h('div', { class: 'change-list' }, h('h2', {}, title), h('p', {}, ...names.flatMap((each) => [each, ' '])))
}

/** @param {Operation} operation */
function rules({ rules: sentences }) {
  if (sentences.length === 0) return null
  return h(
    'details',
    { class: 'fold' },
    h(
      'summary',
      {},
      icon('chevron'),
      h('strong', {}, 'Rules across fields'),
      h('span', { class: 'fold-note' }, `${sentences.length} checked after the fields`),
    ),
    h('ul', { class: 'rules' }, ...sentences.map((sentence) => h('li', {}, sentence))),
  )
}

/**
 * What clients send beyond the specification of this version.
 * @param {Operation} operation
 */
function alsoAccepted({ alsoAccepted: rows }) {
  if (rows.length === 0) return null
  return h(
    'details',
    { class: 'fold' },
    h(
      'summary',
      {},
      icon('chevron'),
      h('strong', {}, 'Also accepted'),
      h('span', { class: 'fold-note' }, `${rows.length} for compatibility with existing clients`),
    ),
    h(
      'ul',
      { class: 'rules' },
      ...rows.map(({ name, versions, why }) => h('li', {}, word(name), `, ${rangeText(versions)}: ${why}`)),
    ),
  )
}

/** @param {readonly [number, number]} versions */
function rangeText([first, last]) {
  return first === last ? `version ${first}` : `versions ${first} to ${last}`
}

/**
 * The example as a program, beside the text: it is what most readers come for.
 * @param {Operation} operation
 */
function code(operation) {
  return h('section', { class: 'program' }, h('h2', {}, 'Example'), codeExample(operation))
}

/**
 * The example for clients that send forms in place of JSON.
 * @param {Operation} operation
 * @param {number} version
 */
function nameValues({ nameValues: pairs }, version) {
  const lines = pairs.map(([name, value]) => `${name}=${value}`)
  return h(
    'details',
    { class: 'fold name-values' },
    h(
      'summary',
      {},
      icon('chevron'),
      h('strong', {}, 'As name-value pairs'),
      h('span', { class: 'fold-note' }, 'the example as a form post'),
    ),
    h(
      'p',
      { class: 'section-lead' },
      'Posted to ',
      word(`/api/nvp/version/${version}`),
      ', form-encoded, with ',
      word('apiUsername'),
      ' and ',
      word('apiPassword'),
      '. The answer has the same fields, form-encoded.',
    ),
    h(
      'pre',
      { class: 'name-value-lines', tabindex: '0', 'aria-label': 'Example as name-value pairs' },
      lines.join('\n'),
    ),
  )
}
