// Our page in a window over the shop's page. The browser's own modal dialog keeps focus and readers inside.
import { listenTo, makeFrame } from './frame.js'

/** @typedef {import('./frame.js').FrameMessage} FrameMessage */

const styles = `
  dialog {
    box-sizing: border-box; width: min(100vw, 30rem); max-width: none; height: min(100dvh - 3rem, 46rem); max-height: none;
    margin: auto; padding: 0; border: 0; border-radius: 14px; overflow: hidden; background: Canvas; color: CanvasText;
    color-scheme: light dark; box-shadow: 0 24px 64px rgb(0 0 0 / 35%); font: 16px/1.5 system-ui, sans-serif;
  }
  dialog::backdrop { background: rgb(12 18 28 / 62%); }
  iframe { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; color-scheme: normal; }
  p { position: absolute; inset: 0; margin: 0; display: grid; place-items: center; opacity: .7; }
  button {
    position: absolute; inset-block-start: 8px; inset-inline-end: 8px; width: 32px; height: 32px; padding: 0; border: 0;
    border-radius: 50%; background: #fff; color: #1b232c; box-shadow: 0 1px 4px rgb(0 0 0 / 30%);
    font: 22px/1 system-ui, sans-serif; cursor: pointer;
  }
  button:hover { background: #e8ebee; }
  button:focus-visible { outline: 3px solid #1f6feb; outline-offset: 2px; }
  @media (max-width: 40rem), (max-height: 30rem) {
    dialog { width: 100vw; height: 100dvh; border-radius: 0; }
  }
  @media (prefers-reduced-motion: no-preference) {
    dialog { animation: appear .16s ease-out; }
    @keyframes appear { from { opacity: 0; transform: translateY(8px); } }
  }`

/**
 * @param {object} options
 * @param {string} options.gatewayOrigin
 * @param {ReturnType<typeof import('./words.js').wordsFor>} options.words
 * @param {import('./frame.js').Load} options.load
 * @param {(message: FrameMessage) => boolean} options.isTaken otherwise our page stays, and shows the payer the way
 * @param {(message: FrameMessage) => void} options.onEnd the window is gone, and this is what happened
 */
export function openLightbox({ gatewayOrigin, words, load, isTaken, onEnd }) {
  const host = document.createElement('div')
  host.lang = words.language
  host.dir = words.language === 'ar' ? 'rtl' : 'ltr'
  // The shop's own styles end at the shadow root, and ours as well. A sheet of this kind needs no leave of its policy.
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  root.adoptedStyleSheets = [sheet]

  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', words.payment)
  // Escape asks to cancel; it must not take the window away while a payment is under way.
  dialog.setAttribute('closedby', 'none')
  const loading = document.createElement('p')
  loading.textContent = words.loading
  const frame = makeFrame(words.payment)
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = '×'
  button.setAttribute('aria-label', words.close)
  dialog.append(loading, frame, button)
  root.append(dialog)

  /** @type {FrameMessage | undefined} what happened, when our page still stands there to say so */
  let last
  let isShown = false
  let isOpen = true
  const askToCancel = () => {
    // The page decides: it knows whether a payment is under way. Where none came up there is nothing to ask.
    if (last) end(last)
    else if (isShown) frame.contentWindow?.postMessage({ source: 'tollgate-checkout', event: 'cancel' }, gatewayOrigin)
    else end({ event: 'cancel' })
  }
  const stopListening = listenTo(frame, gatewayOrigin, {
    ready() {
      if (!isShown) frame.focus()
      isShown = true
      loading.remove()
    },
    end(message) {
      if (isTaken(message)) end(message)
      else last = message
    },
  })
  const unlockScrolling = lockScrolling()

  button.addEventListener('click', askToCancel)
  dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    askToCancel()
  })
  dialog.addEventListener('cancel', (event) => event.preventDefault())
  // Browsers that know no `closedby` close it at the second Escape whatever we say.
  dialog.addEventListener('close', () => {
    if (isOpen) dialog.showModal()
  })

  /** @param {FrameMessage} message */
  function end(message) {
    if (!isOpen) return
    isOpen = false
    stopListening()
    unlockScrolling()
    // Closing it gives the focus back to where it was.
    dialog.close()
    host.remove()
    onEnd(message)
  }

  document.body.append(host)
  dialog.showModal()
  load(frame, (error) => end({ event: 'error', error }))
}

/** @returns {() => void} */
function lockScrolling() {
  const { style } = document.documentElement
  const { overflow, scrollbarGutter } = style
  // Space for the bar that goes, so that the shop's page does not jump.
  if (innerWidth > document.documentElement.clientWidth) style.scrollbarGutter = 'stable'
  style.overflow = 'hidden'
  return () => Object.assign(style, { overflow, scrollbarGutter })
}
