// Payment links as the services return them, and how they are described.
import type { PaymentLinkState } from '../../../../../src/domain/payment-links/payment-link.ts'
import type {
  PaymentLinkBody,
  PaymentLinkOrderBody,
} from '../../../../../src/http/console/response-bodies/payment-links.ts'
import { path } from '../../api/client.ts'
import type { Jsonified } from '../../api/json.ts'
import { amountText, moneyText } from '../../format/money.ts'
import type { Tone } from '../../format/status.ts'

export type PaymentLinkView = Jsonified<PaymentLinkBody>
export type PaymentLinkOrderView = Jsonified<PaymentLinkOrderBody>

/** Of the services and, since addresses mirror them, of the pages. */
export const paymentLinksPath = (merchantId: string) => path`/merchants/${merchantId}/payment-links`
export const paymentLinkPath = (merchantId: string, linkId: string) =>
  path`/merchants/${merchantId}/payment-links/${linkId}`

/** A link that is over is nothing to worry about. */
export const stateTones: Readonly<Record<PaymentLinkState, Tone>> = {
  OPEN: 'info',
  PAID: 'good',
  EXPIRED: 'quiet',
  DISABLED: 'quiet',
}

export const languageNames = {
  en: 'English',
  de: 'German',
  fr: 'French',
  es: 'Spanish',
  ar: 'Arabic',
} as const satisfies Readonly<Record<NonNullable<PaymentLinkBody['language']>, string>>

/** "120.00 EUR", or what the payer may enter. */
export function askedAmountText({ amount, amountMin, amountMax, currency }: PaymentLinkView): string {
  if (amount !== undefined) return moneyText(amount, currency)
  if (amountMin !== undefined && amountMax !== undefined)
    return `${amountText(amountMin, currency)} to ${moneyText(amountMax, currency)}`
  if (amountMin !== undefined) return `${moneyText(amountMin, currency)} or more`
  return amountMax === undefined ? `Any amount in ${currency}` : `Up to ${moneyText(amountMax, currency)}`
}

/** "1 of 3", or how many of any number. */
export function paymentsText({ paid, usesMax }: PaymentLinkView): string {
  return usesMax === undefined ? String(paid) : `${paid} of ${usesMax}`
}
