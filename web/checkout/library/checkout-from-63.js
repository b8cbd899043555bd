// Checkout as version 63 and later have it: the page in the whole window, or inside an element of the shop's page.
import { embedPage } from './embedded.js'
import { onceThereIsBody, prepareLibrary, publish } from './library.js'
import { introduce, withWaysBack } from './page-post.js'
import { flatten, isGroup } from './settings.js'
import { wordsFor } from './words.js'

const library = prepareLibrary({
  // Whatever else the shop configures is in the session.
  members: undefined,
  completeArguments: (resultIndicator, sessionVersion) => [{ resultIndicator, sessionVersion }],
})
const { callbacks, gatewayOrigin } = library
const postUrl = `${gatewayOrigin}/api/page/version/63/pay?charset=UTF-8`

/**
 * @param {import('./settings.js').Settings} settings
 * @returns {import('./settings.js').Settings & { session: { id: string, version: unknown } }}
 */
function sessionOnly({ session }) {
  const { id, version } = isGroup(session) ? session : {}
  return { session: { id: String(id), version } }
}

publish({
  configure: library.configure,

  showPaymentPage: onceThereIsBody(() => {
    const settings = library.currentSettings()
    if (!settings) return
    const { session } = sessionOnly(settings)
    library.leave(async () => {
      // The page has to know where the functions are that are to be called; the session may name its own addresses.
      const answer = await introduce(withWaysBack(postUrl, callbacks), flatten({ session }))
      if (answer && 'error' in answer) return callbacks.tellError(answer.error)
      return () => location.assign(`${gatewayOrigin}/checkout/pay/${session.id}?checkoutVersion=1.0.0`)
    })
  }),

  showEmbeddedPage: onceThereIsBody((/** @type {unknown} */ selector) => {
    const settings = library.currentSettings()
    if (!settings) return
    const element = elementAt(selector)
    if (!element) {
      library.tellFault({ explanation: `No element of this page matches ${String(selector)}.` })
      return
    }
    const { session } = sessionOnly(settings)
    embedPage(element, {
      gatewayOrigin,
      title: wordsFor(document.documentElement.lang).payment,
      async load(frame, fail) {
        // Also tells the gateway which origin frames the page: it refuses unknown ones.
        const answer = await introduce(postUrl, flatten({ session }))
        if (answer && 'error' in answer) fail(answer.error)
        else frame.src = `${gatewayOrigin}/checkout/pay/${session.id}?frame=embedded`
      },
      isTaken: library.isTaken,
      onEnd: library.tellEnd,
    })
  }),

  ...library.shared,
})

/** @param {unknown} selector */
function elementAt(selector) {
  try {
    return selector instanceof Element ? selector : document.querySelector(String(selector))
  } catch {
    return null
  }
}
