// Lets the payer's bank examine the browser in its hidden frame, and goes on when it has, or has had its time.
import { describeDevice } from './device.js'
import { reportHeight } from './shop-messages.js'

/** The longest that a bank may take. */
const examinationMsMax = 10_000

reportHeight()
const begin = document.querySelector('form#examination-form')
const examined = document.querySelector('form#examined')
const frame = document.querySelector('iframe[name="challenge"]')
let isDone = false

function goOn() {
  if (isDone || !(examined instanceof HTMLFormElement)) return
  isDone = true
  describeDevice(examined)
  examined.submit()
}

if (begin instanceof HTMLFormElement && frame instanceof HTMLIFrameElement) {
  setTimeout(goOn, examinationMsMax)
  frame.addEventListener('load', () => {
    if (!isEmptyDocument(frame)) goOn()
  })
  begin.submit()
} else goOn()

/** Every frame begins with a document that can be read; the bank's cannot, unless it is our own sandbox's.
 * @param {HTMLIFrameElement} place */
function isEmptyDocument(place) {
  try {
    return place.contentWindow?.location.href === 'about:blank'
  } catch {
    return false
  }
}
