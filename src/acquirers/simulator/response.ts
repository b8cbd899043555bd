// Builds the acquirer's response from a decision, with all members that a merchant may find in it.

import type { CardInstrument } from '../../kernel/instrument.ts'
import { formatMoney } from '../../kernel/money.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type {
  AcquirerRequest,
  AcquirerResponse,
  CardholderVerification,
  PurchaseDetails,
} from '../../payments/index.ts'
import type { InterimResponse, SimulatedDecision } from './decide.ts'
import { acquirerTextFor, addressCheck, securityCodeCheck } from './outcomes.ts'

/** Six digits by which both sides identify a message; they wrap around after a million. */
type Stan = string

export function responseFor(
  question: AcquirerRequest,
  decision: SimulatedDecision,
  { stan, now }: { readonly stan: Stan; readonly now: Date },
): AcquirerResponse {
  const { gatewayCode, acquirerCode, acquirerMessage, isApproved, approvedMinor, advice, why } = decision
  const instant = now.toISOString()
  const day = instant.slice(0, 10)
  return {
    gatewayCode,
    acquirerCode,
    acquirerMessage,
    ...(isApproved && { authorizationCode: stan, ...omitUndefined({ approvedMinor }) }),
    stan,
    receipt: receiptNumber(now, stan),
    // A verification is never settled; the number only shows the day.
    ...(question.kind === 'VERIFY' && { batch: batchOfDay(now) }),
    transactionId: `${question.acquirerMerchantId}-${stan}`,
    terminal: '0001',
    date: day.slice(5).replace('-', ''),
    time: instant.slice(11, 19).replaceAll(':', ''),
    timeZone: '+0000',
    settlementDate: day,
    ...checksOfCard(question),
    ...authorizationResponse(question, decision, { stan, now }),
    ...(advice && { recurringPaymentAdvice: advice }),
    ...omitUndefined({ giftCardBalanceMinor: decision.giftCardBalanceMinor }),
    ...paymentPlan(question, decision),
    debugInformation: `Simulated acquirer: ${gatewayCode}, decided by ${why}.`,
  }
}

/** The first response, before the decision is reported. */
export function interimResponse(word: Exclude<InterimResponse, 'SILENCE'>): AcquirerResponse {
  return { gatewayCode: word, ...(word !== 'UNKNOWN' && acquirerTextFor(word)) }
}

/** The first one of a day: 2026111501. The next ones count on, so that each names the day on which it was opened. */
export function batchOfDay(now: Date): number {
  return Number(`${now.toISOString().slice(0, 10).replaceAll('-', '')}01`)
}

/** Twelve digits: the year's last digit, day of the year, hour, trace number. */
function receiptNumber(now: Date, stan: Stan): string {
  const startOfYear = Date.UTC(now.getUTCFullYear(), 0, 1)
  const day = Math.floor((now.getTime() - startOfYear) / 86_400_000) + 1
  const hour = String(now.getUTCHours()).padStart(2, '0')
  return `${now.getUTCFullYear() % 10}${String(day).padStart(3, '0')}${hour}${stan}`
}

function checksOfCard(
  question: AcquirerRequest,
): Pick<AcquirerResponse, 'cardSecurityCode' | 'cardholderVerification'> {
  const { kind, details } = question
  if (kind !== 'VERIFY' && kind !== 'AUTHORIZE' && kind !== 'PAY') return {}
  const { instrument } = question
  if (instrument.kind !== 'CARD') return {}
  return {
    cardSecurityCode: securityCodeCheck(instrument),
    cardholderVerification: cardholderVerification(instrument, details),
  }
}

function authorizationResponse(
  question: AcquirerRequest,
  { isApproved, acquirerCode }: SimulatedDecision,
  { stan, now }: { readonly stan: Stan; readonly now: Date },
): Pick<AcquirerResponse, 'authorizationResponse'> {
  if (question.kind !== 'AUTHORIZE' && question.kind !== 'PAY') return {}
  if (question.instrument.kind !== 'CARD') return {}
  const instant = now.toISOString()
  return {
    authorizationResponse: {
      ...(isApproved && { autoExpiry: aMonthLater(now).toISOString() }),
      cardSecurityCodeError: securityCodeCheck(question.instrument).acquirerCode,
      commercialCard: 'NOT_A_COMMERCIAL_CARD',
      commercialCardIndicator: 'CONSUMER_CARD',
      date: instant.slice(5, 10).replace('-', ''),
      financialNetworkCode: '777',
      posData: '1025100006600',
      posEntryMode: '812',
      processingCode: '003000',
      responseCode: acquirerCode,
      stan,
      time: instant.slice(11, 19).replaceAll(':', ''),
      // The letter prevents the digits from being taken for an account number.
      transactionIdentifier: `${instant.slice(2, 10).replaceAll('-', '')}S${stan}`,
      ...(isApproved && { validationCode: validationCodeOf(stan) }),
    },
  }
}

/** The same day of the next month, or that month's last one. */
function aMonthLater(now: Date): Date {
  const later = new Date(now)
  later.setUTCMonth(later.getUTCMonth() + 1)
  if (later.getUTCDate() !== now.getUTCDate()) later.setUTCDate(0)
  return later
}

/** Four characters that a capture has to repeat. */
function validationCodeOf(stan: Stan): string {
  return ((Number(stan) * 7919) % 36 ** 4).toString(36).toUpperCase().padStart(4, '0')
}

const interestPercent = 5n

/** A plan whose name starts with INTEREST costs interest; the others share the amount out as it is. */
function paymentPlan(
  question: AcquirerRequest,
  { isApproved }: SimulatedDecision,
): Pick<AcquirerResponse, 'paymentPlan'> {
  const { kind, details, currency } = question
  if ((kind !== 'AUTHORIZE' && kind !== 'PAY') || !isApproved || !details.paymentPlan) return {}
  const { planId, numberOfPayments, numberOfDeferrals } = details.paymentPlan
  const chosen = {
    ...omitUndefined({ planId, numberOfPayments, numberOfDeferrals }),
  }
  if (!planId?.startsWith('INTEREST')) return { paymentPlan: chosen }
  const finalMinor = question.amountMinor + (question.amountMinor * interestPercent + 50n) / 100n
  const payments = BigInt(numberOfPayments ?? 1)
  // Rounded up: the last payment may be smaller, never larger.
  const paymentMinor = (finalMinor + payments - 1n) / payments
  return {
    paymentPlan: {
      ...chosen,
      finalAmount: formatMoney({ amountMinor: finalMinor, currency }),
      interestRate: String(interestPercent),
      paymentAmount: formatMoney({ amountMinor: paymentMinor, currency }),
    },
  }
}

type Detail = 'BILLING_PHONE' | 'BILLING_POSTCODE_ZIP' | 'BILLING_STREET_ADDRESS' | 'CARDHOLDER_NAME' | 'CUSTOMER_EMAIL'

const name = 'CARDHOLDER_NAME'
const street = 'BILLING_STREET_ADDRESS'
const zip = 'BILLING_POSTCODE_ZIP'

/** Which details are wrong according to an address result. */
const wrongDetails: Readonly<Record<string, readonly Detail[]>> = {
  ADDRESS_MATCH: [zip],
  NAME_ADDRESS_MATCH: [zip],
  NAME_MATCH: [street, zip],
  NAME_ZIP_MATCH: [street],
  NO_MATCH: [street, zip, name],
  ZIP_MATCH: [street],
}

/** Results without information about any detail. */
const uncheckedBecause: Readonly<Record<string, string>> = {
  NOT_AVAILABLE: 'NOT_CHECKED',
  NOT_VERIFIED: 'NOT_CHECKED',
  SERVICE_NOT_AVAILABLE_RETRY: 'SERVICE_NOT_AVAILABLE_RETRY',
  SERVICE_NOT_SUPPORTED: 'SERVICE_NOT_SUPPORTED',
}

/** The issuer's results for the payer's details one by one, consistent with its result for the address as a whole. */
export function cardholderVerification(
  { nameOnCard }: CardInstrument,
  { billing, customer }: PurchaseDetails,
): CardholderVerification {
  const avs = addressCheck(billing?.address)
  const given: Readonly<Record<Detail, string | undefined>> = {
    BILLING_PHONE: billing?.phone ?? customer?.phone,
    BILLING_POSTCODE_ZIP: billing?.address?.postcodeZip,
    BILLING_STREET_ADDRESS: billing?.address?.street,
    CARDHOLDER_NAME: nameOnCard,
    CUSTOMER_EMAIL: customer?.email,
  }
  const wrong = wrongDetails[avs.gatewayCode] ?? []
  const unchecked = uncheckedBecause[avs.gatewayCode]
  return {
    avs,
    detailedVerification: (Object.keys(given) as Detail[]).map((type) => {
      if (given[type] === undefined) return { type, gatewayCode: 'NOT_PROVIDED' }
      return { type, gatewayCode: unchecked ?? (wrong.includes(type) ? 'NOT_MATCHED' : 'MATCHED') }
    }),
  }
}
