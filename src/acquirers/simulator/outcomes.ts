// How the simulated acquirer decides: by the card's expiry date, its security code and the street of the billing address.
// Published test data keeps its meaning; every other expiry date is approved.
import { type GatewayCode, gatewayCodes } from '../../kernel/gateway-code.ts'
import type { CardInstrument, Instrument } from '../../kernel/instrument.ts'

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
  '1/38': 'DECLINED_AVS',
  '2/38': 'DECLINED_CSC',
  '3/38': 'DECLINED_AVS_CSC',
  '4/38': 'DUPLICATE_BATCH',
  '5/38': 'DEFERRED_TRANSACTION_RECEIVED',
  '6/38': 'SYSTEM_ERROR',
  '8/38': 'DECLINED_INVALID_PIN',
  '9/38': 'DECLINED_PIN_REQUIRED',
  '10/38': 'AUTHENTICATION_FAILED',
  '11/38': 'NOT_ENROLLED_3D_SECURE',
  '12/38': 'EXCEEDED_RETRY_LIMIT',
  '4/27': 'EXPIRED_CARD',
  '1/28': 'UNSPECIFIED_FAILURE',
  '8/28': 'TIMED_OUT',
  '1/37': 'ACQUIRER_SYSTEM_ERROR',
  '2/37': 'UNSPECIFIED_FAILURE',
  '5/37': 'UNKNOWN',
}

/** Advice of the schemes: 02 is try again later, 03 is do not try again, 21 is that the payer has stopped the series. */
const tryLater = '02'

/** Outcomes that only a recurring payment has; any other with such a card is declined. */
const recurringStops: Readonly<Record<string, { readonly gatewayCode: GatewayCode; readonly advice: string }>> = {
  '7/38': { gatewayCode: 'INSUFFICIENT_FUNDS', advice: '03' },
  '3/37': { gatewayCode: 'DECLINED', advice: '21' },
}

const alwaysDeclined: ReadonlySet<string> = new Set(['5019994000124034'])

/** An outcome, its reason, and the advice that comes with a failed recurring payment. */
export interface SimulatedOutcome {
  readonly gatewayCode: GatewayCode
  readonly why: string
  readonly advice?: string
}

export function outcomeOfCard({ number, expiry }: CardInstrument, isRecurring: boolean): SimulatedOutcome {
  if (alwaysDeclined.has(number.open())) return advised('DECLINED', 'the card number', isRecurring)
  const printed = expiry ? `${Number(expiry.month)}/${expiry.year.slice(-2)}` : ''
  const why = 'the expiry date'
  const stop = recurringStops[printed]
  if (!stop) return advised(outcomeByExpiry[printed] ?? 'APPROVED', why, isRecurring)
  return isRecurring ? { ...stop, why } : { gatewayCode: 'DECLINED', why }
}

/** Money from a bank account is never available at once; a verification moves none. */
export function outcomeOfBankAccount(
  { number }: Pick<Instrument, 'number'>,
  { isVerification, isRecurring }: { readonly isVerification: boolean; readonly isRecurring: boolean },
): SimulatedOutcome {
  const outcomes: Readonly<Record<string, GatewayCode>> = { '0005': 'DECLINED', '0051': 'INSUFFICIENT_FUNDS' }
  const approved = isVerification ? 'APPROVED' : 'APPROVED_PENDING_SETTLEMENT'
  const gatewayCode = outcomes[number.open().slice(-4)] ?? approved
  return advised(gatewayCode, 'the account number', isRecurring)
}

function advised(gatewayCode: GatewayCode, why: string, isRecurring: boolean): SimulatedOutcome {
  const isFailed = gatewayCodes[gatewayCode].result === 'FAILURE' && gatewayCode !== 'TIMED_OUT'
  return { gatewayCode, why, ...(isRecurring && isFailed && { advice: tryLater }) }
}

/** The acquirer's own code and text for an outcome. */
const acquirerWords: Partial<Readonly<Record<GatewayCode, readonly [code: string, message: string]>>> = {
  APPROVED: ['00', 'Approved'],
  APPROVED_PENDING_SETTLEMENT: ['08', 'Approved, pending settlement'],
  AUTHENTICATION_FAILED: ['1A', 'Payer authentication failed'],
  ACQUIRER_SYSTEM_ERROR: ['96', 'System error'],
  BALANCE_AVAILABLE: ['00', 'Balance available'],
  BALANCE_UNKNOWN: ['91', 'Balance not available'],
  DECLINED: ['05', 'Declined'],
  DECLINED_AVS: ['N1', 'Address mismatch'],
  DECLINED_AVS_CSC: ['N2', 'Address and security code mismatch'],
  DECLINED_CSC: ['N3', 'Declined for the security code'],
  DECLINED_DO_NOT_CONTACT: ['04', 'Do not contact'],
  DECLINED_INVALID_PIN: ['55', 'Incorrect PIN'],
  DECLINED_PAYMENT_PLAN: ['93', 'Payment plan declined'],
  DECLINED_PIN_REQUIRED: ['86', 'PIN required'],
  DEFERRED_TRANSACTION_RECEIVED: ['09', 'Received, decided later'],
  DUPLICATE_BATCH: ['94', 'Duplicate batch'],
  EXCEEDED_RETRY_LIMIT: ['75', 'Retry limit exceeded'],
  EXPIRED_CARD: ['54', 'Expired card'],
  INSUFFICIENT_FUNDS: ['51', 'Insufficient funds'],
  INVALID_CSC: ['N7', 'Security code mismatch'],
  NOT_ENROLLED_3D_SECURE: ['1B', 'Not enrolled for payer authentication'],
  NOT_SUPPORTED: ['57', 'Not supported'],
  NO_BALANCE: ['51', 'No balance'],
  PARTIALLY_APPROVED: ['10', 'Partial approval'],
  PENDING: ['09', 'In progress'],
  REFERRED: ['01', 'Refer to issuer'],
  SYSTEM_ERROR: ['96', 'System error'],
}

export function acquirerTextFor(gatewayCode: GatewayCode): { acquirerCode: string; acquirerMessage: string } {
  const [acquirerCode, acquirerMessage] = acquirerWords[gatewayCode] ?? ['99', 'Unspecified failure']
  return { acquirerCode, acquirerMessage }
}

interface Check {
  readonly acquirerCode: string
  readonly gatewayCode: string
}

/** American Express codes have a fourth digit, 0, after the same three. */
export function securityCodeCheck({ securityCode }: CardInstrument): Check {
  if (securityCode === undefined) return { acquirerCode: 'S', gatewayCode: 'NOT_PRESENT' }
  const byCode: Readonly<Record<string, readonly [string, string]>> = {
    '101': ['P', 'NOT_PROCESSED'],
    '1010': ['P', 'NOT_PROCESSED'],
    '102': ['N', 'NO_MATCH'],
    '1020': ['N', 'NO_MATCH'],
    '103': ['U', 'NOT_SUPPORTED'],
    '1030': ['U', 'NOT_SUPPORTED'],
  }
  const [acquirerCode, gatewayCode] = byCode[securityCode.open()] ?? ['M', 'MATCH']
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
export function addressCheck(address: { readonly street?: string } | undefined): Check {
  if (!address) return { acquirerCode: '0', gatewayCode: 'NOT_REQUESTED' }
  const word = /(?:^|\s)([a-z]+) st\b/i.exec(address.street ?? '')?.[1]?.toLowerCase() ?? ''
  const [acquirerCode, gatewayCode] = (Object.hasOwn(avsByStreet, word) && avsByStreet[word]) || [
    'Y',
    'ADDRESS_ZIP_MATCH',
  ]
  return { acquirerCode, gatewayCode }
}
