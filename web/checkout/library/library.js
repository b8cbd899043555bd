// What the libraries of all versions have in common.
import { readCallbacks } from './callbacks.js'
import { restoreFormFields, saveFormFields } from './form-fields.js'
import { askFunctions, faultIn, isGroup, knownSettings } from './settings.js'
import { beginTrip, endTrip, forgetTrip } from './trip.js'

/** @typedef {import('./frame.js').FrameMessage} FrameMessage */
/** @typedef {import('./settings.js').Settings} Settings */
/** @typedef {ReturnType<typeof prepareLibrary>} Library */

/**
 * @typedef {object} LibraryOptions
 * @property {readonly string[] | undefined} members what Checkout.configure knows, with a warning about others;
 * undefined when others are of no interest
 * @property {(resultIndicator: string, sessionVersion: string) => readonly unknown[]} completeArguments
 */

/** @returns {HTMLScriptElement} */
function ownScript() {
  const script = document.currentScript ?? document.querySelector('script[src*="/checkout/"][src*="/checkout."]')
  if (script instanceof HTMLScriptElement && script.src !== '') return script
  throw new Error('Checkout must be loaded by a script tag with the address of the gateway.')
}

/** @param {LibraryOptions} options */
export function prepareLibrary({ members, completeArguments }) {
  const script = ownScript()
  const gatewayOrigin = new URL(script.src).origin
  const callbacks = readCallbacks(script, (url) => location.assign(url))
  /** @type {unknown} */
  let configured
  let isLeaving = false

  /** @param {import('./settings.js').Fault} fault */
  const tellFault = (fault) => callbacks.tellError({ cause: 'INVALID_REQUEST', ...fault })

  /**
   * @param {string | null | undefined} resultIndicator
   * @param {string | null | undefined} sessionVersion
   */
  const tellComplete = (resultIndicator, sessionVersion) => {
    if (typeof resultIndicator !== 'string' || typeof sessionVersion !== 'string') return
    const args = completeArguments(resultIndicator, sessionVersion)
    callbacks.tell('complete', args, { resultIndicator, sessionVersion })
  }

  const whenRead = () =>
    endTrip(callbacks, (event) => {
      const query = new URLSearchParams(location.search)
      if (event === 'complete') tellComplete(query.get('resultIndicator'), query.get('sessionVersion'))
      else callbacks.tell(event)
    })
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', whenRead, { once: true })
  else setTimeout(whenRead)
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    isLeaving = false
    forgetTrip()
  })

  return {
    script,
    gatewayOrigin,
    callbacks,
    tellFault,

    /**
     * @param {unknown} settings
     * @returns {Promise<void>} for pages that show the payment page by `then`; others need not wait
     */
    configure(settings) {
      configured = knownSettings(settings, members)
      const fault = faultIn(configured, members)
      if (fault) tellFault(fault)
      return Promise.resolve()
    },

    /**
     * The configured settings, with functions evaluated; undefined if they are invalid, which is reported to the shop.
     * @returns {Settings | undefined}
     */
    currentSettings() {
      if (!isGroup(configured)) {
        tellFault({ explanation: 'Call Checkout.configure first.' })
        return undefined
      }
      const asked = askFunctions(configured)
      const fault = 'fault' in asked ? asked.fault : faultIn(asked.settings, members)
      if (fault) tellFault(fault)
      return fault || 'fault' in asked ? undefined : asked.settings
    },

    /**
     * Leaves the shop's page, once however often the payer clicks.
     * @param {() => Promise<(() => void) | void>} prepare answers with the way to go, or nothing when there is none
     */
    async leave(prepare) {
      if (isLeaving) return
      isLeaving = true
      const go = await prepare()
      if (go) {
        beginTrip(callbacks)
        go()
      } else isLeaving = false
    },

    /**
     * Whether the shop hears how a page in a frame ended, or the payer can be sent to where the session says. Cancelling
     * needs neither: the payer is back in the shop.
     * @param {FrameMessage} message
     */
    isTaken: (message) =>
      message.event === 'error' ||
      message.event === 'cancel' ||
      callbacks.isGiven(message.event) ||
      message.url !== undefined,

    /** @param {FrameMessage} message */
    tellEnd(message) {
      if (message.event === 'error') callbacks.tellError(message.error)
      else if (!callbacks.isGiven(message.event)) {
        if (message.url !== undefined) location.assign(message.url)
      } else if (message.event === 'complete') tellComplete(message.resultIndicator, message.sessionVersion)
      else callbacks.tell(message.event)
    },

    /** Part of every version's Checkout. */
    shared: { saveFormFields, restoreFormFields },
  }
}

/** @param {Record<string, unknown>} checkout */
export function publish(checkout) {
  Object.assign(globalThis, { Checkout: Object.freeze(checkout) })
}

/**
 * Shops also call from the head of their page, which has no place for a frame or a form yet.
 * @template {readonly unknown[]} A
 * @param {(...args: A) => void} show
 * @returns {(...args: A) => void}
 */
export function onceThereIsBody(show) {
  return (...args) => {
    if (document.body) show(...args)
    else document.addEventListener('DOMContentLoaded', () => show(...args), { once: true })
  }
}
