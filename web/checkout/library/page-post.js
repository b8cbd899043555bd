// How the shop's page introduces the payer to the payment page: a post with the session and what the shop configured.
import { flatten } from './settings.js'
import { ownAddress } from './trip.js'

/** @typedef {import('./callbacks.js').Callbacks} Callbacks */
/** @typedef {import('./callbacks.js').CheckoutError} CheckoutError */
/** @typedef {ReadonlyMap<string, string>} Fields */

const defaults = {
  returnUrl: undefined,
  cancelUrl: 'urn:hostedCheckout:defaultCancelUrl',
  timeoutUrl: 'urn:hostedCheckout:defaultTimeoutUrl',
}
const urls = /** @type {const} */ ([
  ['returnUrl', 'complete'],
  ['cancelUrl', 'cancel'],
  ['timeoutUrl', 'timeout'],
])
const answerMsMax = 15_000

/**
 * Where the payer comes back to: the address that a data-attribute names, or, for a function, this page, which calls it
 * then. What the shop configured comes first, and what is in the session before all.
 * @param {import('./settings.js').Settings} settings
 * @param {Callbacks} callbacks
 * @returns {Map<string, string>}
 */
export function fieldsToPost(settings, callbacks) {
  const fields = flatten(settings)
  // Sessions for a payment page have this group under another name.
  const group = 'paymentPage' in settings ? 'paymentPage' : 'interaction'
  for (const [name, event] of urls) {
    const field = `${group}.${name}`
    if (fields.has(field)) continue
    // Nobody to tell of a success: the payer stays on the receipt.
    if (event === 'complete' && !callbacks.isGiven(event)) continue
    const url = callbacks.addressOf(event) ?? ownAddress(event) ?? defaults[name]
    if (url !== undefined) fields.set(field, url)
  }
  return fields
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
    const { result, error, session, url } = await response.json()
    if (result === 'ERROR') {
      const { cause, explanation, field, validationType } = error
      return { error: { cause, explanation, ...(field && { field }), ...(validationType && { validationType }) } }
    }
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
