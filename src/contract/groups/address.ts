// Postal addresses, contacts, billing and shipping. The same rows serve sub-merchants, too; not every place has all of them.
import { alphanumeric, country, enumeration, string } from '../field-types.ts'
import { email, telephoneNumber } from '../format-types.ts'
import { group, joinedWith, only, without } from '../row.ts'

const addressRows = {
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

const plainRows = without(addressRows, 'sameAsBilling', 'source')

/** Answers show both street lines in `street`. */
const oneStreet = { street: joinedWith('street2', addressRows.street) }

/** A postal address: billing, sub-merchant, statement descriptor, terminal. */
export const address = group(plainRows)

/** The address in a transaction's answer: both street lines are in `street`. */
export const addressResponse = group({ ...without(plainRows, 'street2'), ...oneStreet })

/** Where goods are shipped, with everything that Verify, Pay, Authorize and the sessions may contain of it. */
const shippingAddress = group(addressRows)

const shippingAddressResponse = group({ ...without(addressRows, 'street2'), ...oneStreet })

/** The shipping address of Initiate Browser Payment. */
const shippingAddressOfBrowserPayment = group(without(plainRows, 'stateProvinceCode'))

/** The shipping address of Create or Update Token. */
const shippingAddressOfToken = group(
  only(addressRows, 'city', 'country', 'postcodeZip', 'stateProvince', 'street', 'street2'),
)

/** How to reach a person. */
export const contactRows = {
  email: email(),
  firstName: string(1, 50),
  lastName: string(1, 50),
  mobilePhone: string(1, 20),
  phone: string(1, 20),
}

/** The same with phones in international form: Verify from version 100, and the token operation. */
export const contactRowsWithTelephoneNumbers = {
  ...contactRows,
  mobilePhone: telephoneNumber(),
  phone: telephoneNumber(),
}

/** A person to deliver to. */
const contact = group(contactRows)

/** A person to deliver to, with phones in international form. */
const contactWithTelephoneNumbers = group(contactRowsWithTelephoneNumbers)

/** Billing details. */
export const billing = group({ address })

/** Billing details of Pay 15 and 29. */
export const billing15 = group({ address, phone: string(1, 20) })

/** Billing details as answers echo them. */
export const billingResponse = group({ address: addressResponse })

/** Billing details as the responses of Pay 15 and 29 echo them. */
export const billingResponse15 = group({ address: addressResponse, phone: string(1, 20) })

const method30 = enumeration(['ELECTRONIC', 'GROUND', 'OVERNIGHT', 'PRIORITY', 'SAME_DAY'])
const method50 = enumeration(['ELECTRONIC', 'GROUND', 'NOT_SHIPPED', 'OVERNIGHT', 'PICKUP', 'PRIORITY', 'SAME_DAY'])
const origin = group({ postcodeZip: string(1, 10) })

/** Delivery details. */
export const shipping30 = group({ address: shippingAddress, contact, method: method30 })

/** Delivery details, with the place the goods come from. */
export const shipping50 = group({ address: shippingAddress, contact, method: method50, origin })

/** Delivery details of Verify 100: phones in international form. */
export const shipping100 = group({
  address: shippingAddress,
  contact: contactWithTelephoneNumbers,
  method: method50,
  origin,
})

/** Delivery details as answers echo them. */
export const shippingResponse30 = group({ address: shippingAddressResponse, contact, method: method30 })
export const shippingResponse50 = group({ address: shippingAddressResponse, contact, method: method50, origin })

/** Delivery details of Initiate Browser Payment. */
export const shippingOfBrowserPayment = group({ address: shippingAddressOfBrowserPayment, contact, method: method30 })

/** Delivery details of the token operations. */
export const shippingOfToken15 = group({ address: shippingAddressOfToken, contact })

/** Delivery details of the token operations from version 100 on: phones in international form. */
export const shippingOfToken100 = group({ address: shippingAddressOfToken, contact: contactWithTelephoneNumbers })
