// What the fields of each kind of payment details are called, hold and become in a request. Knows no page and no network.

/** @typedef {'card' | 'giftCard' | 'ach' | 'directDebitCanada'} Kind */
/** @typedef {'invalid' | 'missing'} Fault */
/** @typedef {{
 *   label: string,
 *   fault: string,
 *   path: readonly string[],
 *   allowed: RegExp,
 *   lengthMax: number,
 *   fits: (value: string, values: ReadonlyMap<string, string>) => boolean,
 *   isOptional?: true,
 *   isOnlyCompared?: true,
 *   isHidden?: true,
 *   autocomplete?: string,
 *   inputMode?: string,
 *   choices?: readonly string[],
 *   tidy?: (value: string) => string,
 * }} Role label: for payers whose merchant has no label; fault: its name among the errors; path: its place in the details;
 * allowed: the characters that may be typed; isOptional: may stay empty; isOnlyCompared: is never sent */

import { cardFits } from './card-brands.js'

const digit = /[0-9]/
const numberCharacter = /[0-9 -]/
const anyCharacter = /[^\p{Cc}]/u
const bankAccountCharacter = /[0-9A-Za-z /-]/

/** @param {string} value */
const withoutSeparators = (value) => value.replace(/[ -]/g, '')
/** @param {RegExp} pattern @returns {(value: string) => boolean} */
const matching = (pattern) => (value) => pattern.test(value)

const bankAccountHolder = {
  label: 'Account holder',
  fault: 'bankAccountHolder',
  path: ['bankAccountHolder'],
  allowed: anyCharacter,
  lengthMax: 28,
  fits: matching(/^.{1,28}$/u),
  autocomplete: 'name',
}
const accountType = {
  label: 'Account type',
  fault: 'accountType',
  path: ['accountType'],
  allowed: anyCharacter,
  lengthMax: 30,
}
const bankAccountNumber = {
  label: 'Account number',
  fault: 'bankAccountNumber',
  path: ['bankAccountNumber'],
  allowed: bankAccountCharacter,
  autocomplete: 'off',
}

const consumerAccounts = ['CONSUMER_CHECKING', 'CONSUMER_SAVINGS']
const everyAccount = [...consumerAccounts, 'CORPORATE_CHECKING']

/** @type {Readonly<Record<import('./role-names.js').RoleName, Role>>} */
const rolesByName = {
  'card.number': {
    label: 'Card number',
    fault: 'cardNumber',
    path: ['number'],
    allowed: numberCharacter,
    lengthMax: 23,
    fits: cardFits,
    autocomplete: 'cc-number',
    inputMode: 'numeric',
    tidy: withoutSeparators,
  },
  'card.expiryMonth': {
    label: 'Expiry month',
    fault: 'expiryMonth',
    path: ['expiry', 'month'],
    allowed: digit,
    lengthMax: 2,
    fits: matching(/^(0?[1-9]|1[0-2])$/),
    autocomplete: 'cc-exp-month',
    inputMode: 'numeric',
  },
  'card.expiryYear': {
    label: 'Expiry year',
    fault: 'expiryYear',
    path: ['expiry', 'year'],
    allowed: digit,
    lengthMax: 4,
    fits: matching(/^[0-9]{2}$/),
    autocomplete: 'cc-exp-year',
    inputMode: 'numeric',
    // Of four digits the card has the last two.
    tidy: (value) => value.replace(/^20(?=[0-9]{2}$)/, ''),
  },
  'card.securityCode': {
    label: 'Security code',
    fault: 'securityCode',
    path: ['securityCode'],
    allowed: digit,
    lengthMax: 4,
    fits: matching(/^[0-9]{3,4}$/),
    isOptional: true,
    autocomplete: 'cc-csc',
    inputMode: 'numeric',
  },
  'card.nameOnCard': {
    label: 'Name on card',
    fault: 'nameOnCard',
    path: ['nameOnCard'],
    allowed: anyCharacter,
    lengthMax: 256,
    fits: matching(/^.{1,256}$/u),
    isOptional: true,
    autocomplete: 'cc-name',
  },
  'giftCard.number': {
    label: 'Gift card number',
    fault: 'number',
    path: ['number'],
    allowed: numberCharacter,
    lengthMax: 23,
    fits: matching(/^[0-9]{9,19}$/),
    autocomplete: 'off',
    inputMode: 'numeric',
    tidy: withoutSeparators,
  },
  'giftCard.pin': {
    label: 'Gift card PIN',
    fault: 'pin',
    path: ['pin'],
    allowed: digit,
    lengthMax: 8,
    fits: matching(/^[0-9]{4,8}$/),
    isOptional: true,
    isHidden: true,
    autocomplete: 'off',
    inputMode: 'numeric',
  },
  'ach.accountType': { ...accountType, choices: everyAccount, fits: (value) => everyAccount.includes(value) },
  'ach.bankAccountHolder': bankAccountHolder,
  'ach.bankAccountNumber': { ...bankAccountNumber, lengthMax: 17, fits: matching(/^[0-9A-Za-z /-]{1,17}$/) },
  'ach.bankAccountNumberConfirmation': {
    ...bankAccountNumber,
    label: 'Account number again',
    fault: 'bankAccountNumberConfirmation',
    lengthMax: 17,
    fits: (value, values) => !values.has('ach.bankAccountNumber') || value === values.get('ach.bankAccountNumber'),
    isOnlyCompared: true,
  },
  'ach.routingNumber': {
    label: 'Routing number',
    fault: 'routingNumber',
    path: ['routingNumber'],
    allowed: digit,
    lengthMax: 9,
    fits: matching(/^[0-9]{9}$/),
    autocomplete: 'off',
    inputMode: 'numeric',
  },
  'directDebitCanada.accountType': {
    ...accountType,
    choices: consumerAccounts,
    fits: (value) => consumerAccounts.includes(value),
  },
  'directDebitCanada.bankAccountHolder': bankAccountHolder,
  'directDebitCanada.bankAccountNumber': {
    ...bankAccountNumber,
    lengthMax: 12,
    fits: matching(/^[0-9A-Za-z /-]{7,12}$/),
  },
  'directDebitCanada.financialInstitutionNumber': {
    label: 'Institution number',
    fault: 'financialInstitutionNumber',
    path: ['financialInstitutionNumber'],
    allowed: digit,
    lengthMax: 3,
    fits: matching(/^[0-9]{3}$/),
    autocomplete: 'off',
    inputMode: 'numeric',
  },
  'directDebitCanada.transitNumber': {
    label: 'Transit number',
    fault: 'transitNumber',
    path: ['transitNumber'],
    allowed: digit,
    lengthMax: 5,
    fits: matching(/^[0-9]{5}$/),
    autocomplete: 'off',
    inputMode: 'numeric',
  },
}

/** @type {Readonly<Record<string, Role>>} */
export const roles = rolesByName

/** As it counts: without spaces around it and whatever else was typed for the eye.
 * @param {string} name @param {string} typed */
export function tidyValue(name, typed) {
  const trimmed = typed.trim()
  return roles[name]?.tidy?.(trimmed) ?? trimmed
}

/** Nothing when the value is fine.
 * @param {string} name @param {ReadonlyMap<string, string>} values
 * @returns {Fault | undefined} */
export function faultOf(name, values) {
  const role = roles[name]
  const value = values.get(name) ?? ''
  if (!role) return 'invalid'
  if (value === '') return role.isOptional ? undefined : 'missing'
  return role.fits(value, values) ? undefined : 'invalid'
}

/** The faults of all values, by the names that merchants know.
 * @param {ReadonlyMap<string, string>} values
 * @returns {Record<string, Fault>} */
export function faultsOf(values) {
  /** @type {Record<string, Fault>} */
  const faults = {}
  for (const name of values.keys()) {
    const fault = faultOf(name, values)
    if (fault) faults[roles[name]?.fault ?? name] = fault
  }
  return faults
}

/** @type {Readonly<Record<Kind, string>>} */
const types = { card: 'CARD', giftCard: 'GIFT_CARD', ach: 'ACH', directDebitCanada: 'DIRECT_DEBIT_CANADA' }

/** @param {string} text @returns {text is Kind} */
export function isKind(text) {
  return Object.hasOwn(types, text)
}

/** What the fields become in a request.
 * @param {Kind} kind @param {ReadonlyMap<string, string>} values
 * @param {{ version: number, localBrand?: string | undefined }} about */
export function sourceOfFundsOf(kind, values, { version, localBrand }) {
  /** @type {Record<string, unknown>} */
  const details = localBrand === undefined ? {} : { localBrand }
  for (const [name, value] of values) {
    const role = roles[name]
    if (role && value !== '' && !role.isOnlyCompared) put(details, role.path, value)
  }
  // Older versions know Canadian accounts, but have no name for the type.
  const isNamed = kind !== 'directDebitCanada' || version >= 50
  return { ...(isNamed && { type: types[kind] }), provided: { [kind]: details } }
}

/** @param {Record<string, unknown>} target @param {readonly string[]} path @param {string} value */
function put(target, [first = '', ...rest], value) {
  if (rest.length === 0) target[first] = value
  else {
    const inner = /** @type {Record<string, unknown>} */ (target[first] ?? {})
    target[first] = inner
    put(inner, rest, value)
  }
}

/** What a refusal of the gateway says about one field of ours; nothing when it is about something else.
 * @param {Kind} kind @param {{ field?: string, validationType?: string }} error
 * @returns {Record<string, Fault> | undefined} */
export function faultIn(kind, { field = '', validationType }) {
  const found = Object.entries(roles).find(
    ([name, { path }]) => name.startsWith(`${kind}.`) && field === `sourceOfFunds.provided.${kind}.${path.join('.')}`,
  )
  return found && { [found[1].fault]: validationType === 'MISSING' ? 'missing' : 'invalid' }
}
