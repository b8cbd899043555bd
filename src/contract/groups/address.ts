// Postal addresses. The same rows serve billing, shipping and sub-merchant details; not every place has all of them.
import { alphanumeric, country, enumeration, string } from '../field-types.ts'
import { group, joinedWith, only, without } from '../row.ts'

const rows = {
  city: string(1, 100),
  company: string(1, 100),
  country: country(),
  postcodeZip: alphanumeric(1, 10, { plus: ' -' }),
  // When absent it is derived by comparing with the billing address, which no single field can do.
  sameAsBilling: enumeration(['DIFFERENT', 'SAME', 'UNKNOWN']),
  source: enumeration(['ADDRESS_ON_FILE', 'NEW_ADDRESS']),
  stateProvince: string(1, 20),
  stateProvinceCode: string(1, 3), // ISO 3166-2, the part after the hyphen
  street: string(1, 100),
  street2: string(1, 100),
}

const plainRows = without(rows, 'sameAsBilling', 'source')

/** Answers show both street lines in `street`. */
const oneStreet = { street: joinedWith('street2', rows.street) }

/** A postal address: billing, sub-merchant, statement descriptor, terminal. */
export const address = group(plainRows)

/** The address in a transaction's answer: both street lines are in `street`. */
export const addressAnswer = group({ ...without(plainRows, 'street2'), ...oneStreet })

/** Where goods are shipped, with everything that Verify, Pay, Authorize and the sessions may contain of it. */
export const shippingAddress = group(rows)

export const shippingAddressAnswer = group({ ...without(rows, 'street2'), ...oneStreet })

/** The shipping address of Initiate Browser Payment. */
export const shippingAddressOfBrowserPayment = group(without(plainRows, 'stateProvinceCode'))

/** The shipping address of Create or Update Token. */
export const shippingAddressOfToken = group(
  only(rows, 'city', 'country', 'postcodeZip', 'stateProvince', 'street', 'street2'),
)
