// A payer opens a payment link: whether it can be paid now, and a session for this payer. The URL is all that a payer has,
// therefore nothing in a request but an open amount has any effect.

import { formatMoney } from '../../kernel/money.ts'
import type { Values } from '../../kernel/values.ts'
import type { Merchant } from '../../merchants/index.ts'
import {
  defaultAuthenticationLimit,
  openSession,
  type PageSessionSecrets,
  paymentLinkSessionEnd,
} from '../../sessions/index.ts'
import type { PaymentLinkDependencies } from '../dependencies.ts'
import type { StoredPaymentLink } from '../ports/payment-links.ts'
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
import { openPaymentLinkValues, type PaymentLinkSession } from './create-payment-link.ts'

/** Why a link cannot be paid now. */
export type PaymentLinkClosure = 'DISABLED' | 'EXPIRED' | Exclude<OrderAvailability, 'FREE'>

export interface OpenedPaymentLink {
  readonly paymentLink: StoredPaymentLink
  readonly merchant: Merchant
  readonly session: PaymentLinkSession
}

/** Undefined for an unknown link, and for one of a merchant that takes no payments: a payer cannot tell which. */
export async function findPaymentLink(
  paymentLinkId: string,
  dependencies: Pick<PaymentLinkDependencies, 'paymentLinks' | 'store' | 'vault'>,
): Promise<OpenedPaymentLink | undefined> {
  const paymentLink = isPaymentLinkId(paymentLinkId)
    ? await dependencies.paymentLinks.findAnywhere(paymentLinkId)
    : undefined
  const access = paymentLink && (await dependencies.store.findMerchant(paymentLink.merchantId))
  if (!paymentLink || !access?.merchant.profile.isEnabled) return undefined
  return { paymentLink, merchant: access.merchant, session: await openPaymentLinkValues(paymentLink, dependencies) }
}

/** Why nothing can be paid through the link; undefined where a payer can pay. */
export async function closureOf(
  paymentLink: PaymentLink,
  dependencies: Pick<PaymentLinkDependencies, 'paymentLinks' | 'clock' | 'identifiers'>,
): Promise<PaymentLinkClosure | undefined> {
  const chosen = await chooseOrderOf(paymentLink, dependencies)
  return 'closure' in chosen ? chosen.closure : undefined
}

/** A session for one payer, on an order that is free. The payer has entered the amount, unless it is fixed. */
export async function openPaymentLinkSession(
  { paymentLink, merchant, session }: OpenedPaymentLink,
  amountMinor: bigint | undefined,
  dependencies: Pick<PaymentLinkDependencies, 'paymentLinks' | 'sessions' | 'vault' | 'identifiers' | 'clock'>,
): Promise<{ readonly sessionId: string } | { readonly closure: PaymentLinkClosure }> {
  if ((amountMinor === undefined) !== (paymentLink.amount.kind === 'FIXED'))
    throw new Error('the amount has another author')
  const chosen = await chooseOrderOf(paymentLink, dependencies)
  if ('closure' in chosen) return chosen
  const createdAt = dependencies.clock.expiryTime()
  const enteredAmount =
    amountMinor === undefined ? {} : { amount: formatMoney({ amountMinor, currency: paymentLink.currency }) }
  const secrets: PageSessionSecrets = {
    successIndicator: session.successIndicator ?? dependencies.identifiers.successIndicator(),
    paysInVersion: session.paysInVersion,
    paymentLinkId: paymentLink.paymentLinkId,
    isOpenedByPayer: true,
  }
  const { id } = await openSession(
    {
      kind: 'CHECKOUT',
      updateStatus: 'SUCCESS',
      authenticationLimit: defaultAuthenticationLimit,
      createdAt,
      expiresAt: paymentLinkSessionEnd({
        createdAt,
        paymentLinkEnd: paymentLink.expiresAt,
        timeoutSeconds: timeoutOf(session.values),
      }),
      values: withOrder(session.values, chosen.orderId, enteredAmount),
      pageSecrets: secrets,
    },
    { merchant, version: session.createdInVersion },
    dependencies,
  )
  return { sessionId: id }
}

function withOrder(values: Values, id: string, entered: { readonly amount?: string }): Values {
  return { ...values, order: { ...(values['order'] as Values), id, ...entered } }
}

function timeoutOf({ interaction }: Values): number | undefined {
  return (interaction as { readonly timeout?: number } | undefined)?.timeout
}

type OrderOfPayer = { readonly orderId: string } | { readonly closure: PaymentLinkClosure }

async function chooseOrderOf(
  paymentLink: PaymentLink,
  { paymentLinks, clock, identifiers }: Pick<PaymentLinkDependencies, 'paymentLinks' | 'clock' | 'identifiers'>,
): Promise<OrderOfPayer> {
  const now = clock.expiryTime()
  const orderIds = orderIdsOf(paymentLink)
  const uses = orderIds ? await paymentLinks.findOrderUses(paymentLink.merchantId, orderIds) : []
  const state = paymentLinkStateOf(paymentLink, { paid: uses.filter(({ isPaid }) => isPaid).length, now })
  if (state !== 'OPEN') return { closure: state }
  if (!orderIds) return { orderId: orderIdForPayer(paymentLink, identifiers.returnToken()) }
  const chosen = chooseOrder(paymentLink, uses, (count) => Number(identifiers.digits(9)) % count)
  return chosen.kind === 'CHOSEN' ? chosen : { closure: chosen.kind }
}

/** The link of a session's page. */
export interface PagePaymentLink extends PaymentLinkKey {
  /** Other payers may have sessions for the same order. */
  readonly isOrderShared: boolean
  /** Each payer of the link has an order, or one of several. */
  readonly isForMany: boolean
  /** Why a payment cannot begin now. */
  readonly closure?: PaymentLinkClosure
}

/** Read for every request about a page of a link: the link may have been disabled, or paid by another payer. */
export async function findPagePaymentLink(
  key: PaymentLinkKey,
  orderId: string,
  { paymentLinks, clock }: Pick<PaymentLinkDependencies, 'paymentLinks' | 'clock'>,
): Promise<PagePaymentLink | undefined> {
  const [paymentLink, [use]] = await Promise.all([
    paymentLinks.find(key),
    paymentLinks.findOrderUses(key.merchantId, [orderId]),
  ])
  if (!paymentLink) return undefined
  const availability = availabilityOf(use, paymentLink)
  const closure = availability === 'FREE' ? endOf(paymentLink, clock.expiryTime()) : availability
  return {
    ...key,
    isOrderShared: paymentLink.usesMax !== undefined,
    isForMany: paymentLink.usesMax !== 1,
    ...(closure && { closure }),
  }
}
