// The payer wants to leave the window over the shop's page: pressed Escape in here, or around us, where the shop's page
// heard it and asks. Only we know whether a payment is under way.
import { postToShop } from './shop-messages.js'

/** @param {() => boolean} [isSending] */
export function allowLeaving(isSending = () => false) {
  if (document.documentElement.dataset['frame'] !== 'lightbox') return
  const form = document.querySelector('form.cancel')
  let hasLeft = false
  const leave = () => {
    if (hasLeft || isSending()) return
    hasLeft = true
    if (form instanceof HTMLFormElement) form.requestSubmit()
    else postToShop({ event: 'cancel' })
  }
  window.addEventListener('keydown', (event) => event.key === 'Escape' && !event.defaultPrevented && leave())
  window.addEventListener('message', ({ source, origin, data }) => {
    const origins = (document.body.dataset['origins'] ?? '').split(' ')
    if (source !== window.parent || !origins.includes(origin)) return
    if (data?.source === 'tollgate-checkout' && data.event === 'cancel') leave()
  })
}
