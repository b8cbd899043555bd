// Our page in a frame of the shop's page, and what it tells.

/**
 * @typedef {object} FrameListener
 * @property {(height: number) => void} ready
 * @property {(message: FrameMessage) => void} end the page has nothing more to show, or did not come up at all
 */

/**
 * @typedef {{ event: 'complete', resultIndicator: string, sessionVersion: string, url?: string }
 *   | { event: 'cancel' | 'timeout', url?: string }
 *   | { event: 'error', error: Omit<import('./callbacks.js').CheckoutError, 'result'> }} FrameMessage
 */

/**
 * Makes a frame that is on the page go to ours, or says why that cannot be.
 * @typedef {(frame: HTMLIFrameElement, fail: (error: Omit<import('./callbacks.js').CheckoutError, 'result'>) => void) => void} Load
 */

const sender = 'tollgate-checkout'
/** For a page that is there but has not said so. */
const patienceSeconds = 10
let frames = 0

/**
 * @param {string} title
 * @returns {HTMLIFrameElement}
 */
export function makeFrame(title) {
  const frame = document.createElement('iframe')
  frames += 1
  frame.name = `tollgate-checkout-${frames}`
  frame.title = title
  frame.referrerPolicy = 'no-referrer'
  // For the payer's wallet. The page may be loaded by a form, after which the frame's address does not name its origin.
  frame.allow = 'payment *'
  return frame
}

/**
 * Receives messages of the page in the frame only: a message must come from this window, and the page in the
 * window from the gateway.
 * @param {HTMLIFrameElement} frame
 * @param {string} gatewayOrigin
 * @param {FrameListener} listener
 * @returns {() => void} stops
 */
export function listenTo(frame, gatewayOrigin, listener) {
  let isReady = false
  /** @param {MessageEvent} message */
  const hear = ({ origin, source, data }) => {
    if (origin !== gatewayOrigin || source === null || source !== frame.contentWindow) return
    if (typeof data !== 'object' || data?.source !== sender) return
    isReady = true
    const height = Number(data.height)
    if (data.event === 'ready') listener.ready(Number.isFinite(height) && height > 0 ? Math.ceil(height) : 0)
    const ending = endingIn(data)
    if (ending) listener.end(ending)
  }
  addEventListener('message', hear)
  const stopWaiting = whenNothingComesUp(
    frame,
    () => !isReady,
    () => listener.end({ event: 'error', error: notShown }),
  )
  return () => {
    removeEventListener('message', hear)
    stopWaiting()
  }
}

const notShown = {
  cause: 'REQUEST_REJECTED',
  explanation:
    'The payment page could not be shown here. The session is unknown or has expired, or this site is not permitted to embed the page.',
}

/**
 * Browsers say nothing about a frame that they refuse to show. Frames that are not visible yet are not rendered, and not checked.
 * @param {HTMLIFrameElement} frame
 * @param {() => boolean} isWaiting
 * @param {() => void} giveUp
 * @returns {() => void}
 */
function whenNothingComesUp(frame, isWaiting, giveUp) {
  let seconds = 0
  let isLoaded = false
  frame.addEventListener('load', () => {
    // The empty document that every frame begins with can be read; ours and what stands for it cannot.
    isLoaded = frame.contentDocument === null
  })
  const timer = setInterval(() => {
    if (!isWaiting()) return clearInterval(timer)
    const { top, bottom, height } = frame.getBoundingClientRect()
    const isInView = !document.hidden && height > 0 && bottom > 0 && top < innerHeight
    if (!isLoaded || !isInView) return undefined
    seconds += 1
    if (seconds < patienceSeconds) return undefined
    clearInterval(timer)
    return giveUp()
  }, 1000)
  return () => clearInterval(timer)
}

/**
 * @param {Record<string, unknown>} data
 * @returns {FrameMessage | undefined}
 */
function endingIn({ event, resultIndicator, sessionVersion, url, error }) {
  const place = typeof url === 'string' && /^https?:\/\//.test(url) ? { url } : {}
  if (event === 'complete' && typeof resultIndicator === 'string' && typeof sessionVersion === 'string')
    return { event, resultIndicator, sessionVersion, ...place }
  if (event === 'cancel' || event === 'timeout') return { event, ...place }
  return event === 'error' && typeof error === 'object' && error !== null
    ? { event, error: /** @type {import('./callbacks.js').CheckoutError} */ (error) }
    : undefined
}
