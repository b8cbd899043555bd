// What is left on a gift card.
import { currency } from '../field-types.ts'
import { amount } from '../number-types.ts'
import { group } from '../row.ts'

/** The balance that verifying a gift card learns. */
export const giftCardBalance = group({ availableBalance: group({ amount: amount(), currency: currency() }) })
