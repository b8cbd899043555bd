// Builds the page's elements. Text only ever becomes text, so that nothing an answer holds can become markup.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [attributes] listeners as `onclick`; true sets an empty attribute, false and
 * undefined leave it out
 * @param {(Child | readonly Child[])[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue
    if (name.startsWith('on') && typeof value === 'function')
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value))
    else element.setAttribute(name, value === true ? '' : String(value))
  }
  append(element, children)
  return element
}

/**
 * @param {Node} parent
 * @param {readonly (Child | readonly Child[])[]} children
 */
export function append(parent, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue
    parent.appendChild(child instanceof Node ? child : document.createTextNode(String(child)))
  }
}

/**
 * @param {Element} parent
 * @param {Child[]} children
 */
export function fill(parent, ...children) {
  parent.replaceChildren()
  append(parent, children)
}

/**
 * An element that the page is known to have.
 * @template {typeof HTMLElement} T
 * @param {string} id
 * @param {T} kind
 * @returns {InstanceType<T>}
 */
export function byId(id, kind) {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`the page has no ${kind.name} called ${id}`)
  return /** @type {InstanceType<T>} */ (found)
}

const drawings = {
  again: 'M16 10a6 6 0 1 1-1.8-4.3L16 7.5M16 3.5v4h-4',
  chevron: 'm7.5 4.5 5 5.5-5 5.5',
  copy: 'M7 7V4.5A1.5 1.5 0 0 1 8.5 3h7A1.5 1.5 0 0 1 17 4.5v7a1.5 1.5 0 0 1-1.5 1.5H13M4.5 7h7A1.5 1.5 0 0 1 13 8.5v7a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 3 15.5v-7A1.5 1.5 0 0 1 4.5 7Z',
  key: 'M12.5 3a4.5 4.5 0 0 0-4.3 5.8L3 14v3h3v-2h2v-2h2l1.2-1.2A4.5 4.5 0 1 0 12.5 3Zm1 3.5h.01',
  send: 'M3.5 10h12M11 5l5 5-5 5',
}

/**
 * @param {keyof typeof drawings} name
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  const space = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(space, 'svg')
  svg.setAttribute('viewBox', '0 0 20 20')
  svg.setAttribute('aria-hidden', 'true')
  svg.setAttribute('class', `icon icon-${name}`)
  const path = document.createElementNS(space, 'path')
  path.setAttribute('d', drawings[name])
  svg.append(path)
  return svg
}

/**
 * A word of the contract inside a sentence.
 * @param {string} text
 */
export function word(text) {
  return h('code', { class: 'word' }, text)
}

/**
 * Says something to those who listen to the page instead of looking at it.
 * @param {string} text
 */
export function announce(text) {
  byId('announcement', HTMLElement).textContent = text
}
