// Lays a frame of the gateway exactly over a field of the merchant's page and keeps it there. The page's own field stays as
// a place-holder that shows where, how large and how styled, and is read-only.
import { openFrame } from './frame-link.js'
import { lookOf } from './look.js'

/** @typedef {HTMLInputElement | HTMLSelectElement} OwnField */
/** @typedef {import('./messages.js').FieldState} FieldState */

/** Every frame of ours: what changes about them is our own doing.
 * @type {WeakSet<Node>} */
const ourFrames = new WeakSet()

/** @param {OwnField} own
 * @param {{ root: string, origin: string }} gateway
 * @param {{ role: string, scope: string, display: import('./messages.js').Display }} about
 * @param {(name: import('./scope.js').EventName, state: FieldState, before: FieldState) => void} tell */
export function layOver(own, gateway, about, tell) {
  /** @type {FieldState} */
  let state = { isEmpty: true, isValid: false }
  let shown = ''
  const kept = keepOutOf(own)
  const { frame, ready, post, remove } = openFrame(gateway, 'field', () => ({ ...about, look: lookOf(own) }), hear)
  ourFrames.add(frame)
  const { style } = frame
  for (const [name, value] of Object.entries(frameStyle)) style.setProperty(name, value)

  /** @param {import('./messages.js').FromField} message */
  function hear(message) {
    if (message.type === 'submit') submit(own)
    if (message.type !== 'event') return
    const before = state
    state = message.state
    tell(message.name, state, before)
  }

  function place() {
    const { width, height } = own.getBoundingClientRect()
    const isShown = width > 0 && height > 0 && getComputedStyle(own).visibility !== 'hidden'
    style.setProperty('display', isShown ? 'block' : 'none')
    if (!isShown) return
    style.setProperty('width', `${own.offsetWidth}px`)
    style.setProperty('height', `${own.offsetHeight}px`)
    const [wanted, actual] = [own.getBoundingClientRect(), frame.getBoundingClientRect()]
    moveBy('left', wanted.left - actual.left)
    moveBy('top', wanted.top - actual.top)
  }

  /** @param {'left' | 'top'} side @param {number} difference */
  function moveBy(side, difference) {
    if (Math.abs(difference) >= 0.5) style.setProperty(side, `${(Number.parseFloat(style[side]) || 0) + difference}px`)
  }

  function dress() {
    const look = lookOf(own)
    frame.title = look.label
    const text = JSON.stringify(look)
    if (text === shown) return
    shown = text
    post({ type: 'look', look })
  }

  let isAsked = false
  function follow() {
    if (isAsked) return
    isAsked = true
    requestAnimationFrame(() => {
      isAsked = false
      place()
      dress()
    })
  }

  const stopFollowing = onEveryChange(own, follow)
  const focus = () => {
    frame.focus()
    post({ type: 'focus' })
  }
  // A click on the field's label comes here.
  own.addEventListener('focus', focus)
  const over = () => tell('mouseover', state, state)
  const out = () => tell('mouseout', state, state)
  frame.addEventListener('mouseenter', over)
  frame.addEventListener('mouseleave', out)
  own.after(frame)
  place()
  dress()
  return {
    ready: ready.then(() => follow()),
    post,
    focus,
    state: () => state,
    remove() {
      stopFollowing()
      own.removeEventListener('focus', focus)
      remove()
      kept.giveBack()
    },
  }
}

const frameStyle = {
  position: 'absolute',
  left: '0px',
  top: '0px',
  margin: '0',
  padding: '0',
  border: '0',
  background: 'transparent',
  'min-width': '0',
  'max-width': 'none',
  'min-height': '0',
  'max-height': 'none',
  'box-sizing': 'border-box',
  'color-scheme': 'inherit',
}

/** The page's own field is read-only, not filled in automatically, and hidden from screen readers.
 * @param {OwnField} own */
function keepOutOf(own) {
  const before = ['aria-hidden', 'autocomplete', 'readonly', 'tabindex'].map((name) => ({
    name,
    value: own.getAttribute(name),
  }))
  if (own instanceof HTMLInputElement) {
    own.value = ''
    own.readOnly = true
  }
  own.setAttribute('autocomplete', 'off')
  own.setAttribute('aria-hidden', 'true')
  own.tabIndex = -1
  own.style.setProperty('opacity', '0', 'important')
  return {
    giveBack() {
      own.style.removeProperty('opacity')
      for (const { name, value } of before) value === null ? own.removeAttribute(name) : own.setAttribute(name, value)
    },
  }
}

/** The way a browser sends a form when Enter is pressed in one of its fields.
 * @param {OwnField} own */
function submit({ form }) {
  const buttons = form
    ? [...form.elements].filter((each) => each instanceof HTMLButtonElement || isSubmitInput(each))
    : []
  const button = buttons.find((each) => /** @type {HTMLButtonElement} */ (each).type === 'submit')
  if (button instanceof HTMLElement) button.click()
}

/** @param {Element} element */
function isSubmitInput(element) {
  return element instanceof HTMLInputElement && element.type === 'submit'
}

/** Calls back whenever the place or the looks of the field may have changed.
 * @param {OwnField} own @param {() => void} changed */
function onEveryChange(own, changed) {
  const end = new AbortController()
  const { signal } = end
  const sizes = new ResizeObserver(changed)
  for (const each of [own, document.body, document.documentElement]) sizes.observe(each)
  const mutations = new MutationObserver((records) => {
    if (records.some(({ target }) => !ourFrames.has(target))) changed()
  })
  mutations.observe(document, { subtree: true, childList: true, attributes: true })
  addEventListener('resize', changed, { signal })
  addEventListener('load', changed, { signal })
  document.addEventListener('scroll', changed, { signal, capture: true, passive: true })
  document.addEventListener('transitionend', changed, { signal })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', changed, { signal })
  return () => {
    end.abort()
    sizes.disconnect()
    mutations.disconnect()
  }
}
