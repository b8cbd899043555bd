// Shows the bank's page in its frame, and looks again when the bank is done.
import { allowLeaving } from './leaving.js'
import { reportHeight } from './shop-messages.js'

reportHeight()
allowLeaving()
const form = document.querySelector('form#challenge-form')
const place = document.querySelector('[data-again]')
const frame = document.querySelector('iframe[name="challenge"]')

if (form instanceof HTMLFormElement) {
  form.hidden = true
  form.submit()
}
window.addEventListener('message', ({ origin, source, data }) => {
  if (!(place instanceof HTMLElement) || !(frame instanceof HTMLIFrameElement)) return
  if (origin !== location.origin || source !== frame.contentWindow || data?.source !== 'tollgate-challenge') return
  location.replace(place.dataset['again'] ?? '')
})
