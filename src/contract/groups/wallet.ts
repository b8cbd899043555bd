// A wallet's values about the payment details it collected, and a merchant's settings for wallets.
import { asciiText, country, enumeration, string } from '../field-types.ts'
import { group } from '../row.ts'

export const walletIndicator = string(3, 3)

/** The two online wallets that older versions know. */
export const walletProvider30 = enumeration(['MASTERPASS_ONLINE', 'VISA_CHECKOUT'])

export const walletProvider50 = enumeration([
  'AMEX_EXPRESS_CHECKOUT',
  'APPLE_PAY',
  'CHASE_PAY',
  'GOOGLE_PAY',
  'MASTERPASS_ONLINE',
  'SAMSUNG_PAY',
  'SECURE_REMOTE_COMMERCE',
  'VISA_CHECKOUT',
])

/** The interaction of a wallet that collected the payment details. */
export const wallet = group({ visaCheckout: group({ callId: string(1, 200) }) })

/** The merchant's name at the wallet. */
export const walletIdentifierRow = asciiText(1, 255)

/** Apple's limit for the name on the sheet. */
const displayNameMax = 64

export const walletPageRows = { displayName: string(1, displayNameMax), country: country() } as const
