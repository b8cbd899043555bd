// The form's comforts: brand and groups while typing, faults as they are made, one submission. It works without them.
import { brandCalled } from './brands.js'
import { brandBehind, faultOf } from './checks.js'
import { countDown } from './countdown.js'
import { describeDevice } from './device.js'
import { brandOf } from './fields/card-brands.js'
import { allowLeaving } from './leaving.js'
import { reportHeight } from './shop-messages.js'
import { groupDigits, joinExpiry, keepDigits, plainDigits, stepOverGap } from './writing.js'

/** @typedef {import('./checks.js').Control} Control */

const form = document.querySelector('form#pay')
/** The form, for the payer's wallets: it is sent, or a wallet pays, never both. */
export const payForm = form instanceof HTMLFormElement ? comfort(form) : undefined
reportHeight()
const alert = document.querySelector('[data-alert]')
if (alert instanceof HTMLElement) alert.focus()

/** @param {HTMLFormElement} form */
function comfort(form) {
  let isSending = false
  offerOnlyTheChosen(form)
  describeDevice(form)
  helpWriting(form)
  countDown(() => isSending)
  allowLeaving(() => isSending)

  for (const control of controlsOf(form)) {
    // A field that is still empty shows no error.
    control.addEventListener('blur', () => control.value.trim() !== '' && show(control, faultOf(control)))
    control.addEventListener('input', () => isShown(control) && faultOf(control) === '' && show(control, ''))
  }

  form.addEventListener('submit', (event) => {
    if (isSending || hasFaults()) return event.preventDefault()
    setSending(true)
  })
  // Back from where the form led: the browser shows the page as it was left.
  window.addEventListener('pageshow', ({ persisted }) => persisted && setSending(false))

  return { form, isSending: () => isSending, setSending, hasFaults }

  /** Shows the faults of the controls, and leads to the first one.
   * @param {(control: Control) => boolean} isChecked */
  function hasFaults(isChecked = () => true) {
    const faulty = controlsOf(form).filter((control) => {
      if (control.disabled || !isChecked(control)) return false
      const fault = faultOf(control)
      show(control, fault)
      return fault !== ''
    })
    faulty[0]?.focus()
    return faulty.length > 0
  }

  /** @param {boolean} value */
  function setSending(value) {
    isSending = value
    const button = form.querySelector('button[type="submit"]')
    const text = button?.querySelector('[data-text]')
    if (!(button instanceof HTMLElement) || !text) return
    button.setAttribute('aria-disabled', String(value))
    if (value) button.dataset['usual'] = text.textContent ?? ''
    text.textContent = (value ? button.dataset['sending'] : button.dataset['usual']) ?? ''
  }
}

/** Those to fill in.
 * @param {HTMLFormElement} form @returns {readonly Control[]} */
function controlsOf(form) {
  return [...form.elements].filter(
    /** @returns {control is Control} */
    (control) =>
      control instanceof HTMLSelectElement ||
      (control instanceof HTMLInputElement && /^(text|email)$/.test(control.type)),
  )
}

/** What the chosen way to pay does not need is neither checked nor posted.
 * @param {HTMLFormElement} form */
function offerOnlyTheChosen(form) {
  const ends = [...form.querySelectorAll('.submit > [data-for]')]
  const place = form.querySelector('.submit')
  const choose = () => {
    // What the listed cards need is the same for all of them.
    const source = String(new FormData(form).get('source')).replace(/^SAVED_.*/, 'SAVED')
    for (const control of form.elements) {
      if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue
      let part = control.closest('[data-for]')
      let isOffered = true
      while (part) {
        isOffered &&= (part.getAttribute('data-for') ?? '').split(' ').includes(source)
        part = part.parentElement?.closest('[data-for]') ?? null
      }
      control.disabled = !isOffered
    }
    // Only one button may be there: the first one is what the Enter key presses.
    for (const end of ends) {
      if ((end.getAttribute('data-for') ?? '').split(' ').includes(source)) place?.prepend(end)
      else end.remove()
    }
    showBrand(form)
  }
  form.addEventListener(
    'change',
    ({ target }) => target instanceof HTMLInputElement && target.name === 'source' && choose(),
  )
  choose()
}

/** @param {HTMLFormElement} form */
function helpWriting(form) {
  const [month, year] = [inputOf(form, 'expiryMonth'), inputOf(form, 'expiryYear')]
  if (month && year) joinExpiry(month, year)

  for (const name of ['cardNumber', 'giftCardNumber']) {
    const number = inputOf(form, name)
    // What is pasted may have more gaps than there is room for; digits are what counts.
    number?.removeAttribute('maxlength')
    const write = (/** @type {Event} */ event) => {
      const isDeleting = event instanceof InputEvent && event.inputType.startsWith('deleteContent')
      if (number) groupDigits(number, isDeleting)
      showBrand(form)
    }
    number?.addEventListener('input', write)
    number?.addEventListener('keydown', ({ key }) => stepOverGap(number, key))
  }
  for (const name of ['securityCode', 'giftCardPin', 'achRoutingNumber', 'bankIdentifier']) {
    const input = inputOf(form, name)
    input?.addEventListener('input', () => keepDigits(input))
  }
}

/** @param {HTMLFormElement} form */
function showBrand(form) {
  const number = inputOf(form, 'cardNumber')
  const code = inputOf(form, 'securityCode')
  const mark = form.querySelector('[data-brand-mark]')
  const name = brandOf(plainDigits(number?.value ?? ''))
  const { label, file } = brandCalled(name)
  emphasise(form, name)
  const address = new URL(file, import.meta.url).href
  if (mark instanceof HTMLImageElement && mark.src !== address) {
    mark.src = address
    mark.alt = label
  }
  const hint = document.getElementById('securityCode-hint')
  if (!code || !hint) return
  const lengthMax = Math.max(0, ...brandBehind(code).codeLengths)
  const isOnFront = brandBehind(code).codeLengths.join() === '4'
  code.maxLength = lengthMax === 0 ? 4 : lengthMax
  code.toggleAttribute('data-is-on-front', isOnFront)
  hint.textContent = (isOnFront ? code.dataset['front'] : code.dataset['back']) ?? ''
}

/** The recognised brand stands out among those that are accepted.
 * @param {HTMLFormElement} form @param {string} name */
function emphasise(form, name) {
  const list = form.querySelector('[data-accepted-brands]')
  if (!list) return
  const recognised = list.querySelector(`[data-brand="${name}"]`)
  list.toggleAttribute('data-recognised', recognised !== null)
  for (const mark of list.children) mark.toggleAttribute('data-is-typed', mark === recognised)
}

/** @param {HTMLFormElement} form @param {string} name */
function inputOf(form, name) {
  const control = form.elements.namedItem(name)
  return control instanceof HTMLInputElement ? control : undefined
}

/** @param {Control} control */
function placeOfFault(control) {
  const ids = (control.getAttribute('aria-describedby') ?? '').split(' ')
  return document.getElementById(ids.find((id) => id.endsWith('-fault')) ?? '')
}

/** @param {Control} control */
function isShown(control) {
  return control.getAttribute('aria-invalid') === 'true'
}

/** @param {Control} control @param {string} fault */
function show(control, fault) {
  const place = placeOfFault(control)
  if (!place) return
  if (fault === '') control.removeAttribute('aria-invalid')
  else control.setAttribute('aria-invalid', 'true')
  // Month and year share a place: what is right with one does not wipe out what is wrong with the other.
  const others = document.querySelectorAll(`[aria-describedby~="${place.id}"][aria-invalid="true"]`)
  if (fault !== '' && others[0] !== control && others.length > 1) return
  if (fault !== '' || others.length === 0) place.textContent = fault
}
