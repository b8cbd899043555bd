// A payment link: a URL that a merchant sends to a payer, or shows as a QR code. What it asks for, how often it may be paid,
// and whether it can be paid now.

import { largestMinor } from '../../kernel/money.ts'
import type { PaymentLinkState } from '../../kernel/order-status.ts'
import { readTypedAmount } from '../../kernel/typed-amount.ts'

export const paymentLinkOperations = ['PAY', 'AUTHORIZE'] as const
export type PaymentLinkOperation = (typeof paymentLinkOperations)[number]

/** The languages of the payment pages. */
export const paymentLinkLanguages = ['en', 'de', 'fr', 'es', 'ar'] as const
export type PaymentLinkLanguage = (typeof paymentLinkLanguages)[number]

export function isPaymentLinkLanguage(text: string): text is PaymentLinkLanguage {
  return paymentLinkLanguages.some((language) => language === text)
}

/** Set by the merchant, or entered by the payer between optional limits. */
export type PaymentLinkAmount =
  | { readonly kind: 'FIXED'; readonly amountMinor: bigint }
  | { readonly kind: 'OPEN'; readonly minMinor?: bigint | undefined; readonly maxMinor?: bigint | undefined }

export interface PaymentLinkKey {
  readonly merchantId: string
  readonly paymentLinkId: string
}

export interface PaymentLink extends PaymentLinkKey {
  readonly description?: string | undefined
  readonly operation: PaymentLinkOperation
  readonly currency: string
  readonly amount: PaymentLinkAmount
  /** How often it may be paid; undefined: any number of times. */
  readonly usesMax?: number | undefined
  /** How many payments may be attempted on each of its orders. */
  readonly attemptsMax: number
  /** The order that a link for one payment makes; the ids of others begin with it. */
  readonly orderIdBase: string
  /** Undefined: the browser's. */
  readonly language?: PaymentLinkLanguage | undefined
  readonly createdBy: string
  readonly createdAt: Date
  readonly expiresAt?: Date | undefined
  readonly disabledAt?: Date | undefined
  readonly disabledBy?: string | undefined
}

/** Of the text that a user adds to an e-mail with the link. */
export const paymentLinkMessageLengthMax = 500
/** As the reference API has it. */
export const defaultAttemptsMax = 25
const orderIdLengthMax = 40
/** Separates the beginning of an order's id from the rest. */
const joint = '-'
const randomLength = 12
/** The longest beginning of order ids that leaves room for the rest. */
export const orderIdBaseLengthMax = orderIdLengthMax - joint.length - randomLength

/** Checked before the store is queried. */
export function isPaymentLinkId(text: string): boolean {
  return /^[0-9A-Za-z]{26}$/.test(text)
}

/** The state, by how many of its orders are paid. */
export function paymentLinkStateOf(
  paymentLink: Pick<PaymentLink, 'usesMax' | 'expiresAt' | 'disabledAt'>,
  { paid, now }: { readonly paid: number; readonly now: Date },
): PaymentLinkState {
  if (paymentLink.usesMax !== undefined && paid >= paymentLink.usesMax) return 'PAID'
  return endOf(paymentLink, now) ?? 'OPEN'
}

/** Whether the merchant or the time has ended the link, however often it was paid. */
export function endOf(
  { expiresAt, disabledAt }: Pick<PaymentLink, 'expiresAt' | 'disabledAt'>,
  now: Date,
): 'DISABLED' | 'EXPIRED' | undefined {
  if (disabledAt) return 'DISABLED'
  return expiresAt && expiresAt <= now ? 'EXPIRED' : undefined
}

/**
 * The orders that the link may make; undefined where there is no limit. As an order is paid at most once, so is each of
 * these: the ids are the limit, and nothing has to be counted while payers pay.
 */
export function orderIdsOf({
  usesMax,
  orderIdBase,
}: Pick<PaymentLink, 'usesMax' | 'orderIdBase'>): readonly string[] | undefined {
  if (usesMax === undefined) return undefined
  if (usesMax === 1) return [orderIdBase]
  return Array.from({ length: usesMax }, (_, index) => `${orderIdBase}${joint}${index + 1}`)
}

/** The order of one payer, where there is no limit: each payer has another. */
export function orderIdForPayer({ orderIdBase }: Pick<PaymentLink, 'orderIdBase'>, random: string): string {
  return `${orderIdBase}${joint}${random.slice(0, randomLength)}`
}

/** What has happened to an order of a link. */
export interface PaymentLinkOrderUse {
  readonly orderId: string
  /** It has had a successful payment, even if that was voided or refunded afterwards. */
  readonly isPaid: boolean
  /** A payment is under way, or its outcome is not known yet. */
  readonly isLocked: boolean
  readonly attempts: number
  /** How often the authentication of a payer has begun. */
  readonly authentications: number
}

/**
 * What a payer can do with an order of the link.
 *
 * - FREE: pay it.
 * - LOCKED: wait, since another payment is under way.
 * - PAID, EXHAUSTED: nothing more.
 */
export type OrderAvailability = 'FREE' | 'LOCKED' | 'PAID' | 'EXHAUSTED'

/** Payers leave at the bank's challenge and try again; each time costs a request to it. */
const authenticationsPerAttempt = 4

export function availabilityOf(
  use: PaymentLinkOrderUse | undefined,
  { attemptsMax }: Pick<PaymentLink, 'attemptsMax'>,
): OrderAvailability {
  if (!use) return 'FREE'
  if (use.isPaid) return 'PAID'
  if (use.isLocked) return 'LOCKED'
  const isExhausted = use.attempts >= attemptsMax || use.authentications >= authenticationsPerAttempt * attemptsMax
  return isExhausted ? 'EXHAUSTED' : 'FREE'
}

export type OrderChoice =
  | { readonly kind: 'CHOSEN'; readonly orderId: string }
  | { readonly kind: Exclude<OrderAvailability, 'FREE'> }

/** Which order the next payer pays. Payers who come at the same time are spread over the orders that are left. */
export function chooseOrder(
  paymentLink: Pick<PaymentLink, 'usesMax' | 'orderIdBase' | 'attemptsMax'>,
  uses: readonly PaymentLinkOrderUse[],
  draw: (count: number) => number,
): OrderChoice {
  const byId = new Map(uses.map((use) => [use.orderId, use]))
  const candidates = (orderIdsOf(paymentLink) ?? []).map((orderId) => ({
    orderId,
    availability: availabilityOf(byId.get(orderId), paymentLink),
  }))
  const free = candidates.filter(({ availability }) => availability === 'FREE')
  const chosen = free[free.length > 1 ? draw(free.length) : 0]
  if (chosen) return { kind: 'CHOSEN', orderId: chosen.orderId }
  const has = (wanted: OrderAvailability) => candidates.some(({ availability }) => availability === wanted)
  if (has('LOCKED')) return { kind: 'LOCKED' }
  return { kind: has('EXHAUSTED') ? 'EXHAUSTED' : 'PAID' }
}

export type EnteredAmount =
  | { readonly kind: 'AMOUNT'; readonly amountMinor: bigint }
  | { readonly kind: 'MISSING' | 'INVALID' | 'TOO_SMALL' | 'TOO_LARGE' }

/** Reads an amount that a payer has typed, by the rules of the page's language. */
export function readEnteredAmount(
  text: string,
  { amount, currency }: Pick<PaymentLink, 'amount' | 'currency'>,
  locale: string,
): EnteredAmount {
  if (amount.kind === 'FIXED') throw new Error('the amount of this link is not entered by the payer')
  const reading = readTypedAmount(text, { currency, locale })
  if (reading.kind === 'MISSING' || reading.kind === 'TOO_LARGE') return { kind: reading.kind }
  if (reading.kind !== 'AMOUNT') return { kind: 'INVALID' }
  const { amountMinor } = reading
  const { minMinor = 1n, maxMinor = largestMinor(currency) } = amount
  if (amountMinor < minMinor) return { kind: 'TOO_SMALL' }
  return amountMinor > maxMinor ? { kind: 'TOO_LARGE' } : { kind: 'AMOUNT', amountMinor }
}
