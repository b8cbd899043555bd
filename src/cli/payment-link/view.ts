// How commands show payment links.

import { displayMoney, formatMoney } from '../../kernel/money.ts'
import { paymentLinkPath } from '../../payment-links/operations/create-payment-link.ts'
import type { ListedPaymentLink, PaymentLinkOrder } from '../../payment-links/ports/payment-link-store.ts'
import type { PaymentLink } from '../../payment-links/rules/payment-link.ts'
import { shownStatusOf } from '../../payments/rules/shown-status.ts'
import type { Config } from '../../platform/config/config.ts'
import { type CommandResult, commandRefused } from '../result.ts'
import { pairs, table } from '../table.ts'

/** As payers reach the gateway: a command has no listener of its own. */
export function paymentLinkUrlBy(
  linkId: string,
  { publicUrl, httpsPort }: Pick<Config, 'publicUrl' | 'httpsPort'>,
): string {
  const base = publicUrl ?? `https://localhost:${httpsPort}`
  return `${base.replace(/\/+$/, '')}${paymentLinkPath(linkId)}`
}

/** What --json prints. */
export function paymentLinkData(link: ListedPaymentLink, url: string) {
  const { amount, currency } = link
  const text = (amountMinor: bigint | undefined) =>
    amountMinor === undefined ? null : formatMoney({ amountMinor, currency })
  const { minMinor, maxMinor } = amount.kind === 'OPEN' ? amount : {}
  return {
    linkId: link.linkId,
    url,
    state: link.state,
    description: link.description ?? null,
    operation: link.operation,
    currency,
    amount: amount.kind === 'FIXED' ? text(amount.amountMinor) : null,
    minimum: text(minMinor),
    maximum: text(maxMinor),
    uses: link.usesMax ?? null,
    paid: link.paid,
    orderId: link.orderIdBase,
    language: link.language ?? null,
    createdBy: link.createdBy,
    createdAt: link.createdAt.toISOString(),
    expiresAt: link.expiresAt?.toISOString() ?? null,
    disabledAt: link.disabledAt?.toISOString() ?? null,
    disabledBy: link.disabledBy ?? null,
  }
}

export function linkOrderData({ orderId, begunAt, isPaid, paidAt, amountMinor, currency, ...state }: PaymentLinkOrder) {
  return {
    orderId,
    begunAt: begunAt.toISOString(),
    isPaid,
    ...(paidAt && { paidAt: paidAt.toISOString() }),
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

export function paymentLinksText(links: readonly ListedPaymentLink[]): string {
  return table(
    ['Link', 'State', 'Amount', 'Paid', 'Expires', 'Description'],
    links.map((link) => [
      link.linkId,
      link.state,
      amountText(link),
      link.usesMax === undefined ? String(link.paid) : `${link.paid} of ${link.usesMax}`,
      link.expiresAt?.toISOString() ?? 'never',
      link.description ?? '',
    ]),
  )
}

export function paymentLinkText(link: ListedPaymentLink, url: string, orders: readonly PaymentLinkOrder[]): string {
  const { disabledAt, disabledBy } = link
  const disabled = disabledAt && (['Disabled', `${disabledAt.toISOString()} by ${disabledBy}`] as const)
  const facts = pairs([
    ['URL', url],
    ['State', link.state],
    ['Amount', amountText(link)],
    ['Operation', link.operation],
    ['Payments', link.usesMax === undefined ? `${link.paid}` : `${link.paid} of ${link.usesMax}`],
    ['Order', link.usesMax === 1 ? link.orderIdBase : `${link.orderIdBase}-…`],
    ...(link.description === undefined ? [] : [['Description', link.description] as const]),
    ['Created', `${link.createdAt.toISOString()} by ${link.createdBy}`],
    ['Expires', link.expiresAt?.toISOString() ?? 'never'],
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

export function unknownPaymentLink(linkId: string): CommandResult {
  return commandRefused(`Payment link ${linkId} does not exist.`)
}
