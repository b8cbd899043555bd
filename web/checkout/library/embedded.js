// Our page inside an element of the shop's page, as high as it needs to be.
import { listenTo, makeFrame } from './frame.js'

/** @typedef {import('./frame.js').FrameMessage} FrameMessage */

const heights = { first: 640, min: 160, max: 6000 }

/** @type {WeakMap<Element, () => void>} */
const shown = new WeakMap()

/**
 * @param {Element} element
 * @param {object} options
 * @param {string} options.gatewayOrigin
 * @param {import('./frame.js').Load} options.load
 * @param {string} options.title
 * @param {(message: FrameMessage) => boolean} options.isTaken otherwise our page stays, and shows the payer the way
 * @param {(message: FrameMessage) => void} options.onEnd
 */
export function embedPage(element, { gatewayOrigin, load, title, isTaken, onEnd }) {
  shown.get(element)?.()
  const frame = makeFrame(title)
  // Not as an attribute, which the policy of the shop's page may forbid.
  Object.assign(frame.style, { display: 'block', width: '100%', height: `${heights.first}px`, border: '0' })
  const stopListening = listenTo(frame, gatewayOrigin, {
    ready(height) {
      if (height > 0) frame.style.height = `${Math.min(heights.max, Math.max(heights.min, height))}px`
    },
    end(message) {
      // Cancelling inside an element of the shop's page means nothing: the page around it is where to go.
      if (message.event === 'cancel' || !isTaken(message)) return
      remove()
      onEnd(message)
    },
  })
  const remove = () => {
    stopListening()
    frame.remove()
    shown.delete(element)
  }
  shown.set(element, remove)
  element.append(frame)
  load(frame, (error) => {
    if (shown.get(element) !== remove) return
    remove()
    onEnd({ event: 'error', error })
  })
}
