// JSON in colours, also while it is being written and not JSON yet.
import { h } from './elements.js'

const token = /("(?:[^"\\\n]|\\.)*"?)(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g

/**
 * @param {string} text
 * @returns {DocumentFragment}
 */
export function colouredJson(text) {
  const fragment = document.createDocumentFragment()
  let end = 0
  for (const match of text.matchAll(token)) {
    const [whole, string, colon, word, number] = match
    fragment.append(text.slice(end, match.index))
    if (string !== undefined)
      fragment.append(h('span', { class: colon ? 'json-name' : 'json-string' }, string), colon ?? '')
    else if (word !== undefined) fragment.append(h('span', { class: 'json-word' }, word))
    else fragment.append(h('span', { class: 'json-number' }, number ?? ''))
    end = match.index + whole.length
  }
  fragment.append(text.slice(end))
  return fragment
}

/**
 * Indented as usual; anything else than JSON as it is.
 * @param {string} text
 */
export function indentedJson(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/**
 * What is wrong with a text that should be JSON; nothing when it is.
 * @param {string} text
 * @returns {string | undefined}
 */
export function jsonProblem(text) {
  if (text.trim() === '') return undefined
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    const at = /position (\d+)/.exec(String(error))?.[1]
    if (at === undefined) return 'Not JSON yet'
    const line = text.slice(0, Number(at)).split('\n').length
    return `Not JSON yet, see line ${line}`
  }
}
