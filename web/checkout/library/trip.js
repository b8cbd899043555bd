// A trip of the whole window to the payment page and back: what the shop's page looked like, and how the payer came back.
import { restoreFormFields, saveFormFields } from './form-fields.js'

/** @typedef {import('./callbacks.js').Callbacks} Callbacks */
/** @typedef {'complete' | 'cancel' | 'timeout'} Return */

const returns = /** @type {const} */ (['complete', 'cancel', 'timeout'])
const storageKey = 'tollgate-checkout'
const mark = 'tollgate-checkout='
const lengthMax = 1024

/**
 * The address of the shop's page as the place to come back to: it says what happened in its fragment, which no server
 * sees. Nothing for a page that has no address on the web, or one that is too long to be sent.
 * @param {Return} event
 * @returns {string | undefined}
 */
export function ownAddress(event) {
  const url = new URL(location.href)
  // Left from an earlier trip.
  for (const name of ['resultIndicator', 'sessionVersion'])
    if (url.searchParams.has(name)) url.searchParams.delete(name)
  url.hash = mark + event
  return /^https?:$/.test(url.protocol) && url.href.length <= lengthMax ? url.href : undefined
}

/** @param {Callbacks} callbacks */
export function beginTrip(callbacks) {
  const { pathname, hash } = location
  try {
    const state = callbacks.isGiven('beforeRedirect') ? callbacks.tell('beforeRedirect') : saveFormFields()
    sessionStorage.setItem(storageKey, JSON.stringify({ state, pathname, hash }))
  } catch (error) {
    // Without storage the payer finds an empty form; a shop's function that fails keeps nobody from paying either.
    console.warn('Checkout: nothing was saved.', error)
  }
}

/**
 * @param {Callbacks} callbacks
 * @param {(event: Return) => void} tell
 */
export function endTrip(callbacks, tell) {
  const event = returns.find((each) => location.hash === `#${mark}${each}`)
  const kept = takeKept()
  // The fragment that the shop's page had before; without the mark a page that is loaded again tells nothing twice.
  if (event) history.replaceState(history.state, '', location.pathname + location.search + (kept?.hash ?? ''))
  if (kept && callbacks.isGiven('afterRedirect')) callbacks.tell('afterRedirect', [kept.state])
  else if (kept) restoreFormFields(kept.state)
  if (event) tell(event)
}

/** The payer went back in the browser's history and finds the page as it was: nothing is to be restored. */
export function forgetTrip() {
  takeKept()
}

/** @returns {{ state: unknown, hash: string } | undefined} */
function takeKept() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
    if (kept?.pathname !== location.pathname) return undefined
    sessionStorage.removeItem(storageKey)
    return { state: kept.state, hash: String(kept.hash ?? '') }
  } catch {
    return undefined
  }
}
