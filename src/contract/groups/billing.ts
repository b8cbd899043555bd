// Where the bill goes.
import { string } from '../field-types.ts'
import { group } from '../row.ts'
import { address, addressAnswer } from './address.ts'

/** Billing details. */
export const billing = group({ address })

/** Billing details of Pay 15 and 29. */
export const billing15 = group({ address, phone: string(1, 20) })

/** Billing details as answers echo them. */
export const billingAnswer = group({ address: addressAnswer })

/** Billing details as the answers of Pay 15 and 29 echo them. */
export const billingAnswer15 = group({ address: addressAnswer, phone: string(1, 20) })
