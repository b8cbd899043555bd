// Tells the shop's script how it ended; without a shop's page around, goes to the shop by itself.
import { isFramed, tell, tellHeight } from './telling.js'

const { event = '', resultIndicator, sessionVersion, url } = document.querySelector('main')?.dataset ?? {}

if (isFramed()) {
  tellHeight()
  tell({
    event,
    ...(resultIndicator !== undefined && { resultIndicator }),
    ...(sessionVersion !== undefined && { sessionVersion }),
    // Where the shop's script has nobody to tell, it takes the payer there.
    ...(url !== undefined && { url }),
  })
} else if (url !== undefined) location.replace(url)
