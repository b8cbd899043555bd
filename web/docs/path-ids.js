// The ids in a request's path: made up, typed, or learned from an answer, and kept from one operation to the next.
import { announce, h, icon } from './elements.js'
import { labelled, textInput } from './inputs.js'

/** @typedef {import('./reference.js').Operation} Operation */

/**
 * `make` for ids that a caller makes up. `stays` for those that later requests use again: an order just authorized is the one to
 * capture next, by a transaction id that follows the example's numbers.
 * @type {Readonly<Record<string, { label: string, make?: () => string, stays?: true }>>}
 */
const kinds = {
  orderId: { label: 'Order id', make: () => `order-${randomText(10)}`, stays: true },
  transactionId: { label: 'Transaction id', make: () => `txn-${randomText(6)}` },
  threeDSecureId: { label: '3-D Secure id', make: () => `secure-${randomText(10)}`, stays: true },
  sessionId: { label: 'Session id' },
  tokenId: { label: 'Token' },
  paymentLinkId: { label: 'Payment link id' },
}

/** @type {Map<string, string>} what the fields hold now */
const shown = new Map()
/** @type {Map<string, string>} what the next operation begins with */
const kept = new Map()

/**
 * @param {Operation} operation
 * @returns {HTMLElement[]}
 */
export function idFields({ ids, example }) {
  shown.clear()
  return ids
    .filter(({ name }) => name !== 'merchantId')
    .map(({ name }) => idField(name, kept.get(name) ?? firstValue(name, example.ids[name])))
}

/** @returns {Readonly<Record<string, string>>} */
export function currentIds() {
  return Object.fromEntries(shown)
}

export function renewIds() {
  for (const name of shown.keys()) renew(name)
}

/**
 * Sessions, tokens and payment links are named by the gateway.
 * @param {{ session?: { id?: unknown }, token?: unknown, paymentLink?: { id?: unknown } }} body of an answer
 */
export function learnIds({ session, token, paymentLink }) {
  if (typeof session?.id === 'string') kept.set('sessionId', session.id)
  if (typeof token === 'string') kept.set('tokenId', token)
  if (typeof paymentLink?.id === 'string') kept.set('paymentLinkId', paymentLink.id)
}

/**
 * @param {string} name
 * @param {string | undefined} example
 */
function firstValue(name, example) {
  const { make, stays } = kinds[name] ?? {}
  if (!make || (example !== undefined && !stays)) return example ?? ''
  const made = make()
  kept.set(name, made)
  return made
}

/**
 * @param {string} name
 * @param {string} value
 */
function idField(name, value) {
  const { label, make } = kinds[name] ?? { label: name }
  const input = textInput({ id: `id-${name}` })
  input.value = value
  shown.set(name, value)
  input.addEventListener('input', () => keep(name, input.value))
  const title = `New ${label.toLowerCase()}`
  const button =
    make &&
    h(
      'button',
      { type: 'button', class: 'icon-button small', 'aria-label': title, title, onclick: () => renew(name) },
      icon('again'),
    )
  return labelled(label, input, button)
}

/** @param {string} name */
function renew(name) {
  const value = kinds[name]?.make?.()
  const input = document.getElementById(`id-${name}`)
  if (value === undefined || !(input instanceof HTMLInputElement)) return
  input.value = value
  keep(name, value)
  announce(value)
}

/**
 * @param {string} name
 * @param {string} value
 */
function keep(name, value) {
  shown.set(name, value)
  kept.set(name, value)
}

/** @param {number} length */
function randomText(length) {
  const letters = '0123456789abcdefghjkmnpqrstvwxyz'
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => letters[byte % 32]).join('')
}
