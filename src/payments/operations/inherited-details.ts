// What a transaction takes over: from its order, whose details were given with the first transaction, and from the agreement
// that it names.

import { isDeepStrictEqual } from 'node:util'
import type { CanonicalObject } from '../../contract/row.ts'
import { shippingSameAsBilling } from '../../contract/rules/derivations.ts'
import { explain } from '../../kernel/explanation.ts'
import type { GatewayCode } from '../../kernel/gateway-code.ts'
import { parseMoney } from '../../kernel/money.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { type Rejection, reject } from '../../kernel/rejection.ts'
import type { TransactionType } from '../../kernel/transaction-type.ts'
import { mergeValues } from '../../kernel/values.ts'
import type { Call } from '../call.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import type { AgreementTerms, EstablishedAgreement, PaymentAgreement } from '../ports/payment-agreements.ts'
import type { StoredRequest } from '../ports/stored-messages.ts'
import type { StoredOrder, StoredTransaction } from '../ports/transactions.ts'
import { isBrowserPayment } from '../rules/journey.ts'
import { isSuccessful } from '../rules/order.ts'

interface PayerGroup {
  readonly address?: object
}

interface OrderGroup {
  readonly amount?: string
  readonly currency?: string
  readonly custom?: object
  readonly notificationUrl?: string
  readonly subMerchant?: { readonly identifier?: string }
}

/** The values of its order that a request, sent or stored, may have. */
interface OrderDetails {
  readonly billing?: PayerGroup
  readonly currencyConversion?: { readonly uptake?: string }
  readonly customer?: object
  readonly notificationUrlSeal?: string
  readonly order?: OrderGroup
  readonly partnerSolutionId?: string
  readonly shipping?: PayerGroup
  readonly transaction?: { readonly source?: string }
}

/** The rest of the order group belongs to the amount of one transaction. */
const namesOfOrder = [
  'custom',
  'customerNote',
  'customerOrderDate',
  'description',
  'invoiceNumber',
  'notificationUrl',
  'reference',
  'subMerchant',
]

/**
 * Values of an order rather than of one of its transactions: sent with the first transaction, they apply to later ones
 * on the same order.
 */
interface InheritedRequest<R> {
  readonly request: R
  /** It names a sub-merchant although it is not the first transaction of its order. */
  readonly hasLateSubMerchant: boolean
  /** To be stored with the request, when its URL for notifications is the order's. */
  readonly seal: { readonly notificationUrlSeal?: string }
}

/**
 * Completes a request with the values of the order. The request's values take precedence, except where only the first
 * transaction of an order counts: sub-merchant, conversion and source.
 */
export function inheritOrderDetails<R extends object>(
  sent: R,
  { stored, call }: { readonly stored: StoredOrder | undefined; readonly call: Pick<Call, 'asSent' | 'payerSuffix'> },
): InheritedRequest<R> | Rejection {
  if (!stored) return { request: sent, hasLateSubMerchant: false, seal: {} }
  const { asSent = sent, payerSuffix } = call
  const orderDetails = detailsOf(stored, payerSuffix)
  const own = laterDetails(sent)
  const currencyConversion = acceptedConversion(stored, own)
  const joined = { ...overlay(orderDetails, own), ...omitUndefined({ currencyConversion }) }
  if (hasTooManyCustomFields(joined)) return tooManyCustomFields()
  const { notificationUrlSeal, ...request } = joined
  return {
    request: withComparedAddresses(request, own) as R,
    hasLateSubMerchant: isLateSubMerchant({ sent, asSent, orderDetails }),
    seal: own.order?.notificationUrl === undefined ? omitUndefined({ notificationUrlSeal }) : {},
  }
}

/** The sub-merchant of the order decides in which repository tokens are looked for. */
export function withSubMerchantOf<R extends object>(stored: StoredOrder, request: R): R {
  const { subMerchant } = detailsOf(stored).order ?? {}
  if (!subMerchant) return request
  const { order }: OrderDetails = request
  return { ...request, order: { ...order, subMerchant } }
}

/** The channel through which the merchant received the order: only its first transaction can set it. */
export function sourceOf({ transactions }: StoredOrder): { readonly source?: string } {
  const { transaction }: OrderDetails = transactions[0]?.request ?? {}
  return omitUndefined({ source: transaction?.source })
}

const customMax = 50

/** Of the order as a whole, whichever of its requests brought them. */
export function hasTooManyCustomFields({ order }: { readonly order?: { readonly custom?: object } }): boolean {
  return Object.keys(order?.custom ?? {}).length > customMax
}

export function tooManyCustomFields(): Rejection {
  return reject('FIELD_INVALID', explain('An order has at most {number} custom fields.', { number: customMax }), {
    field: 'order.custom',
  })
}

/** What the payer chose and the merchant confirmed after the request was made. */
export function journeyDetailsOf(transaction: StoredTransaction | undefined): StoredRequest {
  const { journey } = transaction ?? {}
  return isBrowserPayment(journey) ? (journey.learned ?? {}) : {}
}

/**
 * The values of all transactions together; the latest counts. Where payers share the order, what concerns the payer is
 * taken from the payer's own transactions only: the ids of these end with the suffix.
 */
function detailsOf(stored: StoredOrder, payerSuffix = ''): OrderDetails {
  const source = sourceOf(stored)
  const details = stored.transactions
    .map((each) => {
      const details = detailsInTransaction(each)
      return each.key.transactionId.endsWith(payerSuffix) ? details : withoutPayer(details)
    })
    .reduce<OrderDetails>(overlay, {})
  return 'source' in source ? { ...details, transaction: source } : details
}

function withoutPayer({ billing: _, customer: __, shipping: ___, ...details }: OrderDetails): OrderDetails {
  return details
}

function detailsInTransaction(transaction: StoredTransaction): OrderDetails {
  const { request, type, response = {} } = transaction
  // An authentication continues after its first request; the later values are in its response.
  const later = type === 'AUTHENTICATION' ? response : journeyDetailsOf(transaction)
  const { billing, customer, notificationUrlSeal, order, partnerSolutionId, shipping }: OrderDetails = mergeValues(
    request,
    later,
  )
  const namesAndValues = Object.entries(order ?? {}).filter(([name]) => namesOfOrder.includes(name))
  return omitUndefined({
    billing,
    customer,
    notificationUrlSeal,
    order: namesAndValues.length > 0 ? Object.fromEntries(namesAndValues) : undefined,
    partnerSolutionId,
    shipping,
  })
}

/** The values of the order that a later transaction may change. */
function laterDetails({ currencyConversion: _, ...sent }: OrderDetails): OrderDetails {
  const { subMerchant: __, ...order } = sent.order ?? {}
  const { source: ___, ...transaction } = sent.transaction ?? {}
  return { ...sent, ...(sent.order && { order }), ...(sent.transaction && { transaction }) }
}

function overlay(below: OrderDetails, above: OrderDetails): OrderDetails {
  const custom = membersOf(below.order?.custom, above.order?.custom)
  return {
    ...below,
    ...above,
    ...omitUndefined({
      billing: payerGroupOf(below.billing, above.billing),
      customer: membersOf(below.customer, above.customer),
      order: membersOf(below.order, { ...above.order, ...omitUndefined({ custom }) }),
      shipping: payerGroupOf(below.shipping, above.shipping),
      transaction: membersOf(below.transaction, above.transaction),
    }),
  }
}

function membersOf<Group extends object>(below: Group | undefined, above: Group | undefined): Group | undefined {
  return below && above ? { ...below, ...above } : (above ?? below)
}

/** Member by member, but an address as a whole: a mixture of two addresses would be wrong. */
function payerGroupOf(below: PayerGroup | undefined, above: PayerGroup | undefined): PayerGroup | undefined {
  const address = hasAddress(above) ? above?.address : (below?.address ?? above?.address)
  const joined = membersOf(below, above)
  return joined && { ...joined, ...omitUndefined({ address }) }
}

/** The comparison with the other address is derived also when there is no address. */
function hasAddress(group: PayerGroup | undefined): boolean {
  return Object.keys(group?.address ?? {}).some((name) => name !== 'sameAsBilling')
}

/** Where one address is the request's and the other the order's, they have not been compared yet. */
function withComparedAddresses(request: OrderDetails, own: OrderDetails): OrderDetails {
  const { shipping } = request
  const isOwnShipping = hasAddress(own.shipping)
  if (!shipping?.address || isOwnShipping === hasAddress(own.billing)) return request
  const { sameAsBilling, ...address } = shipping.address as { readonly sameAsBilling?: string }
  const isSent = isOwnShipping && sameAsBilling !== undefined && sameAsBilling !== 'UNKNOWN'
  if (isSent) return request
  return shippingSameAsBilling.derive({ ...request, shipping: { ...shipping, address } } as CanonicalObject)
}

/** An offer is for one amount: for another amount the payer has accepted nothing. */
function acceptedConversion({ transactions, order }: StoredOrder, own: OrderDetails): object | undefined {
  const { currencyConversion, order: first }: OrderDetails = transactions[0]?.request ?? {}
  if (currencyConversion?.uptake !== 'ACCEPTED') return undefined
  const { currency } = order
  const minorOf = (amount: string) => parseMoney({ amount, currency })?.amountMinor
  const { amount: quoted } = first ?? {}
  const { amount } = own.order ?? {}
  const isSame = quoted === undefined || amount === undefined || minorOf(quoted) === minorOf(amount)
  return isSame ? currencyConversion : undefined
}

/** A session that opened the order still has its sub-merchant, which is no change. */
function isLateSubMerchant({
  sent,
  asSent,
  orderDetails,
}: {
  readonly sent: OrderDetails
  readonly asSent: OrderDetails
  readonly orderDetails: OrderDetails
}): boolean {
  const { subMerchant } = sent.order ?? {}
  if (asSent.order?.subMerchant) return true
  return subMerchant !== undefined && !isDeepStrictEqual({ ...subMerchant }, { ...orderDetails.order?.subMerchant })
}

// A series of payments under one agreement: the first successful one establishes the terms, which apply to later ones
// that name only the id.

interface RequestWithAgreement {
  readonly agreement?: AgreementTerms & { readonly id?: string }
}

/** The agreement that the request names, if an earlier payment has established it. */
export async function findAgreement(
  { agreement }: RequestWithAgreement,
  { merchant }: Pick<Call, 'merchant'>,
  { paymentAgreements }: Pick<PaymentDependencies, 'paymentAgreements'>,
): Promise<PaymentAgreement | undefined> {
  const { id: agreementId } = agreement ?? {}
  if (agreementId === undefined) return undefined
  return paymentAgreements.find({ merchantId: merchant.id, agreementId })
}

/** The request's own terms take precedence, except for the type, which a series keeps. */
export function withAgreementTerms<R extends object>(
  request: R,
  established: PaymentAgreement | undefined,
  currency: string,
): R {
  if (!established) return request
  const { agreement }: RequestWithAgreement = request
  const { type } = established.terms
  const terms = established.currency === currency ? established.terms : withoutAmounts(established.terms)
  return { ...request, agreement: { ...terms, ...agreement, ...omitUndefined({ type }) } }
}

/** Amounts are in the currency of the order that named them. */
function withoutAmounts({
  maximumAmountPerPayment: _,
  minimumAmountPerPayment: __,
  ...terms
}: AgreementTerms): AgreementTerms {
  return terms
}

const establishing: ReadonlySet<TransactionType> = new Set(['AUTHORIZATION', 'PAYMENT', 'VERIFICATION'])

export function agreementEstablishedBy({
  type,
  gatewayCode,
  currency,
  request,
}: {
  readonly type: TransactionType
  readonly gatewayCode: GatewayCode
  readonly currency: string
  readonly request: StoredRequest
}): EstablishedAgreement | undefined {
  const { id, ...terms } = request.agreement ?? {}
  if (id === undefined || !establishing.has(type) || !isSuccessful({ gatewayCode })) return undefined
  return { id, currency, terms: { ...terms, type: terms.type ?? 'OTHER' } }
}
