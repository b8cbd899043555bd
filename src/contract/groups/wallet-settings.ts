// What a merchant's settings for wallets may be.
import { asciiText, country, string } from '../field-types.ts'

/** The merchant's name at the wallet. */
export const walletIdentifierRow = asciiText(1, 255)

/** Apple's limit for the name on the sheet. */
const displayNameMax = 64

export const walletPageRows = { displayName: string(1, displayNameMax), country: country() } as const
