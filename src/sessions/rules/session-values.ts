// How an update changes the values of a session.

import { Secret } from '../../kernel/secret.ts'
import { isGroup, mergeValues, type Values } from '../../kernel/values.ts'

/** Where a request names the account that pays, below sourceOfFunds. */
const accountPaths: readonly (readonly string[])[] = [
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
 * Groups merge member by member; a list and any other value replaces the previous one. Values of two accounts never
 * mix: an update that names another account than the session's replaces all values of the old one. Accounts of both
 * sides must be here in clear when the update names one.
 */
export function mergeSessionValues(sessionValues: Values, sent: Values): Values {
  return mergeValues(
    isAnotherAccount(sessionValues, sent) ? withoutWallet(withoutAccount(sessionValues, sent)) : sessionValues,
    sent,
  )
}

/**
 * The values without the merchant's statements about another account than the payer now uses: proof of authentication,
 * and that the account is stored, with its agreement. An account that is yet to be stored is any account of the payer.
 */
export function withoutProofOfOther(sessionValues: Values, sent: Values): Values {
  if (!namesAccount(sent) || !(isAnotherAccount(sessionValues, sent) || accountsOf(sessionValues).size === 0))
    return sessionValues
  const { threeDSecure: _, threeDSecureId: __, authentication, ...others } = sessionValues
  const { transactionId: ___, ...remaining } = (authentication ?? {}) as Values
  const remainder = { ...others, ...(Object.keys(remaining).length > 0 && { authentication: remaining }) }
  return storedOnFileOf(sessionValues) === 'STORED' ? withoutStoredAccount(remainder) : remainder
}

function storedOnFileOf({ sourceOfFunds }: Values): unknown {
  const { provided } = (sourceOfFunds ?? {}) as { provided?: { card?: { storedOnFile?: string | undefined } } }
  return provided?.card?.storedOnFile
}

function withoutStoredAccount({ agreement: _, sourceOfFunds, ...others }: Values): Values {
  const { provided, ...source } = (sourceOfFunds ?? {}) as { provided?: { card?: Values | undefined } }
  const { storedOnFile: __, ...card } = provided?.card ?? {}
  return { ...others, sourceOfFunds: { ...source, provided: { ...provided, card } } }
}

/** What a payer enters on a page: for addresses too, the payer's replaces the other as a whole. */
export function mergePayerValues(sessionValues: Values, sent: Values): Values {
  const { billing: sessionBilling, ...others } = sessionValues
  const isOtherAddress = isGroup(sent['billing']) && isGroup(sessionBilling)
  if (!isOtherAddress) return mergeSessionValues(sessionValues, sent)
  const { address: _, ...billing } = sessionBilling
  return mergeSessionValues({ ...others, billing }, sent)
}

/** Whether a request names the account that pays. */
export function namesAccount(values: Values): boolean {
  return accountsOf(values).size > 0
}

function isAnotherAccount(sessionValues: Values, sent: Values): boolean {
  const [before, now] = [accountsOf(sessionValues), accountsOf(sent)]
  return before.size > 0 && [...now].some(([path, account]) => before.get(path) !== account)
}

/** By path, in clear. */
function accountsOf({ sourceOfFunds }: Values): ReadonlyMap<string, unknown> {
  const accounts = new Map<string, unknown>()
  for (const path of accountPaths) {
    const value = path.reduce<unknown>((at, name) => (isGroup(at) ? at[name] : undefined), sourceOfFunds)
    if (value !== undefined) accounts.set(path.join('.'), value instanceof Secret ? value.open() : value)
  }
  return accounts
}

/** What applies to any card stays; so does the kind of account when the other one is of the same kind. */
function withoutAccount({ sourceOfFunds, ...others }: Values, sent: Values): Values {
  const source = sourceOfFunds as {
    type?: string | undefined
    provided?: { card?: { storedOnFile?: string | undefined } }
  }
  const [before, now] = [accountsOf({ sourceOfFunds }), accountsOf(sent)]
  const isSameKind = [...now.keys()].every((path) => before.has(path))
  const storedOnFile = source.provided?.card?.storedOnFile
  const remainder = {
    ...(isSameKind && source.type !== undefined && { type: source.type }),
    ...(storedOnFile !== undefined && { provided: { card: { storedOnFile } } }),
  }
  return Object.keys(remainder).length === 0 ? others : { ...others, sourceOfFunds: remainder }
}

/** The wallet says where the previous account came from. */
function withoutWallet(sessionValues: Values): Values {
  const { order, ...others } = sessionValues
  if (!isGroup(order) || order['walletProvider'] === undefined) return sessionValues
  const { walletProvider: _, ...remainder } = order
  return Object.keys(remainder).length === 0 ? others : { ...others, order: remainder }
}
