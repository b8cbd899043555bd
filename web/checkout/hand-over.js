// Tells the shop's script how it ended; without a shop's page around, goes to the shop by itself.
import { isFramed, postToShop, reportHeight } from './shop-messages.js'

const { event = '', resultIndicator, sessionVersion, url } = document.querySelector('main')?.dataset ?? {}

if (isFramed()) {
  reportHeight()
  postToShop({
    event,
    ...(resultIndicator !== undefined && { resultIndicator }),
    ...(sessionVersion !== undefined && { sessionVersion }),
    // Where the shop has no callback, its script redirects the payer there.
    ...(url !== undefined && { url }),
  })
} else if (url !== undefined) location.replace(url)
