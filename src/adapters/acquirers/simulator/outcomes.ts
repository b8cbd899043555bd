// How the simulated acquirer decides: by the card's expiry date, its security code and the street of the billing address.
// Published test data keeps its meaning; every other expiry date is approved.
import type { GatewayCode } from '../../../domain/gateway-code.ts'
import type { BillingAddress, CardToAsk } from '../../../ports/acquirer.ts'

/** Month/year, as printed on a card. */
const outcomeByExpiry: Readonly<Record<string, GatewayCode>> = {
  '1/39': 'APPROVED',
  '3/39': 'INVALID_CSC',
  '4/39': 'DECLINED_PAYMENT_PLAN',
  '5/39': 'DECLINED',
  '6/39': 'INSUFFICIENT_FUNDS',
  '7/39': 'PARTIALLY_APPROVED',
  '8/39': 'REFERRED',
  '9/39': 'DECLINED_DO_NOT_CONTACT',
  '10/39': 'NOT_SUPPORTED',
  '11/39': 'PENDING',
  '12/39': 'APPROVED_PENDING_SETTLEMENT',
  '4/27': 'EXPIRED_CARD',
  '1/28': 'UNSPECIFIED_FAILURE',
  '8/28': 'TIMED_OUT',
  '1/37': 'ACQUIRER_SYSTEM_ERROR',
  '2/37': 'UNSPECIFIED_FAILURE',
  '5/37': 'UNKNOWN',
}

const alwaysDeclined: ReadonlySet<string> = new Set(['5019994000124034'])

export function outcomeOf({ number, expiry }: CardToAsk): GatewayCode {
  if (alwaysDeclined.has(number.open())) return 'DECLINED'
  return (expiry && outcomeByExpiry[`${expiry.month}/${expiry.year}`]) ?? 'APPROVED'
}

/** The acquirer's own code and words for an outcome. */
const acquirerWords: Partial<Readonly<Record<GatewayCode, readonly [code: string, message: string]>>> = {
  APPROVED: ['00', 'Approved'],
  APPROVED_PENDING_SETTLEMENT: ['08', 'Approved, pending settlement'],
  PARTIALLY_APPROVED: ['10', 'Partial approval'],
  DECLINED: ['05', 'Declined'],
  DECLINED_DO_NOT_CONTACT: ['04', 'Do not contact'],
  DECLINED_PAYMENT_PLAN: ['93', 'Payment plan declined'],
  EXPIRED_CARD: ['54', 'Expired card'],
  INSUFFICIENT_FUNDS: ['51', 'Insufficient funds'],
  INVALID_CSC: ['N7', 'Security code mismatch'],
  NOT_SUPPORTED: ['57', 'Not supported'],
  REFERRED: ['01', 'Refer to issuer'],
  PENDING: ['09', 'In progress'],
  ACQUIRER_SYSTEM_ERROR: ['96', 'System error'],
}

export function wordsFor(gatewayCode: GatewayCode): { acquirerCode: string; acquirerMessage: string } {
  const [acquirerCode, acquirerMessage] = acquirerWords[gatewayCode] ?? ['99', 'Unspecified failure']
  return { acquirerCode, acquirerMessage }
}

/** American Express codes have a fourth digit, 0, after the same three. */
export function securityCodeCheck(securityCode: string | undefined): { acquirerCode: string; gatewayCode: string } {
  if (securityCode === undefined) return { acquirerCode: 'S', gatewayCode: 'NOT_PRESENT' }
  const byCode: Readonly<Record<string, readonly [string, string]>> = {
    '101': ['P', 'NOT_PROCESSED'],
    '1010': ['P', 'NOT_PROCESSED'],
    '102': ['N', 'NO_MATCH'],
    '1020': ['N', 'NO_MATCH'],
  }
  const [acquirerCode, gatewayCode] = byCode[securityCode] ?? ['M', 'MATCH']
  return { acquirerCode, gatewayCode }
}

const avsByStreet: Readonly<Record<string, readonly [acquirerCode: string, gatewayCode: string]>> = {
  alpha: ['A', 'ADDRESS_MATCH'],
  kilo: ['K', 'NAME_MATCH'],
  lima: ['L', 'NAME_ZIP_MATCH'],
  november: ['N', 'NO_MATCH'],
  oscar: ['O', 'NAME_ADDRESS_MATCH'],
  romeo: ['R', 'SERVICE_NOT_AVAILABLE_RETRY'],
  sierra: ['S', 'SERVICE_NOT_SUPPORTED'],
  uniform: ['U', 'NOT_AVAILABLE'],
  victor: ['I', 'NOT_VERIFIED'],
  zulu: ['Z', 'ZIP_MATCH'],
}

/** The street's phonetic word decides, with or without a house number before it: "1 Zulu St". */
export function addressCheck(address: BillingAddress | undefined): { acquirerCode: string; gatewayCode: string } {
  if (!address) return { acquirerCode: '0', gatewayCode: 'NOT_REQUESTED' }
  const word = /(?:^|\s)([a-z]+) st\b/i.exec(address.street ?? '')?.[1]?.toLowerCase() ?? ''
  const [acquirerCode, gatewayCode] = (Object.hasOwn(avsByStreet, word) && avsByStreet[word]) || [
    'Y',
    'ADDRESS_ZIP_MATCH',
  ]
  return { acquirerCode, gatewayCode }
}
