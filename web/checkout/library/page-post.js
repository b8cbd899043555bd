// How the shop's page introduces the payer to the payment page: a post with the session and what the shop configured.
import { ownAddress } from './trip.js'

/** @typedef {import('./callbacks.js').Callbacks} Callbacks */
/** @typedef {import('./callbacks.js').CheckoutError} CheckoutError */
/** @typedef {ReadonlyMap<string, string>} Fields */

const events = /** @type {const} */ (['complete', 'cancel', 'timeout'])
const answerMsMax = 15_000

/**
 * The address to post to, with where the payer comes back to: the address that a data-attribute names, or, for a function,
 * this page, which calls it then. What is in the session comes first.
 * @param {string} postUrl
 * @param {Callbacks} callbacks
 * @returns {string}
 */
export function withWaysBack(postUrl, callbacks) {
  const url = new URL(postUrl)
  for (const event of events) {
    // Without a callback for a success the payer stays on the receipt.
    if (event === 'complete' && !callbacks.isGiven(event)) continue
    const way = callbacks.addressOf(event) ?? ownAddress(event)
    if (way !== undefined) url.searchParams.set(event, way)
  }
  return url.href
}

/** What a post made of the version of a session, by the version it had: the shop only knows that one. */
const versionsNow = new Map()

/**
 * Asks the gateway and hears where our page is, or what is wrong with the post. Nothing when the gateway cannot be heard,
 * as where the policy of the shop's page forbids it: then the browser has to go and see.
 * @param {string} postUrl
 * @param {Fields} fields
 * @returns {Promise<{ url: string } | { error: Omit<CheckoutError, 'result'> } | undefined>}
 */
export async function introduce(postUrl, fields) {
  const body = new URLSearchParams([...fields])
  const [idBefore, versionBefore] = [fields.get('session.id'), fields.get('session.version')]
  const versionName = `${idBefore} ${versionBefore}`
  if (versionsNow.has(versionName)) body.set('session.version', versionsNow.get(versionName))
  try {
    const response = await fetch(postUrl, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body,
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(answerMsMax),
    })
    const { result, error, session, url, notApplied = [] } = await response.json()
    if (result === 'ERROR') {
      const { cause, explanation, field, validationType } = error
      return { error: { cause, explanation, ...(field && { field }), ...(validationType && { validationType }) } }
    }
    if (notApplied.length > 0)
      console.warn(`Checkout: the session already has, or does not let the page change: ${notApplied.join(', ')}.`)
    if (versionBefore !== undefined) versionsNow.set(versionName, session.version)
    return { url: new URL(url, postUrl).href }
  } catch {
    return undefined
  }
}

/**
 * @param {string} action
 * @param {Fields} fields
 * @param {string} target the name of a frame, or _self
 */
export function postForm(action, fields, target) {
  const form = document.createElement('form')
  Object.assign(form, { method: 'post', action, target, acceptCharset: 'UTF-8', hidden: true })
  for (const [name, value] of fields) {
    const input = document.createElement('input')
    Object.assign(input, { type: 'hidden', name, value })
    form.append(input)
  }
  document.body.append(form)
  // Not form.submit(): a field may have that name.
  HTMLFormElement.prototype.submit.call(form)
  form.remove()
}
