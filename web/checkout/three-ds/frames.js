// The ways from the shop's page to the bank: a hidden frame in which the bank looks at the browser, and the whole window for a
// challenge. Nothing of what the gateway sends as markup becomes part of the page: only addresses and values are read from it.

/** @typedef {{ action: string, fields: readonly (readonly [name: string, value: string])[] }} BankForm */

/** The longest that a bank may look at the browser. */
const methodMsMax = 10_000

/** @type {HTMLElement | undefined} */
let lastPlace

/** Resolves when the bank has seen the browser, or has had its time.
 * @param {string | undefined} containerId @param {{ url: string, postData: string }} method
 * @returns {Promise<void>} */
export function runMethod(containerId, { url, postData }) {
  lastPlace?.remove()
  const place = document.createElement('div')
  lastPlace = place
  place.hidden = true
  const frame = document.createElement('iframe')
  frame.name = 'tollgate-three-ds-method'
  frame.title = 'Payment'
  const form = makeForm({ action: url, fields: [['threeDSMethodData', postData]] }, frame.name)
  place.append(frame, form)
  const container = containerId === undefined ? null : document.getElementById(containerId)
  ;(container ?? document.body).append(place)
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, methodMsMax)
    frame.addEventListener('load', () => {
      // The empty document that every frame begins with can be read; the bank's cannot.
      if (isEmptyDocument(frame)) return
      clearTimeout(timer)
      resolve()
    })
    submit(form)
  })
}

/** @param {HTMLIFrameElement} frame */
function isEmptyDocument(frame) {
  try {
    return frame.contentWindow?.location.href === 'about:blank'
  } catch {
    return false
  }
}

/** The form in a piece of markup.
 * @param {string} markup
 * @returns {BankForm | undefined} */
export function formIn(markup) {
  // Policies of shops forbid styles in attributes, which are of no use here.
  const unstyled = markup.replaceAll(/ style="[^"]*"/g, '')
  const form = new DOMParser().parseFromString(unstyled, 'text/html').querySelector('form')
  const action = form?.getAttribute('action') ?? ''
  if (!form || !/^https?:\/\//.test(action)) return undefined
  const inputs = [...form.querySelectorAll('input')]
  return { action, fields: inputs.map(({ name, value }) => [name, value]) }
}

/** @param {BankForm} bankForm */
export function submitInWindow(bankForm) {
  const form = makeForm(bankForm, '_top')
  form.hidden = true
  document.body.append(form)
  submit(form)
}

/** @param {BankForm} bankForm @param {string} target */
function makeForm({ action, fields }, target) {
  const form = document.createElement('form')
  Object.assign(form, { method: 'post', action, target, acceptCharset: 'UTF-8' })
  for (const [name, value] of fields) {
    const input = document.createElement('input')
    Object.assign(input, { type: 'hidden', name, value })
    form.append(input)
  }
  return form
}

/** Not form.submit(): a field may have that name.
 * @param {HTMLFormElement} form */
function submit(form) {
  HTMLFormElement.prototype.submit.call(form)
}
