// What is wrong with a field, in the words that came with it. The gateway checks everything again.
import { brandCalled } from './brands.js'
import { brandOf, cardFits } from './fields/card-brands.js'
import { plainDigits } from './writing.js'

/** @typedef {HTMLInputElement | HTMLSelectElement} Control */

/** By the field's data-kind: true when its content, which is not empty, is right.
 * @type {Readonly<Record<string, (value: string, control: Control) => boolean>>} */
const fits = {
  'card-number': (value) => cardFits(plainDigits(value)),
  'security-code': (value, control) => isCodeOf(brandBehind(control), value),
  'expiry-month': (value) => /^(0[1-9]|1[0-2])$/.test(value),
  'expiry-year': (value) => /^\d{2}$/.test(value),
  'gift-card-number': (value) => /^\d{9,19}$/.test(plainDigits(value)),
  'gift-card-pin': (value) => /^\d{4,8}$/.test(value),
  'bank-identifier': (value) => /^\d{8}$/.test(plainDigits(value)),
  'routing-number': (value) => /^\d{9}$/.test(value),
  'account-number': (value) => /^[a-z0-9 /-]{1,17}$/i.test(value),
  'account-number-again': (value, control) => bare(value) === bare(textIn(control, 'achAccountNumber')),
  email: (value) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(value),
}

/** Nothing when all is well.
 * @param {Control} control */
export function faultOf(control) {
  const { kind = '', missing = '', invalid = '' } = control.dataset
  const value = control.value.trim()
  if (value === '') return isNeeded(control) ? missing : ''
  const isRight = fits[kind]?.(value, control) ?? true
  if (!isRight) return invalid
  if (kind === 'card-number' && isRefused(control, value)) return control.dataset['refused'] ?? ''
  return kind === 'expiry-year' && isPast(control) ? (control.dataset['past'] ?? '') : ''
}

/** A card of a known brand that the merchant does not accept; the gateway decides about the others.
 * @param {Control} control @param {string} value */
function isRefused({ dataset }, value) {
  const brand = brandOf(plainDigits(value))
  return brand !== 'UNKNOWN' && !(dataset['accepted'] ?? '').split(' ').includes(brand)
}

/** @param {Control} control */
function isNeeded(control) {
  if (control.getAttribute('aria-required') !== 'true') return false
  if (control.dataset['kind'] !== 'security-code' || brandBehind(control).isCodeNeeded) return true
  // Before the number is complete it is not known whether the card has a security code.
  return storedBrandOf(control) === undefined && !cardFits(plainDigits(textIn(control, 'cardNumber')))
}

/** The card whose code is asked for: the stored one that is chosen, or the one that is being typed.
 * @param {Control} control */
export function brandBehind(control) {
  return brandCalled(storedBrandOf(control) ?? brandOf(plainDigits(textIn(control, 'cardNumber'))))
}

/** Undefined unless a stored account is chosen.
 * @param {Control} control */
function storedBrandOf(control) {
  const chosen = control.form?.querySelector('[data-stored-brand]:is(:checked, [type="hidden"])')
  return chosen instanceof HTMLInputElement ? chosen.dataset['storedBrand'] : undefined
}

/** A card is good until the end of its month.
 * @param {Control} year */
function isPast(year) {
  if (year.dataset['anyYear'] !== undefined) return false
  const month = textIn(year, 'expiryMonth')
  if (!fits['expiry-month']?.(month, year)) return false
  const now = new Date()
  return (2000 + Number(year.value)) * 12 + Number(month) < now.getFullYear() * 12 + now.getMonth() + 1
}

/** Whatever is typed for a card that has none is not read.
 * @param {import('./brands.js').Brand} brand @param {string} value */
function isCodeOf({ codeLengths }, value) {
  return codeLengths.length === 0 || (/^\d+$/.test(value) && codeLengths.includes(value.length))
}

/** Without what people put between digits.
 * @param {string} text */
function bare(text) {
  return text.replace(/[\s-]/g, '')
}

/** @param {Control} beside @param {string} name */
function textIn(beside, name) {
  const control = beside.form?.elements.namedItem(name)
  return control instanceof HTMLInputElement ? control.value.trim() : ''
}
