// What an update makes of the values a session holds.
import { isGroup, mergeValues, type Values } from '../merge-values.ts'
import { Secret } from '../secret.ts'

/** Where a request says which account pays, below sourceOfFunds. */
const accountPlaces: readonly (readonly string[])[] = [
  ['token'],
  ['provided', 'ach', 'bankAccountNumber'],
  ['provided', 'card', 'devicePayment', 'paymentToken'],
  ['provided', 'card', 'number'],
  ['provided', 'directDebitCanada', 'bankAccountNumber'],
  ['provided', 'giftCard', 'number'],
  ['provided', 'providerA', 'billingAgreement', 'id'],
  ['provided', 'sepa', 'iban'],
]

/**
 * Groups merge member by member; a list and any other value takes the place of the one before. Values of two accounts
 * never mix: an update that names another account than the session holds replaces all that was known of the old one.
 * Accounts of both sides must be here in clear when the update names one.
 */
export function mergeSessionValues(held: Values, sent: Values): Values {
  return mergeValues(isAnotherAccount(held, sent) ? withoutAccount(held, sent) : held, sent)
}

/**
 * The values without what the merchant said of another account than the payer now brings: proof of authentication, and that
 * the account is stored, with its agreement. An account that is yet to be stored is any account of the payer's.
 */
export function withoutProofOfOther(held: Values, sent: Values): Values {
  if (!namesAccount(sent) || !(isAnotherAccount(held, sent) || accountsOf(held).size === 0)) return held
  const { threeDSecure: _, threeDSecureId: __, authentication, ...others } = held
  const { transactionId: ___, ...asked } = (authentication ?? {}) as Values
  const left = { ...others, ...(Object.keys(asked).length > 0 && { authentication: asked }) }
  return storedOnFileOf(held) === 'STORED' ? withoutStoredAccount(left) : left
}

function storedOnFileOf({ sourceOfFunds }: Values): unknown {
  const { provided } = (sourceOfFunds ?? {}) as { provided?: { card?: { storedOnFile?: string } } }
  return provided?.card?.storedOnFile
}

function withoutStoredAccount({ agreement: _, sourceOfFunds, ...others }: Values): Values {
  const { provided, ...source } = (sourceOfFunds ?? {}) as { provided?: { card?: Values } }
  const { storedOnFile: __, ...card } = provided?.card ?? {}
  return { ...others, sourceOfFunds: { ...source, provided: { ...provided, card } } }
}

/** What a payer types on a page: of two addresses, too, the payer's counts as a whole. */
export function mergePayerValues(held: Values, sent: Values): Values {
  const { billing: heldBilling, ...others } = held
  const isOtherAddress = isGroup(sent['billing']) && isGroup(heldBilling)
  if (!isOtherAddress) return mergeSessionValues(held, sent)
  const { address: _, ...billing } = heldBilling
  return mergeSessionValues({ ...others, billing }, sent)
}

/** Whether a request says which account pays. */
export function namesAccount(values: Values): boolean {
  return accountsOf(values).size > 0
}

function isAnotherAccount(held: Values, sent: Values): boolean {
  const [before, now] = [accountsOf(held), accountsOf(sent)]
  return before.size > 0 && [...now].some(([place, account]) => before.get(place) !== account)
}

/** By their places, in clear. */
function accountsOf({ sourceOfFunds }: Values): ReadonlyMap<string, unknown> {
  const accounts = new Map<string, unknown>()
  for (const place of accountPlaces) {
    const value = place.reduce<unknown>((at, name) => (isGroup(at) ? at[name] : undefined), sourceOfFunds)
    if (value !== undefined) accounts.set(place.join('.'), value instanceof Secret ? value.open() : value)
  }
  return accounts
}

/** What the merchant does with any card stays; the kind of account does when the other one is of the same kind. */
function withoutAccount({ sourceOfFunds, ...others }: Values, sent: Values): Values {
  const known = sourceOfFunds as { type?: string; provided?: { card?: { storedOnFile?: string } } }
  const [before, now] = [accountsOf({ sourceOfFunds }), accountsOf(sent)]
  const isSameKind = [...now.keys()].every((place) => before.has(place))
  const storedOnFile = known.provided?.card?.storedOnFile
  const left = {
    ...(isSameKind && known.type !== undefined && { type: known.type }),
    ...(storedOnFile !== undefined && { provided: { card: { storedOnFile } } }),
  }
  return Object.keys(left).length === 0 ? others : { ...others, sourceOfFunds: left }
}
