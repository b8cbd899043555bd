// The callbacks of the shop: each data-attribute of the script names a global function, a URL, or a global variable with a URL.

/** @typedef {'error' | 'cancel' | 'complete' | 'timeout' | 'beforeRedirect' | 'afterRedirect'} CallbackName */

/**
 * The argument of the error callback.
 * @typedef {object} CheckoutError
 * @property {string} cause
 * @property {string} explanation
 * @property {string} [field]
 * @property {'ERROR'} result
 * @property {string} [validationType]
 */

/**
 * @typedef {object} Callbacks
 * @property {(name: CallbackName) => boolean} isGiven
 * @property {(name: CallbackName) => string | undefined} addressOf where to go in place of a call, if the shop gave an
 * address
 * @property {(name: CallbackName, args?: readonly unknown[], parameters?: Record<string, unknown>) => unknown} tell calls
 * the function with the arguments, or goes to the address with the parameters in its query
 * @property {(error: Omit<CheckoutError, 'result'>) => void} tellError
 */

const oneWord = /^[A-Za-z_$][\w$]*$/
const dottedWords = /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/

/**
 * @param {HTMLScriptElement} script
 * @param {(url: string) => void} go
 * @returns {Callbacks}
 */
export function readCallbacks(script, go) {
  // Looked up when they are needed: a shop may define its functions after the script tag.
  const wishOf = (/** @type {CallbackName} */ name) => script.getAttribute(`data-${name}`)?.trim() ?? ''

  /** @type {Callbacks} */
  const callbacks = {
    isGiven: (name) => wishOf(name) !== '',
    addressOf(name) {
      const wish = wishOf(name)
      return wish === '' ? undefined : addressNamed(wish)
    },
    tell(name, args = [], parameters = {}) {
      const wish = wishOf(name)
      if (wish === '') return undefined
      const { owner, value } = globalValue(wish)
      if (typeof value === 'function') return value.apply(owner, args)
      const address = addressNamed(wish)
      if (address === undefined)
        console.error(`Checkout: data-${name} names '${wish}', which is not a function on this page.`)
      else go(withParameters(address, parameters))
      return undefined
    },
    tellError(about) {
      /** @type {CheckoutError} */
      const error = { ...about, result: 'ERROR' }
      if (callbacks.isGiven('error')) callbacks.tell('error', [error], { ...error })
      else console.error('Checkout:', error)
    },
  }
  return callbacks
}

/**
 * @param {string} wish such as onCancel or Shop.onCancel
 * @returns {{ owner: unknown, value: unknown }}
 */
function globalValue(wish) {
  /** @type {unknown} */
  let owner
  /** @type {unknown} */
  let value = dottedWords.test(wish) ? globalThis : undefined
  for (const word of value === undefined ? [] : wish.split('.')) {
    owner = value
    value = /** @type {Record<string, unknown> | null | undefined} */ (value)?.[word]
  }
  return { owner, value }
}

/**
 * Where to go: shops name the address itself, or a variable with it.
 * @param {string} wish
 * @returns {string | undefined}
 */
function addressNamed(wish) {
  const { value } = globalValue(wish)
  if (typeof value === 'function') return undefined
  return typeof value === 'string' ? webAddress(value) : addressIn(wish)
}

/**
 * A single word is a function that is not there, not an address; scripts in place of addresses are never followed.
 * @param {string} wish
 * @returns {string | undefined}
 */
function addressIn(wish) {
  return oneWord.test(wish) ? undefined : webAddress(wish)
}

/**
 * @param {string} text
 * @returns {string | undefined}
 */
function webAddress(text) {
  if (!URL.canParse(text, document.baseURI)) return undefined
  const { protocol, href } = new URL(text, document.baseURI)
  return /^https?:$/.test(protocol) ? href : undefined
}

/**
 * @param {string} address
 * @param {Record<string, unknown>} parameters
 */
function withParameters(address, parameters) {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value))
  }
  return url.href
}
