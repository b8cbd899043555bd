// A trip of the whole window to the payment page and back: what the shop's page looked like, and how the payer came back.
import { restoreFormFields, saveFormFields } from './form-fields.js'

/** @typedef {import('./callbacks.js').Callbacks} Callbacks */
/** @typedef {'complete' | 'cancel' | 'timeout'} Return */

const returns = /** @type {const} */ (['complete', 'cancel', 'timeout'])
const storageKey = 'tollgate-checkout'
/** Shops' own scripts look for it in the address of their page. */
const mark = '#__hc-action-'
/** In the state of the page's entry in the history: after a reload the shop is not notified a second time. */
const notifiedKey = 'tollgateCheckoutTold'
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
  const { pathname } = location
  // The mark of an earlier trip is no place on the shop's page.
  const hash = markedEvent() ? '' : location.hash
  try {
    const state = callbacks.isGiven('beforeRedirect') ? callbacks.tell('beforeRedirect') : saveFormFields()
    sessionStorage.setItem(storageKey, JSON.stringify({ state, pathname, hash }))
  } catch (error) {
    // Without storage the payer finds an empty form; a shop's function that fails must not prevent the payment either.
    console.warn('Checkout: nothing was saved.', error)
  }
}

/**
 * @param {Callbacks} callbacks
 * @param {(event: Return) => void} tell
 */
export function endTrip(callbacks, tell) {
  const event = history.state?.[notifiedKey] ? undefined : markedEvent()
  const kept = takeKept()
  // A fragment that the shop's page had before is put back; otherwise the mark stays for the shop's own scripts.
  if (event && kept?.hash) history.replaceState(history.state, '', location.pathname + location.search + kept.hash)
  else if (event) history.replaceState({ ...history.state, [notifiedKey]: true }, '')
  if (kept && callbacks.isGiven('afterRedirect')) callbacks.tell('afterRedirect', [kept.state])
  else if (kept) restoreFormFields(kept.state)
  if (event) tell(event)
}

/** How the payer came back, by the mark in the address. */
function markedEvent() {
  return returns.find((each) => location.hash === mark + each)
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
