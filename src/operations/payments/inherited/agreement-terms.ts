// A series of payments under one agreement: the first successful one establishes the terms, which apply to later ones
// that name only the id.

import { omitUndefined } from '../../../domain/omit-undefined.ts'
import type { GatewayCode } from '../../../domain/payments/gateway-code.ts'
import { isSuccessful } from '../../../domain/payments/order.ts'
import type { TransactionType } from '../../../domain/payments/transaction-type.ts'
import type {
  AgreementTerms,
  EstablishedAgreement,
  PaymentAgreement,
} from '../../../ports/payments/payment-agreements.ts'
import type { StoredRequest } from '../../../ports/payments/stored-messages.ts'
import type { Call, Ports } from '../../call.ts'

interface RequestWithAgreement {
  readonly agreement?: AgreementTerms & { readonly id?: string }
}

/** The agreement that the request names, if an earlier payment has established it. */
export async function findAgreement(
  { agreement }: RequestWithAgreement,
  { merchant }: Pick<Call, 'merchant'>,
  { paymentAgreements }: Pick<Ports, 'paymentAgreements'>,
): Promise<PaymentAgreement | undefined> {
  const { id: agreementId } = agreement ?? {}
  if (agreementId === undefined) return undefined
  return paymentAgreements.find({ merchantId: merchant.id, agreementId })
}

/** The request's own terms take precedence, except for the type, which a series keeps. */
export function withAgreementTerms<R extends object>(
  request: R,
  known: PaymentAgreement | undefined,
  currency: string,
): R {
  if (!known) return request
  const { agreement }: RequestWithAgreement = request
  const { type } = known.terms
  const terms = known.currency === currency ? known.terms : withoutAmounts(known.terms)
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
