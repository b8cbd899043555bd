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

/** How many fields of the shop's settings may be unknown to its version before that is an error. */
const unknownMax = 20

/** @typedef {{ url: string } | { error: Omit<CheckoutError, 'result'> } | undefined} Introduction */

/**
 * Asks the gateway and hears where our page is, or what is wrong with the post. Nothing when the gateway cannot be heard,
 * as where the policy of the shop's page forbids it: then the browser has to go and see. Fields that the version does not
 * have are left out with a warning.
 * @param {string} postUrl
 * @param {Fields} fields
 * @returns {Promise<Introduction>}
 */
export async function introduce(postUrl, fields) {
  const known = new Map(fields)
  for (let unknown = 0; ; unknown += 1) {
    const answer = await ask(postUrl, known)
    const field = answer && 'error' in answer && answer.error.validationType === 'UNSUPPORTED' && answer.error.field
    const names = field ? [...known.keys()].filter((name) => isWithin(name, field)) : []
    if (names.length === 0 || unknown === unknownMax) return answer
    console.warn(`Checkout: this version has no ${field}, which is ignored.`)
    for (const name of names) known.delete(name)
  }
}

/**
 * @param {string} name
 * @param {string} field
 */
function isWithin(name, field) {
  return name === field || name.startsWith(`${field}.`) || name.startsWith(`${field}[`)
}

/**
 * @param {string} postUrl
 * @param {Fields} fields
 * @returns {Promise<Introduction>}
 */
async function ask(postUrl, fields) {
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
