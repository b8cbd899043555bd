// Returns a payment link with its state and a page of its orders to the merchant's program, or disables it.

import { formatMoney } from '../../kernel/money.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { ResultPage } from '../../kernel/page.ts'
import { type Rejection, reject } from '../../kernel/rejection.ts'
import type { Call, OperationResponse, OperationResult } from '../../payments/index.ts'
import {
  type PaymentLinkResponse,
  paymentLinkOrdersPerPageDefault,
  type RetrievePaymentLinkRequest,
} from '../contract/payment-link.ts'
import type { PaymentLinkDependencies } from '../dependencies.ts'
import type { ListedPaymentLink, PaymentLinkOrder } from '../ports/payment-links.ts'
import { paymentLinkUrl } from './create-payment-link.ts'

type RetrievalDependencies = Pick<PaymentLinkDependencies, 'paymentLinks' | 'clock' | 'addresses'>

export function retrievePaymentLink(
  request: RetrievePaymentLinkRequest,
  call: Call,
  dependencies: RetrievalDependencies,
): Promise<OperationResult> {
  return describePaymentLink(request, call, dependencies)
}

/** The link as it is now; another merchant's is as unknown as one that never existed. */
export async function describePaymentLink(
  { after: cursor, limit = paymentLinkOrdersPerPageDefault }: RetrievePaymentLinkRequest,
  { merchant, paymentLinkId = '' }: Pick<Call, 'merchant' | 'paymentLinkId'>,
  { paymentLinks, clock, addresses }: RetrievalDependencies,
): Promise<OperationResponse | Rejection> {
  const key = { merchantId: merchant.id, paymentLinkId }
  const paymentLink = await paymentLinks.show(key, clock.expiryTime())
  if (!paymentLink) return reject('UNKNOWN_PAYMENT_LINK', 'There is no payment link with this id.')
  const after = cursor === undefined ? undefined : Buffer.from(cursor, 'base64url').toString('utf8')
  const page = await paymentLinks.listOrders(key, { limit, after })
  if (!page) return reject('FIELD_INVALID', 'Value is invalid. It was not returned for this link.', { field: 'after' })
  const response = responseFor(paymentLink, page, paymentLinkUrl(paymentLink.paymentLinkId, { addresses }))
  return { kind: 'ANSWERED', isFirst: false, response }
}

function responseFor(
  paymentLink: ListedPaymentLink,
  { rows, next }: ResultPage<PaymentLinkOrder>,
  url: string,
): PaymentLinkResponse {
  const { amount, currency, description, expiresAt, usesMax } = paymentLink
  const text = (amountMinor: bigint | undefined) =>
    amountMinor === undefined ? undefined : formatMoney({ amountMinor, currency })
  const { minMinor, maxMinor } = amount.kind === 'OPEN' ? amount : {}
  return {
    merchant: paymentLink.merchantId,
    order: {
      currency,
      id: paymentLink.orderIdBase,
      ...omitUndefined({ amount: amount.kind === 'FIXED' ? text(amount.amountMinor) : undefined, description }),
    },
    // A position contains the id of an order, which may have any characters.
    ...(next !== undefined && { page: { after: Buffer.from(next, 'utf8').toString('base64url') } }),
    paymentLink: {
      creationTime: paymentLink.createdAt.toISOString(),
      id: paymentLink.paymentLinkId,
      numberOfAllowedAttempts: paymentLink.attemptsMax,
      numberOfPayments: paymentLink.paid,
      order: rows.map(describeOrder),
      status: paymentLink.state,
      url,
      ...omitUndefined({
        expiryDateTime: expiresAt?.toISOString(),
        maximumAmount: text(maxMinor),
        minimumAmount: text(minMinor),
        numberOfAllowedPayments: usesMax,
      }),
    },
    result: 'SUCCESS',
  }
}

function describeOrder({ orderId, begunAt, isPaid, amountMinor, currency }: PaymentLinkOrder) {
  return {
    amount: formatMoney({ amountMinor, currency }),
    creationTime: begunAt.toISOString(),
    currency,
    id: orderId,
    paid: isPaid,
  }
}

/** Disables a payment link for the merchant's program. */
export async function disablePaymentLink(
  _request: object,
  call: Call,
  dependencies: Pick<PaymentLinkDependencies, 'paymentLinks' | 'clock' | 'addresses'>,
): Promise<OperationResult> {
  const { merchant, paymentLinkId = '' } = call
  const key = { merchantId: merchant.id, paymentLinkId }
  // One that is disabled already stays as it is: a program may send its request again.
  await dependencies.paymentLinks.disable(key, { actor: `merchant.${merchant.id}`, at: dependencies.clock.now() })
  return describePaymentLink({}, call, dependencies)
}
