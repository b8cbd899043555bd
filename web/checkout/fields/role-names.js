// The names that merchants' pages give to fields: what each kind of payment details has, and the other names of them.

/** @typedef {(typeof roleNames)[number]} RoleName */

export const roleNames = /** @type {const} */ ([
  'card.number',
  'card.expiryMonth',
  'card.expiryYear',
  'card.securityCode',
  'card.nameOnCard',
  'giftCard.number',
  'giftCard.pin',
  'ach.accountType',
  'ach.bankAccountHolder',
  'ach.bankAccountNumber',
  'ach.bankAccountNumberConfirmation',
  'ach.routingNumber',
  'directDebitCanada.accountType',
  'directDebitCanada.bankAccountHolder',
  'directDebitCanada.bankAccountNumber',
  'directDebitCanada.financialInstitutionNumber',
  'directDebitCanada.transitNumber',
])

/** Names without a group are a card's, and its number has two names: pages of every age use either.
 * @param {string} name */
export function roleCalled(name) {
  const inGroup = name.includes('.') ? name : `card.${name}`
  const role = inGroup === 'card.cardNumber' ? 'card.number' : inGroup
  return roleNames.find((each) => each === role)
}

/** The fields that a page wants, whichever shape it names them in. A field without a selector is not on the page, and one
 * that no version has is passed over: neither keeps the payer from the others.
 * @param {unknown} fields
 * @returns {{ role: string, selector: string, name: string }[]} name: what the page calls it, without its group */
export function wantedFields(fields) {
  return Object.entries(fields ?? {}).flatMap(([name, value]) =>
    isMembers(value)
      ? Object.entries(value).flatMap(([member, selector]) => wantedField(`${name}.${member}`, selector))
      : wantedField(name, value),
  )
}

/** @param {unknown} value @returns {value is object} */
function isMembers(value) {
  return typeof value === 'object' && value !== null
}

/** @param {string} name @param {unknown} selector */
function wantedField(name, selector) {
  if (typeof selector !== 'string' || selector.trim() === '') return []
  const role = roleCalled(name)
  if (role !== undefined) return [{ role, selector, name: name.slice(name.lastIndexOf('.') + 1) }]
  console.warn(`PaymentSession: there is no field called ${name}.`)
  return []
}

/** The id of the session that a page gives, alone or in a group; nothing where it gives none, and one is made.
 * @param {unknown} session
 * @returns {string | undefined} */
export function givenSession(session) {
  const id = isMembers(session) ? /** @type {{ id?: unknown }} */ (session).id : session
  return typeof id === 'string' && id !== '' ? id : undefined
}
