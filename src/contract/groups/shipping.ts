// Shipping address, recipient and method.
import { enumeration, string } from '../field-types.ts'
import { group } from '../row.ts'
import {
  shippingAddress,
  shippingAddressAnswer,
  shippingAddressOfBrowserPayment,
  shippingAddressOfToken,
} from './address.ts'
import { contact, contactWithTelephoneNumbers } from './contact.ts'

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
export const shippingAnswer30 = group({ address: shippingAddressAnswer, contact, method: method30 })
export const shippingAnswer50 = group({ address: shippingAddressAnswer, contact, method: method50, origin })

/** Delivery details of Initiate Browser Payment. */
export const shippingOfBrowserPayment = group({ address: shippingAddressOfBrowserPayment, contact, method: method30 })

/** Delivery details of the token operations. */
export const shippingOfToken15 = group({ address: shippingAddressOfToken, contact })

/** Delivery details of the token operations from version 100 on: phones in international form. */
export const shippingOfToken100 = group({ address: shippingAddressOfToken, contact: contactWithTelephoneNumbers })
