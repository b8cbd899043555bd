// A field for writing JSON. The colours lie behind a transparent text field of exactly the same size.
import { fill, h } from './elements.js'
import { colouredJson, jsonProblem } from './json-text.js'

export class JsonEditor {
  #colours = h('pre', { 'aria-hidden': 'true' })
  #problem = h('span', { class: 'editor-problem', id: 'body-problem', role: 'status' })
  #input = h('textarea', {
    id: 'body',
    'aria-describedby': 'body-problem',
    autocapitalize: 'off',
    autocomplete: 'off',
    spellcheck: 'false',
    wrap: 'off',
  })

  /** @param {() => void} onInput */
  constructor(onInput) {
    this.#input.addEventListener('input', () => {
      this.#draw()
      onInput()
    })
  }

  /**
   * @param {HTMLElement} beside
   * @returns {HTMLElement}
   */
  element(beside) {
    return h(
      'div',
      {},
      h('div', { class: 'editor-label' }, h('label', { for: 'body' }, 'Body'), this.#problem, beside),
      h('div', { class: 'editor' }, this.#colours, this.#input),
    )
  }

  get text() {
    return this.#input.value
  }

  set text(value) {
    this.#input.value = value
    this.#draw()
  }

  #draw() {
    // The last line would have no height of its own.
    fill(this.#colours, colouredJson(`${this.text}\n`))
    this.#problem.textContent = jsonProblem(this.text) ?? ''
  }
}
