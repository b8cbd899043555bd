// A payer opens a payment link: whether it can be paid now, and a session for this payer. The URL is all that a payer has,
// therefore nothing in a request but an open amount has any effect.

import { formatMoney } from '../../kernel/money.ts'
import type { Values } from '../../kernel/values.ts'
import type { Merchant } from '../../merchants/rules/merchant.ts'
import { openSession } from '../../sessions/operations/open-session.ts'
import type { PageSessionSecrets } from '../../sessions/rules/page-session-secrets.ts'
import { defaultAuthenticationLimit, linkSessionEnd } from '../../sessions/rules/session.ts'
import type { PaymentLinkDependencies } from '../dependencies.ts'
import type { StoredPaymentLink } from '../ports/payment-link-store.ts'
import {
  availabilityOf,
  chooseOrder,
  endOf,
  isPaymentLinkId,
  type OrderAvailability,
  orderIdForPayer,
  orderIdsOf,
  type PaymentLink,
  type PaymentLinkKey,
  paymentLinkStateOf,
} from '../rules/payment-link.ts'
import { type LinkSession, openLinkValues } from './link-session.ts'

/** Why a link cannot be paid now. */
export type LinkClosure = 'DISABLED' | 'EXPIRED' | Exclude<OrderAvailability, 'FREE'>

export interface OpenedPaymentLink {
  readonly link: StoredPaymentLink
  readonly merchant: Merchant
  readonly session: LinkSession
}

/** Undefined for an unknown link, and for one of a merchant that takes no payments: a payer cannot tell which. */
export async function findPaymentLink(
  linkId: string,
  ports: Pick<PaymentLinkDependencies, 'paymentLinks' | 'store' | 'vault'>,
): Promise<OpenedPaymentLink | undefined> {
  const link = isPaymentLinkId(linkId) ? await ports.paymentLinks.findAnywhere(linkId) : undefined
  const access = link && (await ports.store.findMerchant(link.merchantId))
  if (!link || !access?.merchant.profile.isEnabled) return undefined
  return { link, merchant: access.merchant, session: await openLinkValues(link, ports) }
}

/** Why nothing can be paid through the link; undefined where a payer can pay. */
export async function closureOf(
  link: PaymentLink,
  ports: Pick<PaymentLinkDependencies, 'paymentLinks' | 'clock' | 'identifiers'>,
): Promise<LinkClosure | undefined> {
  const chosen = await chooseOrderOf(link, ports)
  return 'closure' in chosen ? chosen.closure : undefined
}

/** A session for one payer, on an order that is free. The payer has entered the amount, unless it is fixed. */
export async function openLinkSession(
  { link, merchant, session }: OpenedPaymentLink,
  amountMinor: bigint | undefined,
  ports: Pick<PaymentLinkDependencies, 'paymentLinks' | 'sessions' | 'vault' | 'identifiers' | 'clock'>,
): Promise<{ readonly sessionId: string } | { readonly closure: LinkClosure }> {
  if ((amountMinor === undefined) !== (link.amount.kind === 'FIXED')) throw new Error('the amount has another author')
  const chosen = await chooseOrderOf(link, ports)
  if ('closure' in chosen) return chosen
  const createdAt = ports.clock.expiryTime()
  const enteredAmount =
    amountMinor === undefined ? {} : { amount: formatMoney({ amountMinor, currency: link.currency }) }
  const secrets: PageSessionSecrets = {
    successIndicator: session.successIndicator ?? ports.identifiers.successIndicator(),
    paysInVersion: session.paysInVersion,
    paymentLinkId: link.linkId,
    isOpenedByPayer: true,
  }
  const { id } = await openSession(
    {
      kind: 'CHECKOUT',
      updateStatus: 'SUCCESS',
      authenticationLimit: defaultAuthenticationLimit,
      createdAt,
      expiresAt: linkSessionEnd({ createdAt, linkEnd: link.expiresAt, timeoutSeconds: timeoutOf(session.values) }),
      values: withOrder(session.values, chosen.orderId, enteredAmount),
      pageSecrets: secrets,
    },
    { merchant, version: session.createdInVersion },
    ports,
  )
  return { sessionId: id }
}

function withOrder(values: Values, id: string, entered: { readonly amount?: string }): Values {
  return { ...values, order: { ...(values['order'] as Values), id, ...entered } }
}

function timeoutOf({ interaction }: Values): number | undefined {
  return (interaction as { readonly timeout?: number } | undefined)?.timeout
}

type OrderOfPayer = { readonly orderId: string } | { readonly closure: LinkClosure }

async function chooseOrderOf(
  link: PaymentLink,
  { paymentLinks, clock, identifiers }: Pick<PaymentLinkDependencies, 'paymentLinks' | 'clock' | 'identifiers'>,
): Promise<OrderOfPayer> {
  const now = clock.expiryTime()
  const orderIds = orderIdsOf(link)
  const uses = orderIds ? await paymentLinks.findOrderUses(link.merchantId, orderIds) : []
  const state = paymentLinkStateOf(link, { paid: uses.filter(({ isPaid }) => isPaid).length, now })
  if (state !== 'OPEN') return { closure: state }
  if (!orderIds) return { orderId: orderIdForPayer(link, identifiers.returnToken()) }
  const chosen = chooseOrder(link, uses, (count) => Number(identifiers.digits(9)) % count)
  return chosen.kind === 'CHOSEN' ? chosen : { closure: chosen.kind }
}

/** The link of a session's page. */
export interface PageLink extends PaymentLinkKey {
  /** Other payers may have sessions for the same order. */
  readonly isOrderShared: boolean
  /** Each payer of the link has an order, or one of several. */
  readonly isForMany: boolean
  /** Why a payment cannot begin now. */
  readonly closure?: LinkClosure
}

/** Read for every request about a page of a link: the link may have been disabled, or paid by another payer. */
export async function findPageLink(
  key: PaymentLinkKey,
  orderId: string,
  { paymentLinks, clock }: Pick<PaymentLinkDependencies, 'paymentLinks' | 'clock'>,
): Promise<PageLink | undefined> {
  const [link, [use]] = await Promise.all([
    paymentLinks.find(key),
    paymentLinks.findOrderUses(key.merchantId, [orderId]),
  ])
  if (!link) return undefined
  const availability = availabilityOf(use, link)
  const closure = availability === 'FREE' ? endOf(link, clock.expiryTime()) : availability
  return {
    ...key,
    isOrderShared: link.usesMax !== undefined,
    isForMany: link.usesMax !== 1,
    ...(closure && { closure }),
  }
}
