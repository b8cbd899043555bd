// Helps while the payer writes: groups of digits, digits of other scripts, month and year as one.
import { embossed } from './fields/card-brands.js'

const digitsMax = 19

/** Digits as the gateway reads them, without what people put between them. Arabic, Persian and wide digits too.
 * @param {string} text */
export function plainDigits(text) {
  return latin(text).replace(/\D/g, '')
}

/** @param {string} text */
function latin(text) {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) & 15))
}

/** Puts gaps into a number as the card has them, and keeps the cursor at its digit.
 * @param {HTMLInputElement} input @param {boolean} isDeleting */
export function groupDigits(input, isDeleting) {
  const { value, selectionStart } = input
  const digits = plainDigits(value).slice(0, digitsMax)
  const before = plainDigits(value.slice(0, selectionStart ?? value.length)).length
  const grouped = embossed(digits)
  if (grouped === value) return
  input.value = grouped
  const at = placeOf(grouped, before, isDeleting)
  // Only where the payer writes: a browser that fills in the form has no cursor there.
  if (document.activeElement === input) input.setSelectionRange(at, at)
}

/** The place after so many digits, before or after the gap that follows.
 * @param {string} grouped @param {number} count @param {boolean} isBeforeGap */
function placeOf(grouped, count, isBeforeGap) {
  let place = 0
  for (let seen = 0; seen < count && place < grouped.length; place += 1) if (grouped[place] !== ' ') seen += 1
  return !isBeforeGap && count > 0 && grouped[place] === ' ' ? place + 1 : place
}

/** A gap is no character to the payer: deleting goes through it to the digit behind.
 * @param {HTMLInputElement} input @param {string} key */
export function stepOverGap(input, key) {
  const { value, selectionStart: start, selectionEnd: end } = input
  if (start === null || start !== end) return
  if (key === 'Backspace' && value[start - 1] === ' ') input.setSelectionRange(start - 1, start - 1)
  if (key === 'Delete' && value[start] === ' ') input.setSelectionRange(start + 1, start + 1)
}

/** @param {HTMLInputElement} input */
export function keepDigits(input) {
  const digits = plainDigits(input.value)
  if (digits !== input.value) input.value = digits
}

/** Month and year are two fields in one box: 0139, 1/39 and 01 / 2039 are all accepted.
 * @param {HTMLInputElement} month @param {HTMLInputElement} year */
export function joinExpiry(month, year) {
  // Pasted text may be longer than the field: it is read first.
  month.removeAttribute('maxlength')
  year.removeAttribute('maxlength')

  month.addEventListener('input', () => {
    const written = latin(month.value)
    const [, first = '', rest = ''] = /^\D*(\d{1,2})(.*)$/.exec(written) ?? []
    const isWhole = first.length === 2 || first > '1' || /\D/.test(rest)
    month.value = isWhole ? first.padStart(2, '0') : first
    if (!isWhole) return
    const remaining = rest.replace(/\D/g, '')
    if (remaining !== '') year.value = remaining.slice(-2)
    if (document.activeElement === month) year.focus()
  })
  month.addEventListener('blur', () => {
    if (/^\d$/.test(month.value)) month.value = month.value === '0' ? '' : month.value.padStart(2, '0')
  })
  year.addEventListener('input', () => {
    const digits = plainDigits(year.value)
    // 20 may be the year 20 or the beginning of 2039; four digits tell.
    year.value =
      digits.length > 2
        ? digits.startsWith('20')
          ? digits.slice(2, 4) || digits.slice(0, 2)
          : digits.slice(0, 2)
        : digits
  })
  year.addEventListener('keydown', (event) => {
    if (event.key !== 'Backspace' || year.value !== '') return
    event.preventDefault()
    month.focus()
    month.value = month.value.slice(0, -1)
  })
}
