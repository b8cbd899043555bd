// Text fields and their labels.
import { h } from './elements.js'

/** @param {Record<string, string>} attributes */
export function textInput(attributes) {
  return h('input', {
    class: 'text-input',
    type: 'text',
    autocapitalize: 'off',
    autocomplete: 'off',
    spellcheck: 'false',
    ...attributes,
  })
}

/**
 * @param {string} text
 * @param {HTMLInputElement} input
 * @param {HTMLElement} [beside]
 */
export function labelled(text, input, beside) {
  return h(
    'div',
    { class: 'labelled' },
    h('label', { for: input.id }, text),
    h('div', { class: 'input-line' }, input, beside),
  )
}
