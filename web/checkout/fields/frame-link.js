// A frame of the gateway and the line to it. The line begins with one message that only a document of the gateway's origin
// can receive; from then on no other script of the page can listen or send.
import { source } from './messages.js'

/** How long a frame that is there may take to say so. */
const answerMs = 5_000

/** @template Heard
 * @param {{ root: string, origin: string }} gateway
 * @param {'controller' | 'field'} name
 * @param {() => object} hello what the frame has to know initially
 * @param {(message: Heard) => void} hear */
export function openFrame({ root, origin }, name, hello, hear) {
  const frame = document.createElement('iframe')
  /** @type {() => void} */
  let resolve = () => {}
  /** @type {(problem: Error) => void} */
  let reject = () => {}
  const ready = new Promise((onReady, onProblem) => {
    resolve = () => onReady(undefined)
    reject = onProblem
  })
  const late = () => reject(new Error('The fields may not be shown on this page, or could not be loaded.'))
  // Callers that await it get the rejection; without one it must not count as unhandled.
  ready.catch(() => {})
  /** @type {MessagePort | undefined} */
  let port
  // Every time: a frame that is moved within its page is loaded again.
  frame.addEventListener('load', () => {
    const channel = new MessageChannel()
    port = channel.port1
    port.onmessage = ({ data }) => {
      if (data?.type === 'ready') resolve()
      else if (data?.type === 'refused') reject(new Error(String(data.why)))
      else hear(data)
    }
    // A frame that was kept from loading says nothing.
    setTimeout(late, answerMs)
    frame.contentWindow?.postMessage({ source, ...hello() }, origin, [channel.port2])
  })
  frame.src = `${root}/${name}`
  return {
    frame,
    ready,
    /** @param {object} message */
    post: (message) => port?.postMessage(message),
    remove() {
      port?.close()
      frame.remove()
    },
  }
}
