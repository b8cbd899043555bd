// A field of ours inside a merchant's page. What is typed stays in this document and goes to the controller, a frame of
// ours beside it, when that asks; the merchant's page learns whether there is something, and whether it is right.
import { brandOf, embossed } from './card-brands.js'
import { faultOf, roles, tidyValue } from './details.js'
import { applyLook, applyStyle } from './field-look.js'
import { source } from './messages.js'

/** @typedef {HTMLInputElement | HTMLSelectElement} Control */
/** @typedef {{ scope: string, register: (name: string, read: () => string) => void }} Controller */
/** @typedef {{ role: string, scope: string, look: import('./messages.js').Look, display: import('./messages.js').Display }} Hello */

addEventListener('message', connect)

/** @param {MessageEvent} event */
function connect(event) {
  const [port] = event.ports
  if (event.source !== parent || event.data?.source !== source || !port) return
  removeEventListener('message', connect)
  const hello = /** @type {Hello} */ (event.data)
  const controller = findController(hello.scope)
  if (!roles[hello.role]) return port.postMessage({ type: 'refused', why: `There is no field called ${hello.role}.` })
  if (!controller) return port.postMessage({ type: 'refused', why: 'The card fields could not connect to each other.' })
  const control = drawControl(hello)
  applyLook(control, hello.look)
  controller.register(hello.role, () => control.value)
  watch(control, hello, port)
  port.onmessage = ({ data }) => obey(control, data)
  port.postMessage({ type: 'ready' })
}

/** Frames of the same page and scope. Reading from one of another origin throws, which is what protects ours.
 * @param {string} scope
 * @returns {Controller | undefined} */
function findController(scope) {
  for (let index = 0; index < parent.length; index += 1) {
    try {
      const sibling = /** @type {{ tollgateController?: Controller }} */ (/** @type {unknown} */ (parent[index]))
      if (sibling.tollgateController?.scope === scope) return sibling.tollgateController
    } catch {
      // A frame of another origin.
    }
  }
  return undefined
}

/** @param {Hello} hello
 * @returns {Control} */
function drawControl({ role, look }) {
  const known = roles[role]
  // Nothing is chosen for the payer.
  const nothing = { value: '', text: String(look.placeholder) }
  const ours = known?.choices?.map((value) => ({ value, text: inWords(value) }))
  const choices = look.options ?? (ours && [nothing, ...ours])
  const control = document.createElement(choices ? 'select' : 'input')
  control.id = 'field'
  control.name = role
  if (known?.autocomplete) control.setAttribute('autocomplete', known.autocomplete)
  control.setAttribute('aria-describedby', 'message')
  if (known && !known.isOptional) control.setAttribute('aria-required', 'true')
  if (control instanceof HTMLInputElement && known) {
    control.type = known.isHidden ? 'password' : 'text'
    if (known.inputMode) control.inputMode = known.inputMode
    control.maxLength = known.lengthMax
    control.spellcheck = false
    control.setAttribute('autocapitalize', 'off')
    control.setAttribute('autocorrect', 'off')
  }
  if (choices) control.append(...choices.map(({ value, text }) => new Option(text, value)))
  document.forms[0]?.prepend(control)
  return control
}

/** @param {string} value */
function inWords(value) {
  const words = value.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** @param {Control} control @param {Hello} hello @param {MessagePort} port */
function watch(control, { role, display }, port) {
  /** @param {'focus' | 'blur' | 'change'} name */
  const tell = (name) => port.postMessage({ type: 'event', name, state: stateOf(role, control.value) })
  control.addEventListener('focus', () => tell('focus'))
  control.addEventListener('blur', () => tell('blur'))
  control.addEventListener('input', (event) => {
    const isComposing = event instanceof InputEvent && event.isComposing
    if (control instanceof HTMLInputElement && !isComposing) tidyWhileTyping(control, role, display)
    tell('change')
  })
  document.forms[0]?.addEventListener('submit', (event) => {
    event.preventDefault()
    port.postMessage({ type: 'submit' })
  })
}

/** @param {string} role @param {string} typed
 * @returns {import('./messages.js').FieldState} */
function stateOf(role, typed) {
  const value = tidyValue(role, typed)
  return {
    isEmpty: value === '',
    isValid: faultOf(role, new Map([[role, value]])) === undefined,
    ...(role === 'card.number' && { brand: brandOf(value) }),
  }
}

/** Drops what does not belong there and writes the number as the card has it, with the cursor where it was.
 * @param {HTMLInputElement} input @param {string} role @param {import('./messages.js').Display} display */
function tidyWhileTyping(input, role, { formatsCard, rejectsCharacters }) {
  const isFormatted = formatsCard && role === 'card.number' && /^[0-9 -]*$/.test(input.value)
  if (!isFormatted && !rejectsCharacters) return
  /** @param {string} text */
  const fitting = (text) =>
    rejectsCharacters ? [...text].filter((each) => roles[role]?.allowed.test(each)).join('') : text
  /** @param {string} text */
  const kept = (text) => (isFormatted ? fitting(text).replace(/[^0-9]/g, '') : fitting(text))
  const before = kept(input.value.slice(0, input.selectionStart ?? input.value.length))
  const text = isFormatted ? embossed(kept(input.value)) : kept(input.value)
  if (text === input.value) return
  input.value = text
  const at = isFormatted ? placeAfter(text, before.length) : before.length
  input.setSelectionRange(at, at)
}

/** The place behind so many digits, and behind the gap that follows them if more has been typed.
 * @param {string} text @param {number} digits */
function placeAfter(text, digits) {
  let seen = 0
  let at = 0
  while (at < text.length && seen < digits) {
    if (text[at] !== ' ') seen += 1
    at += 1
  }
  return at
}

/** @param {Control} control @param {import('./messages.js').ToField} message */
function obey(control, message) {
  switch (message?.type) {
    case 'look':
      return applyLook(control, message.look)
    case 'style':
      return applyStyle(message.state, message.style)
    case 'focus':
      return control.focus()
    case 'message': {
      const text = String(message.text)
      const place = document.getElementById('message')
      if (place) place.textContent = text
      control.setAttribute('aria-invalid', String(text !== ''))
    }
  }
}
