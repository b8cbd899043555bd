// Copying, with a message to the user.
import { announce, h, icon } from './elements.js'

const confirmationMs = 1600

/**
 * @param {string} label
 * @param {() => string} textOf
 */
export function copyButton(label, textOf) {
  const button = h(
    'button',
    { type: 'button', class: 'icon-button small', 'aria-label': label, title: label },
    icon('copy'),
  )
  button.addEventListener('click', () => copy(textOf(), button))
  return button
}

/**
 * @param {string} text
 * @param {HTMLElement} button shows for a moment that it worked
 */
export async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    // Over plain HTTP from another machine there is no clipboard to write to.
    if (!copyBySelection(text)) {
      announce('The browser did not allow copying.')
      return
    }
  }
  announce('Copied.')
  button.classList.add('is-done')
  setTimeout(() => button.classList.remove('is-done'), confirmationMs)
}

/** @param {string} text */
function copyBySelection(text) {
  const field = h('textarea', { class: 'visually-hidden', readonly: true, 'aria-hidden': 'true' })
  field.value = text
  const focused = document.activeElement
  document.body.append(field)
  field.select()
  const isDone = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isDone
}
