// Payment links as the services return them, and how they are described.

import type {
  PaymentLinkBody,
  PaymentLinkEmailsBody,
  PaymentLinkOrderBody,
} from '../../../../../src/console/response-bodies/payment-links.ts'
import type { PaymentLinkState } from '../../../../../src/kernel/order-status.ts'
import type { Jsonified } from '../../api/json.ts'
import { amountText, moneyText } from '../../format/money.ts'
import type { Tone } from '../../format/status.ts'
import { formatLocale, t } from '../../language/text.ts'

export type PaymentLinkView = Jsonified<PaymentLinkBody>
export type PaymentLinkOrderView = Jsonified<PaymentLinkOrderBody>
export type PaymentLinkEmailView = Jsonified<PaymentLinkEmailsBody>['rows'][number]

export const emailStates: Readonly<
  Record<PaymentLinkEmailView['state'], { readonly text: string; readonly tone: Tone }>
> = {
  PENDING: { text: t('Being sent'), tone: 'waiting' },
  SENT: { text: t('Sent||e-mail'), tone: 'good' },
  FAILED: { text: t('Could not be sent'), tone: 'bad' },
  NO_ADDRESS: { text: t('Not sent'), tone: 'quiet' },
}

/** A link that is over is nothing to worry about. */
export const stateTones: Readonly<Record<PaymentLinkState, Tone>> = {
  OPEN: 'info',
  PAID: 'good',
  EXPIRED: 'quiet',
  DISABLED: 'quiet',
}

export const languageNames: Readonly<Record<NonNullable<PaymentLinkBody['language']>, string>> = {
  en: t('English'),
  de: t('German'),
  fr: t('French'),
  es: t('Spanish'),
  ar: t('Arabic'),
}

/** "120.00 EUR", or what the payer may enter. */
export function askedAmountText({ amount, amountMin, amountMax, currency }: PaymentLinkView): string {
  if (amount !== undefined) return moneyText(amount, currency)
  if (amountMin !== undefined && amountMax !== undefined)
    return t('{least} to {most}', { least: amountText(amountMin, currency), most: moneyText(amountMax, currency) })
  if (amountMin !== undefined) return t('{amount} or more', { amount: moneyText(amountMin, currency) })
  return amountMax === undefined
    ? t('Any amount in {currency}', { currency })
    : t('Up to {amount}', { amount: moneyText(amountMax, currency) })
}

/** "1 of 3", or how many of any number. */
export function paymentsText({ paid, usesMax }: PaymentLinkView): string {
  return usesMax === undefined ? paid.toLocaleString(formatLocale()) : t('{paid} of {most}', { paid, most: usesMax })
}
