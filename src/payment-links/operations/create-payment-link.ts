// Creates a payment link: for users of the console, for the operator's commands, and for INITIATE_CHECKOUT.

import type { AuditStamp } from '../../audit/index.ts'
import { versions } from '../../contract/operation.ts'
import { holdsCardNumber } from '../../kernel/account-numbers-in-text.ts'
import { type Explanation, explain } from '../../kernel/explanation.ts'
import { formatMoney, largestMinor } from '../../kernel/money.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { type Rejection, reject } from '../../kernel/rejection.ts'
import type { Values } from '../../kernel/values.ts'
import { paymentLinkSealContext } from '../../keys/index.ts'
import { type Merchant, permitsCurrency, permitsOperation } from '../../merchants/index.ts'
import type { PaymentLinkDependencies } from '../dependencies.ts'
import type { StoredPaymentLink } from '../ports/payment-links.ts'
import {
  defaultAttemptsMax,
  orderIdBaseLengthMax,
  orderIdsOf,
  type PaymentLink,
  type PaymentLinkAmount,
} from '../rules/payment-link.ts'

/** What the creator of a link decides. */
export interface PaymentLinkTerms
  extends Pick<
    PaymentLink,
    'operation' | 'currency' | 'amount' | 'description' | 'usesMax' | 'language' | 'expiresAt'
  > {
  readonly attemptsMax?: number | undefined
  readonly orderIdBase?: string | undefined
}

export interface CreatedPaymentLink {
  readonly kind: 'CREATED'
  readonly paymentLink: StoredPaymentLink
}

type CreateDependencies = Pick<PaymentLinkDependencies, 'paymentLinks' | 'vault' | 'identifiers' | 'clock'>

/** For a user: everything that the payer sees is in the terms. */
export function createPaymentLink(
  merchant: Merchant,
  terms: PaymentLinkTerms,
  by: AuditStamp,
  dependencies: CreateDependencies,
): Promise<CreatedPaymentLink | Rejection> {
  const session = {
    values: valuesOf(terms),
    createdInVersion: versions.newest,
    paysInVersion: versions.newest,
  }
  return storePaymentLink(merchant, terms, { session, by }, dependencies)
}

/** The same with the values of the payers' sessions, as a program has sent them. */
export async function storePaymentLink(
  merchant: Merchant,
  terms: PaymentLinkTerms,
  { session, by }: { readonly session: PaymentLinkSession; readonly by: AuditStamp },
  dependencies: CreateDependencies,
): Promise<CreatedPaymentLink | Rejection> {
  const { paymentLinks, identifiers, clock } = dependencies
  const refused = refuseTerms(merchant, terms, clock.expiryTime())
  if (refused) return refused
  const key = { merchantId: merchant.id, paymentLinkId: identifiers.paymentLinkId() }
  const { attemptsMax = defaultAttemptsMax, orderIdBase = generatedBase(key.paymentLinkId), ...rest } = terms
  const paymentLink: StoredPaymentLink = {
    ...key,
    ...rest,
    attemptsMax,
    orderIdBase,
    createdBy: by.actor,
    createdAt: by.at,
    session: sealPaymentLinkSession(key, session, dependencies),
  }
  const uses = await paymentLinks.findOrderUses(merchant.id, orderIdsOf(paymentLink) ?? [])
  const taken = uses.find(({ isPaid, isLocked }) => isPaid || isLocked)
  if (taken)
    return reject(
      'ORDER_ALREADY_STARTED',
      explain('Order {order} already has a payment. Use another order ID.', { order: taken.orderId }),
    ).at('orderId')
  await paymentLinks.create(paymentLink, by)
  return { kind: 'CREATED', paymentLink }
}

export const paymentLinkPath = (paymentLinkId: string) => `/checkout/link/${paymentLinkId}`

export function paymentLinkUrl(
  paymentLinkId: string,
  { addresses }: Pick<PaymentLinkDependencies, 'addresses'>,
): string {
  return `${addresses.publicUrl()}${paymentLinkPath(paymentLinkId)}`
}

/** A part of the link's id: enough to tell orders apart, and too little to find the link. */
function generatedBase(paymentLinkId: string): string {
  return `LINK-${paymentLinkId.slice(0, 8).toUpperCase()}`
}

function refuseTerms(merchant: Merchant, terms: PaymentLinkTerms, now: Date): Rejection | undefined {
  const { operation, currency, amount, description, usesMax, orderIdBase = '', expiresAt } = terms
  if (!permitsOperation(merchant, operation))
    return reject(
      'OPERATION_NOT_PERMITTED',
      explain('The merchant profile does not permit {name}.', { name: operation }),
    )
  if (!permitsCurrency(merchant, currency))
    return reject(
      'CURRENCY_NOT_PERMITTED',
      explain('The merchant profile does not permit {name}.', { name: currency }),
    ).at('currency')
  if (expiresAt && expiresAt <= now) return invalid('expiresAt', 'The time has passed.')
  if (holdsCardNumber(description ?? '')) return invalid('description', 'It contains a card number.')
  if (holdsCardNumber(orderIdBase)) return invalid('orderId', 'It contains a card number.')
  if (usesMax !== 1 && orderIdBase.length > orderIdBaseLengthMax)
    return invalid(
      'orderId',
      explain('It may have at most {number} characters, since numbers are added to it.', {
        number: orderIdBaseLengthMax,
      }),
    )
  return refuseAmount(amount, currency)
}

function refuseAmount(amount: PaymentLinkAmount, currency: string): Rejection | undefined {
  const largest = largestMinor(currency)
  const isOutside = (minor: bigint | undefined) => minor !== undefined && (minor <= 0n || minor > largest)
  const bounds = explain('The amount must be more than 0 and at most {amount}.', {
    amount: formatMoney({ amountMinor: largest, currency }),
  })
  if (amount.kind === 'FIXED') return isOutside(amount.amountMinor) ? invalid('amount', bounds) : undefined
  const { minMinor, maxMinor } = amount
  if (isOutside(minMinor)) return invalid('amountMin', bounds)
  if (isOutside(maxMinor)) return invalid('amountMax', bounds)
  const isReversed = minMinor !== undefined && maxMinor !== undefined && minMinor > maxMinor
  return isReversed ? invalid('amountMax', 'The maximum is less than the minimum.') : undefined
}

function invalid(field: string, explanation: string | Explanation): Rejection {
  return reject('FIELD_INVALID', explanation, { field })
}

const pageOperations = { AUTHORIZE: 'AUTHORIZE', PAY: 'PURCHASE' } as const

function valuesOf({ operation, currency, amount, description, language }: PaymentLinkTerms): Values {
  const fixed = amount.kind === 'FIXED' ? formatMoney({ amountMinor: amount.amountMinor, currency }) : undefined
  return {
    interaction: { operation: pageOperations[operation], ...omitUndefined({ locale: language }) },
    order: { currency, ...omitUndefined({ amount: fixed, description }) },
  }
}

/**
 * What a payment link gives to its payers' sessions, sealed with the link: a change in the database alters neither the
 * amount nor the URL that gets notifications.
 */
export interface PaymentLinkSession {
  /** The values of the session, but for the order's id and an amount that the payer enters. */
  readonly values: Values
  /** The version of the API that the merchant has used, or the newest for links of users. */
  readonly createdInVersion: number
  readonly paysInVersion: number
  /** Returned to the merchant's program, which compares it with what the payer's browser brings back. */
  readonly successIndicator?: string
}

export function sealPaymentLinkSession(
  key: Pick<StoredPaymentLink, 'merchantId' | 'paymentLinkId'>,
  session: PaymentLinkSession,
  { vault }: Pick<PaymentLinkDependencies, 'vault'>,
): StoredPaymentLink['session'] {
  return vault.seal(JSON.stringify(session), paymentLinkSealContext(key))
}

export async function openPaymentLinkValues(
  paymentLink: StoredPaymentLink,
  { vault }: Pick<PaymentLinkDependencies, 'vault'>,
): Promise<PaymentLinkSession> {
  return JSON.parse(await vault.open(paymentLink.session, paymentLinkSealContext(paymentLink))) as PaymentLinkSession
}
