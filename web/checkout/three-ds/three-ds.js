// Payer authentication from a shop's page, three-ds.min.js: asks the gateway with the id of the payer's session as the
// password, lets the bank look at the browser in a hidden frame, and sends the browser to the bank's challenge. Served as one
// classic script; its own address says where the gateway is.
import { callApi } from './api.js'
import { describeBrowser } from './browser-details.js'
import { formIn, runMethod, submitInWindow } from './frames.js'

/** @typedef {Record<string, unknown>} Values */
/** @typedef {(data?: object) => unknown} Callback */
/** @typedef {'initiateAuthentication' | 'authenticatePayer'} Method */
/** @typedef {{ merchantId: string, sessionId: string, containerId: string | undefined, userLanguage: string, wsVersion: number }} Settings */

const usual = { userLanguage: 'en-US', wsVersion: 100 }
const events = {
  initiateAuthentication: { before: 'BEFORE_INITIATE_AUTHENTICATION', after: 'AFTER_INITIATE_AUTHENTICATION' },
  authenticatePayer: { before: 'BEFORE_AUTHENTICATE_PAYER', after: 'AFTER_AUTHENTICATE_PAYER' },
}

const ownScript = document.currentScript ?? document.querySelector('script[src*="/static/threeDS/"]')
const ownAddress = ownScript instanceof HTMLScriptElement ? ownScript.src : ''
const [, gatewayOrigin, release] = /^(https?:\/\/[^/]+)\/static\/threeDS\/([\d.]+)\//.exec(ownAddress) ?? []
if (gatewayOrigin === undefined)
  throw new Error('ThreeDS must be loaded by a script tag with the address of the gateway.')

/** @type {Settings | undefined} */
let settings
let lastCorrelationId = ''
/** @type {{ event: string, callback: Callback }[]} */
const listeners = []

/** @param {unknown} given */
function settingsIn(given) {
  const { merchantId, sessionId, containerId, configuration } = /** @type {Values} */ (given ?? {})
  const { userLanguage, wsVersion } = /** @type {Values} */ (configuration ?? {})
  if (!isText(merchantId) || !isText(sessionId)) return undefined
  return {
    merchantId,
    sessionId,
    containerId: isText(containerId) ? containerId : undefined,
    userLanguage: isText(userLanguage) ? userLanguage.replace('_', '-') : usual.userLanguage,
    wsVersion: Number(wsVersion ?? usual.wsVersion),
  }
}

/** @param {unknown} value @returns {value is string} */
function isText(value) {
  return typeof value === 'string' && value !== ''
}

/** What a shop's function does wrong keeps the payer from nothing.
 * @param {unknown} callback @param {object} [data] */
function tell(callback, data) {
  if (typeof callback !== 'function') return
  try {
    callback(data)
  } catch (error) {
    console.error(error)
  }
}

/** @param {string} event @param {object} data */
function tellListeners(event, data) {
  for (const each of listeners) if (each.event === event) tell(each.callback, data)
}

/** The operation, and what its answer means for the page.
 * @param {Method} method @param {string} operation @param {readonly [orderId: unknown, transactionId: unknown]} ids
 * @param {Values} parameters
 * @returns {Promise<import('./api.js').CallResult>} */
async function run(method, operation, [orderId, transactionId], parameters) {
  const about = { method, orderId, transactionId }
  tellListeners(events[method].before, about)
  const correlationId = crypto.randomUUID().replaceAll('-', '')
  lastCorrelationId = correlationId
  const ids = { orderId: String(orderId), transactionId: String(transactionId) }
  const data = await callApi(gatewayOrigin ?? '', settings, { operation, ids, correlationId, parameters })
  tellListeners(events[method].after, { ...about, ...data })
  return data
}

const threeDs = {
  version: release,

  /** @param {unknown} given */
  async configure(given) {
    settings = settingsIn(given)
    if (settings) {
      const { merchantId, sessionId, containerId, userLanguage, wsVersion } = settings
      Object.assign(threeDs, { merchantId, sessionId, containerId, configuration: { userLanguage, wsVersion } })
    } else console.error('ThreeDS.configure needs merchantId and sessionId.')
    tell(/** @type {Values | undefined} */ (given)?.['callback'])
  },

  isConfigured: () => settings !== undefined,

  /** @param {unknown} event @param {Callback} callback */
  onEvent(event, callback) {
    listeners.push({ event: String(event).replace(/^EVENT_/, ''), callback })
  },

  getLastCorrelationId: () => lastCorrelationId,

  /** @param {unknown} orderId @param {unknown} transactionId @param {Callback} callback @param {Values} [parameters] */
  async initiateAuthentication(orderId, transactionId, callback, parameters = {}) {
    const data = await run(
      'initiateAuthentication',
      'INITIATE_AUTHENTICATION',
      [orderId, transactionId],
      parameters ?? {},
    )
    const { methodUrl, methodPostData } = data.restApiResponse?.authentication?.redirect?.customized?.['3DS'] ?? {}
    // The bank decides with less doubt about a browser that it has seen.
    if (isText(methodUrl) && isText(methodPostData))
      await runMethod(settings?.containerId, { url: methodUrl, postData: methodPostData })
    tell(callback, data)
  },

  /** @param {unknown} orderId @param {unknown} transactionId @param {Callback} callback @param {Values} [parameters] */
  async authenticatePayer(orderId, transactionId, callback, parameters = {}) {
    const { fullScreenRedirect, ...sent } = parameters ?? {}
    const device = describeBrowser(settings?.userLanguage ?? usual.userLanguage)
    const withDevice = { ...sent, device: { ...device, .../** @type {Values} */ (sent['device'] ?? {}) } }
    const ids = /** @type {const} */ ([orderId, transactionId])
    const data = await run('authenticatePayer', 'AUTHENTICATE_PAYER', ids, withDevice)
    tell(callback, data)
    const form = fullScreenRedirect && data.htmlRedirectCode ? formIn(data.htmlRedirectCode) : undefined
    // After the callback, which may have put the same page into the shop's: the browser leaves the whole of it.
    if (form) submitInWindow(form)
  },
}

Object.assign(globalThis, { ThreeDS: threeDs })
