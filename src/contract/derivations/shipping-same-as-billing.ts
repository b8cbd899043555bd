// Risk assessment needs to know whether the shipping address is the billing address; if the request does not say so, it
// follows from the addresses.
import type { Derivation } from '../derivation.ts'
import type { CanonicalObject } from '../row.ts'
import { findText, findValue } from '../rules/find-value.ts'
import { withValue } from './with-value.ts'

const field = 'shipping.address.sameAsBilling'

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

export const shippingSameAsBilling: Derivation = {
  name: 'shipping-same-as-billing',
  says: 'shipping.address.sameAsBilling is derived by comparing the two addresses without their punctuation: SAME if all fields are equal, DIFFERENT if one differs, UNKNOWN if either address is absent.',
  derive(request) {
    if (findValue(request, field) !== undefined) return request
    const [billing, shipping] = [addressAt(request, 'billing.address'), addressAt(request, 'shipping.address')]
    // There is no address, so there is nothing to derive.
    if (!billing && findValue(request, 'shipping.address') === undefined) return request
    return withValue(request, field, billing && shipping ? comparison(billing, shipping) : 'UNKNOWN')
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
