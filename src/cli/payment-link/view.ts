// How commands show payment links.

import { displayMoney, formatMoney } from '../../kernel/money.ts'
import {
  type ListedPaymentLink,
  type PaymentLink,
  type PaymentLinkOrder,
  paymentLinkPath,
} from '../../payment-links/index.ts'
import { shownStatusOf } from '../../payments/index.ts'
import type { Config } from '../../platform/config/config.ts'
import { type CommandResult, commandRefused } from '../result.ts'
import { pairs, table } from '../table.ts'

/** As payers reach the gateway: a command has no listener of its own. */
export function paymentLinkUrlBy(
  paymentLinkId: string,
  { publicUrl, httpsPort }: Pick<Config, 'publicUrl' | 'httpsPort'>,
): string {
  const base = publicUrl ?? `https://localhost:${httpsPort}`
  return `${base.replace(/\/+$/, '')}${paymentLinkPath(paymentLinkId)}`
}

/** What --json prints. */
export function paymentLinkData(paymentLink: ListedPaymentLink, url: string) {
  const { amount, currency } = paymentLink
  const text = (amountMinor: bigint | undefined) =>
    amountMinor === undefined ? null : formatMoney({ amountMinor, currency })
  const { minMinor, maxMinor } = amount.kind === 'OPEN' ? amount : {}
  return {
    paymentLinkId: paymentLink.paymentLinkId,
    url,
    state: paymentLink.state,
    description: paymentLink.description ?? null,
    operation: paymentLink.operation,
    currency,
    amount: amount.kind === 'FIXED' ? text(amount.amountMinor) : null,
    minimum: text(minMinor),
    maximum: text(maxMinor),
    uses: paymentLink.usesMax ?? null,
    paid: paymentLink.paid,
    orderId: paymentLink.orderIdBase,
    language: paymentLink.language ?? null,
    createdBy: paymentLink.createdBy,
    createdAt: paymentLink.createdAt.toISOString(),
    expiresAt: paymentLink.expiresAt?.toISOString() ?? null,
    disabledAt: paymentLink.disabledAt?.toISOString() ?? null,
    disabledBy: paymentLink.disabledBy ?? null,
  }
}

export function paymentLinkOrderData({
  orderId,
  begunAt,
  isPaid,
  paidAt,
  amountMinor,
  currency,
  ...state
}: PaymentLinkOrder) {
  return {
    orderId,
    begunAt: begunAt.toISOString(),
    isPaid,
    paidAt: paidAt?.toISOString(),
    amount: formatMoney({ amountMinor, currency }),
    currency,
    status: state.status ?? null,
    isInReview: state.isInReview,
    openReversal: state.openReversal ?? null,
  }
}

export function amountText({ amount, currency }: Pick<PaymentLink, 'amount' | 'currency'>): string {
  const text = (amountMinor: bigint) => displayMoney({ amountMinor, currency })
  if (amount.kind === 'FIXED') return `${text(amount.amountMinor)} ${currency}`
  const { minMinor, maxMinor } = amount
  const from = minMinor === undefined ? '' : ` from ${text(minMinor)}`
  const to = maxMinor === undefined ? '' : ` up to ${text(maxMinor)}`
  return `open${from}${to} ${currency}`
}

export function paymentLinksText(paymentLinks: readonly ListedPaymentLink[]): string {
  return table(
    ['Link', 'State', 'Amount', 'Paid', 'Expires', 'Description'],
    paymentLinks.map((paymentLink) => [
      paymentLink.paymentLinkId,
      paymentLink.state,
      amountText(paymentLink),
      paymentLink.usesMax === undefined ? String(paymentLink.paid) : `${paymentLink.paid} of ${paymentLink.usesMax}`,
      paymentLink.expiresAt?.toISOString() ?? 'never',
      paymentLink.description ?? '',
    ]),
  )
}

export function paymentLinkText(
  paymentLink: ListedPaymentLink,
  url: string,
  orders: readonly PaymentLinkOrder[],
): string {
  const { disabledAt, disabledBy } = paymentLink
  const disabled = disabledAt && (['Disabled', `${disabledAt.toISOString()} by ${disabledBy}`] as const)
  const facts = pairs([
    ['URL', url],
    ['State', paymentLink.state],
    ['Amount', amountText(paymentLink)],
    ['Operation', paymentLink.operation],
    [
      'Payments',
      paymentLink.usesMax === undefined ? `${paymentLink.paid}` : `${paymentLink.paid} of ${paymentLink.usesMax}`,
    ],
    ['Order', paymentLink.usesMax === 1 ? paymentLink.orderIdBase : `${paymentLink.orderIdBase}-…`],
    ...(paymentLink.description === undefined ? [] : [['Description', paymentLink.description] as const]),
    ['Created', `${paymentLink.createdAt.toISOString()} by ${paymentLink.createdBy}`],
    ['Expires', paymentLink.expiresAt?.toISOString() ?? 'never'],
    ...(disabled ? [disabled] : []),
  ])
  if (orders.length === 0) return facts
  const list = table(
    ['Order', 'Status', 'Amount', 'Begun'],
    orders.map((order) => [
      order.orderId,
      shownStatusOf({ ...order, status: order.status }) ?? 'open',
      `${displayMoney(order)} ${order.currency}`,
      order.begunAt.toISOString(),
    ]),
  )
  return `${facts}\n\n${list}`
}

export function unknownPaymentLink(paymentLinkId: string): CommandResult {
  return commandRefused(`Payment link ${paymentLinkId} does not exist.`)
}
