// What the page shows when there is nothing to show yet, or nothing at all.
import { h, word } from './elements.js'
import { pathOf } from './route.js'

export function loadingState() {
  const lines = Array.from({ length: 7 }, () => h('i'))
  return h('div', { class: 'skeleton skeleton-main', 'aria-hidden': 'true' }, ...lines)
}

/**
 * @param {string} title
 * @param {(Node | string)[]} words
 */
export function notice(title, ...words) {
  return h('div', { class: 'notice' }, h('h1', { tabindex: '-1' }, title), h('p', { class: 'notice-text' }, ...words))
}

/** @param {() => void} tryAgain */
export function failedState(tryAgain) {
  const box = notice(
    'The reference could not be loaded',
    'The gateway did not answer as expected. It may be starting, or the connection was lost.',
  )
  box.append(h('button', { type: 'button', class: 'button', onclick: tryAgain }, 'Try again'))
  return box
}

/**
 * @param {number} version
 * @param {number} newest
 */
export function unknownVersionState(version, newest) {
  return notice(
    `There is no version ${version}`,
    'Versions from 15 to 100 are served. ',
    h('a', { href: pathOf({ version: newest }) }, `Go to version ${newest}`),
    '.',
  )
}

/**
 * @param {string} name
 * @param {number} version
 */
export function unknownOperationState(name, version) {
  return notice(
    'There is no such operation',
    word(name),
    ` is not an operation of version ${version}. `,
    h('a', { href: pathOf({ version }) }, 'See all operations'),
    '.',
  )
}
