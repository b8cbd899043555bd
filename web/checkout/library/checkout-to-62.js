// Checkout as versions 15 to 62 have it: the page in the whole window, or in a window over the shop's page.
import { onceThereIsBody, prepareLibrary, publish } from './library.js'
import { openLightbox } from './lightbox.js'
import { introduce, postForm, withWaysBack } from './page-post.js'
import { flatten, isGroup } from './settings.js'
import { wordsFor } from './words.js'

const library = prepareLibrary({
  members: [
    'merchant',
    'order',
    'billing',
    'customer',
    'shipping',
    'transaction',
    'interaction',
    'paymentPage',
    'session',
  ],
  completeArguments: (resultIndicator, sessionVersion) => [resultIndicator, sessionVersion],
})
const { callbacks, gatewayOrigin } = library
const [, version] = /\/checkout\/version\/(\d+)\//.exec(library.script.src) ?? []
const postUrl = `${gatewayOrigin}/api/page/version/${version}/pay?charset=UTF-8`
let isLightboxOpen = false

publish({
  configure: library.configure,

  showPaymentPage: onceThereIsBody(() => {
    const settings = library.currentSettings()
    if (!settings) return
    const fields = flatten(settings)
    const address = withWaysBack(postUrl, callbacks)
    library.leave(async () => {
      const answer = await introduce(address, fields)
      if (!answer) return () => postForm(address, fields, '_self')
      if ('url' in answer) return () => location.assign(answer.url)
      return callbacks.tellError(answer.error)
    })
  }),

  showLightbox: onceThereIsBody(() => {
    if (isLightboxOpen) return
    const settings = library.currentSettings()
    if (!settings) return
    isLightboxOpen = true
    const fields = flatten(settings)
    const framedUrl = withWaysBack(`${postUrl}&frame=lightbox`, callbacks)
    const { interaction } = settings
    openLightbox({
      gatewayOrigin,
      words: wordsFor(isGroup(interaction) ? interaction['locale'] : undefined),
      async load(frame, fail) {
        const answer = await introduce(framedUrl, fields)
        // The payer may have gone meanwhile; a form without its frame would open a window.
        if (!frame.isConnected) return
        if (!answer) postForm(framedUrl, fields, frame.name)
        else if ('url' in answer) frame.src = answer.url
        else fail(answer.error)
      },
      isTaken: library.isTaken,
      onEnd(message) {
        isLightboxOpen = false
        library.tellEnd(message)
      },
    })
  }),

  ...library.shared,
})
