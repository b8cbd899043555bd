// Values that follow from other fields of the same request: defaults that no single row can know.

import { addDecimals } from '../../kernel/money.ts'
import { findText, findValue } from '../../kernel/values.ts'
import type { CanonicalObject } from '../row.ts'
import type { Derivation } from './rule.ts'

/** The request with this value at a dotted path. */
function withValue(request: CanonicalObject, path: string, value: unknown): CanonicalObject {
  const names = path.split('.')
  const last = names.pop() ?? ''
  const copy: CanonicalObject = { ...request }
  let target = copy
  for (const name of names) {
    const group: CanonicalObject = { ...(target[name] as CanonicalObject | undefined) }
    target[name] = group
    target = group
  }
  target[last] = value
  return copy
}

/**
 * A request with only the amount before the merchant's charge determines the amount: operations always find
 * order.amount.
 */
export const amountFromNetAmount: Derivation = {
  name: 'amount-from-net-amount',
  says: "Without order.amount, the amount is the sum of order.netAmount and the merchant's charge.",
  derive(request) {
    const netAmount = findText(request, 'order.netAmount')
    if (netAmount === undefined || findText(request, 'order.amount') !== undefined) return request
    const charge = findText(request, 'order.merchantCharge.amount') ?? '0'
    return withValue(request, 'order.amount', addDecimals(netAmount, charge))
  },
}

const sameAsBilling = 'shipping.address.sameAsBilling'

const addressFields = [
  'city',
  'company',
  'country',
  'postcodeZip',
  'stateProvince',
  'stateProvinceCode',
  'street',
  'street2',
] as const

/**
 * Risk assessment needs to know whether the shipping address is the billing address; if the request does not say so, it
 * follows from the addresses.
 */
export const shippingSameAsBilling: Derivation = {
  name: 'shipping-same-as-billing',
  says: 'shipping.address.sameAsBilling is derived by comparing the two addresses without their punctuation: SAME if all fields are equal, DIFFERENT if one differs, UNKNOWN if either address is absent.',
  derive(request) {
    if (findValue(request, sameAsBilling) !== undefined) return request
    const [billing, shipping] = [addressAt(request, 'billing.address'), addressAt(request, 'shipping.address')]
    // There is no address, so there is nothing to derive.
    if (!billing && findValue(request, 'shipping.address') === undefined) return request
    return withValue(request, sameAsBilling, billing && shipping ? comparison(billing, shipping) : 'UNKNOWN')
  },
}

/** An address that contains only where it was taken from is none. */
function addressAt(request: CanonicalObject, path: string): CanonicalObject | undefined {
  const address = findValue(request, path) as CanonicalObject | undefined
  return address && addressFields.some((name) => letterOrDigit.test(findText(address, name) ?? ''))
    ? address
    : undefined
}

function comparison(billing: CanonicalObject, shipping: CanonicalObject): string {
  const lineOf = (address: CanonicalObject, name: string) => lettersAndDigits(findText(address, name) ?? '')
  return addressFields.every((name) => lineOf(billing, name) === lineOf(shipping, name)) ? 'SAME' : 'DIFFERENT'
}

const letterOrDigit = /[\p{L}\p{M}\p{N}]/u

/** Marks belong to the letter before them: without them, words of several scripts would change. */
function lettersAndDigits(text: string): string {
  if (text === '') return text
  return text.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}

const lane = 'posTerminal.lane'

/** An authorization's answer contains the lane of every terminal in it, also of one that the request did not name. */
export const terminalLane: Derivation = {
  name: 'terminal-lane',
  says: 'posTerminal.lane is UNKNOWN when the group is sent without it.',
  derive(request) {
    if (findValue(request, 'posTerminal') === undefined || findValue(request, lane) !== undefined) return request
    return withValue(request, lane, 'UNKNOWN')
  },
}

const location = 'posTerminal.location'

/** A payer with a wallet holds the terminal in the hand. */
export const terminalOfWallets: Derivation = {
  name: 'terminal-of-wallets',
  says: 'When a wallet collected the payment details, posTerminal.location is PAYER_TERMINAL_OFF_PREMISES unless the request says otherwise.',
  derive(request) {
    if (findValue(request, 'order.walletProvider') === undefined || findValue(request, location) !== undefined)
      return request
    return withValue(request, location, 'PAYER_TERMINAL_OFF_PREMISES')
  },
}
