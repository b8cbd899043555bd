// Codes of the gateway as users know them: names of card brands, results of checks, types and states. One table, used by
// the console, the payment page's receipt and the commands.

import type { CardBrand, CardScheme } from './instrument.ts'
import type { DisputeState } from './order-status.ts'
import type { TransactionType } from './transaction-type.ts'

/** Card schemes and brands as they write their own names; those without a name of their own are left out. */
export const brandNames: Readonly<
  Record<Exclude<CardBrand | CardScheme, 'LOCAL_BRAND_ONLY' | 'OTHER' | 'UNKNOWN'>, string>
> = {
  AMEX: 'American Express',
  CHINA_UNIONPAY: 'UnionPay',
  DINERS_CLUB: 'Diners Club',
  DISCOVER: 'Discover',
  JCB: 'JCB',
  MAESTRO: 'Maestro',
  MASTERCARD: 'Mastercard',
  RUPAY: 'RuPay',
  UATP: 'UATP',
  VISA: 'Visa',
}

/** Types whose code is not their usual name. */
const typeTexts: Readonly<Partial<Record<TransactionType, string>>> = {
  AUTHENTICATION: 'Payer authentication',
  FUNDING: 'Fee',
}

const disputeTexts: Readonly<Record<DisputeState, string>> = {
  INFORMATION_REQUESTED: 'Information requested',
  PENDING: 'Chargeback pending',
  WON: 'Dispute won',
  LOST: 'Dispute lost',
}

/** Order statuses, those of lists, and kinds of money at risk, whose code is not their usual name. */
const statusTexts: Readonly<Record<string, string>> = {
  CHARGEBACK_PROCESSED: 'Charged back',
  FUNDING: 'Fee',
  IN_REVIEW: 'In review',
  REVERSAL_OWED: 'Waiting for reversal',
  REVERSAL_REFUSED: 'Not reversed',
}

const abbreviations: ReadonlySet<string> = new Set([
  'ACH',
  'API',
  'AVS',
  'BIN',
  'CSC',
  'DNS',
  'IP',
  'PIN',
  'TLS',
  'URL',
])

/** The text of a code in a table; names of other members of objects are no codes. */
export function textIn(texts: Readonly<Record<string, string | undefined>>, code: string): string | undefined {
  return Object.hasOwn(texts, code) ? texts[code] : undefined
}

/** Undefined for a code that is no brand with a name. */
export function brandName(code: string | undefined): string | undefined {
  return code === undefined ? undefined : textIn(brandNames, code)
}

/** PARTIALLY_CAPTURED becomes "Partially captured"; brands and statuses have their usual names. */
export function codeText(code: string): string {
  const words = wordsInSentence(code)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** PARTIALLY_CAPTURED becomes "partially captured"; names and abbreviations keep their capitals. */
export function wordsInSentence(code: string): string {
  const name = brandName(code)
  if (name !== undefined) return name
  const status = textIn(statusTexts, code)
  if (status !== undefined) return status.charAt(0).toLowerCase() + status.slice(1)
  return code
    .split('_')
    .map((word) => (abbreviations.has(word) ? word : word.toLowerCase()))
    .join(' ')
}

export function typeText(type: string): string {
  return textIn(typeTexts, type) ?? codeText(type)
}

export function disputeText(state: DisputeState): string {
  return disputeTexts[state]
}
