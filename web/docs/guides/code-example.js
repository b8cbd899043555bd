// An example request in the language that the reader has chosen, which holds for all examples until the page is loaded again.
import { addressOf, isOwnCertificate } from '../call.js'
import { copyButton } from '../clipboard.js'
import { fill, h, word } from '../elements.js'
import { languages, passwordVariable, snippetOf } from './snippets.js'

/**
 * @typedef {import('../reference.js').Operation} Operation
 * @typedef {import('./snippets.js').ExampleCall} ExampleCall
 * @typedef {import('./snippets.js').Language} Language
 */

/** @type {Language} */
let chosen = 'curl'
/** @type {Set<CodeExample>} those on the page */
const shown = new Set()

let made = 0

/** @param {Operation} operation */
export function codeExample(operation) {
  return new CodeExample(operation).element()
}

class CodeExample {
  #operation
  #call
  #id
  #code = h('code')
  #hint = h('p', { class: 'example-hint' })
  #tabs
  /** @type {HTMLElement | undefined} */
  #element

  /** @param {Operation} operation */
  constructor(operation) {
    made += 1
    this.#operation = operation
    this.#call = callOf(operation)
    this.#id = `example-${made}`
    this.#tabs = languages.map(({ language, title }) =>
      h(
        'button',
        {
          type: 'button',
          role: 'tab',
          id: `${this.#id}-${language}`,
          'aria-controls': this.#id,
          'data-language': language,
          onclick: () => choose(language),
          onkeydown: (/** @type {KeyboardEvent} */ event) => this.#onKey(event, language),
        },
        title,
      ),
    )
  }

  element() {
    this.#element = h(
      'div',
      { class: 'example' },
      h(
        'div',
        { class: 'example-head' },
        h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Language' }, ...this.#tabs),
        copyButton('Copy example', () => this.#code.textContent ?? ''),
      ),
      h('pre', { class: 'code', id: this.#id, role: 'tabpanel', tabindex: '0' }, this.#code),
      this.#hint,
    )
    shown.add(this)
    this.show()
    return this.#element
  }

  isThere() {
    return this.#element?.isConnected ?? false
  }

  show() {
    const language = languages.find((each) => each.language === chosen)
    this.#code.textContent = snippetOf(chosen, this.#call)
    for (const tab of this.#tabs) {
      const isChosen = tab.dataset['language'] === chosen
      tab.setAttribute('aria-selected', String(isChosen))
      tab.tabIndex = isChosen ? 0 : -1
    }
    const panel = this.#element?.querySelector('[role=tabpanel]')
    panel?.setAttribute('aria-labelledby', `${this.#id}-${chosen}`)
    const file = language?.file(this.#operation.name) ?? ''
    fill(
      this.#hint,
      'The password is read from ',
      word(passwordVariable),
      chosen === 'curl' ? '.' : '. Save it as ',
      chosen !== 'curl' && word(file),
      chosen !== 'curl' && ' and run ',
      chosen !== 'curl' && word(language?.run(file) ?? ''),
      chosen !== 'curl' && '.',
      chosen !== 'curl' &&
        this.#call.isOwnCertificate &&
        ' Programs do not trust the certificate of this sandbox: open this page at its plain HTTP address for examples that run as they are.',
    )
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Language} language
   */
  #onKey(event, language) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const at = languages.findIndex((each) => each.language === language)
    const next = languages.at((at + step) % languages.length)
    if (!next) return
    choose(next.language)
    this.#tabs.find((tab) => tab.dataset['language'] === next.language)?.focus()
  }
}

/** @param {Language} language */
function choose(language) {
  chosen = language
  for (const each of shown) {
    if (each.isThere()) each.show()
    else shown.delete(each)
  }
}

/**
 * @param {Operation} operation
 * @returns {ExampleCall}
 */
function callOf({ name, methods, path, example }) {
  const { merchantId, ids, body } = example
  return {
    name,
    method: methods[0] ?? 'GET',
    url: addressOf({ path, merchantId, ids, query: '' }),
    user: `merchant.${merchantId}`,
    ...(body && { body }),
    isOwnCertificate: isOwnCertificate(),
  }
}
