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
    return withValue(request, field, comparison(billing, shipping))
  },
}

/** An address that contains only where it was taken from is none. */
function addressAt(request: CanonicalObject, path: string): readonly string[] | undefined {
  const address = findValue(request, path) as CanonicalObject | undefined
  if (!address) return undefined
  const lines = addressFields.map((name) => lettersAndDigits(findText(address, name) ?? ''))
  return lines.some((line) => line !== '') ? lines : undefined
}

function comparison(billing: readonly string[] | undefined, shipping: readonly string[] | undefined): string {
  if (!billing || !shipping) return 'UNKNOWN'
  return billing.every((line, index) => line === shipping[index]) ? 'SAME' : 'DIFFERENT'
}

/** Marks belong to the letter before them: without them, words of several scripts would change. */
function lettersAndDigits(text: string): string {
  if (text === '') return text
  return text.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}
