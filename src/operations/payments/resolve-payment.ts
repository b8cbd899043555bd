// A request that can open an order, with everything found that it is made of: the stored card of a token, the acquirer link,
// what is paid with, and the amounts.

import { isPermittedNotificationUrl } from '../../domain/events/notification-url.ts'
import type { AcquirerLink, Merchant } from '../../domain/merchants/merchant.ts'
import { parseMoney } from '../../domain/money.ts'
import { accountFields, type Instrument } from '../../domain/payments/instrument.ts'
import { type Plan, planInitial } from '../../domain/payments/plan.ts'
import type { TransactionType } from '../../domain/payments/transaction-type.ts'
import { isRejection, type Rejection, reject } from '../../domain/rejection.ts'
import type { AcquirerRequest, RequestIdentity } from '../../ports/acquirers/acquirer.ts'
import type { StoredOrder } from '../../ports/payments/transactions.ts'
import type { TokenKey } from '../../ports/tokens/token-store.ts'
import type { Call, Ports } from '../call.ts'
import { storableRequest } from '../masking/storable-request.ts'
import { type RequestWithAuthentication, withProof } from '../payer-authentication/apply-authentication.ts'
import type { PaymentAuthentication } from '../payer-authentication/payer-proof.ts'
import { completeFromToken } from '../tokens/complete-from-token.ts'
import { type AcquirerRequestFields, detailsForAcquirer } from './details-for-acquirer.ts'
import {
  acceptedSources,
  describeInstrument,
  type RequestWithSource,
  resolveInstrument,
  sameAccountAs,
} from './resolve-instrument.ts'
import { type ResolvedLink, refuseCurrency, resolveLinks } from './resolve-link.ts'

/** The kinds of request that can open an order, with the transaction each makes. */
const paymentKinds = {
  VERIFY: { type: 'VERIFICATION', isAssessed: true, isExcessPermitted: false },
  AUTHORIZE: { type: 'AUTHORIZATION', isAssessed: true, isExcessPermitted: false },
  PAY: { type: 'PAYMENT', isAssessed: true, isExcessPermitted: false },
  STANDALONE_CAPTURE: { type: 'CAPTURE', isAssessed: true, isExcessPermitted: true },
  STANDALONE_REFUND: { type: 'REFUND', isAssessed: false, isExcessPermitted: true },
} as const satisfies Readonly<
  Record<string, { type: TransactionType; isAssessed: boolean; isExcessPermitted: boolean }>
>

type PaymentKind = keyof typeof paymentKinds
type PaymentType = (typeof paymentKinds)[PaymentKind]['type']

export type PaymentRequest = AcquirerRequestFields &
  RequestWithSource &
  RequestWithAuthentication & { readonly risk?: { readonly bypassMerchantRiskRules?: string } }

export interface PaymentTerms {
  readonly kind: PaymentKind
  readonly currency: string
  readonly amount: string
  readonly call: Call
}

export interface ResolvedPayment {
  readonly kind: PaymentKind
  readonly type: PaymentType
  /** Whether risk rules and velocity limits apply. */
  readonly isAssessed: boolean
  readonly isExcessPermitted: boolean
  /** Completed by the token that it names. */
  readonly request: PaymentRequest
  /** As it was sent: repeats are compared by it. */
  readonly compared: object
  /** What of it may be stored and shown. */
  readonly storedRequest: object
  readonly call: Call
  /** The order as it was read, if there is one. */
  readonly stored: StoredOrder | undefined
  readonly token: TokenKey | undefined
  readonly link: ResolvedLink
  /** The links of further routes that fit, for when the first certainly did not receive the request. */
  readonly alternatives: readonly ResolvedLink[]
  readonly instrument: Instrument
  readonly currency: string
  /** What the request names. Only routes and risk assessment may see the amount of a verification. */
  readonly amountMinor: bigint
  /** What the acquirer is asked to move: nothing for a verification. */
  readonly chargedMinor: bigint
}

export async function resolvePayment(
  sent: PaymentRequest,
  { kind, currency, amount, call, stored }: PaymentTerms & { readonly stored: StoredOrder | undefined },
  ports: Pick<Ports, 'tokens' | 'vault' | 'clock' | 'acquirers' | 'providers' | 'cardCountries'>,
): Promise<ResolvedPayment | Rejection> {
  const { merchant } = call
  const completed = await completeFromToken(stored ? withoutConversion(sent) : sent, call, ports)
  if (isRejection(completed)) return completed
  const { request, token } = completed
  const wrongCurrency = refuseCurrency(merchant, currency)
  if (wrongCurrency) return wrongCurrency
  const instrument = resolveInstrument(request, { merchant, taken: acceptedSources[kind] })
  if (isRejection(instrument)) return instrument
  const amountMinor = parseMoney({ amount, currency })?.amountMinor ?? 0n
  const { orderId } = call.key
  const links = await resolveLinks(merchant, { orderId, currency, amountMinor, instrument }, ports)
  if (isRejection(links)) return links
  const { link } = links
  const refused = refuseByProfile(request, merchant) ?? refuseUndecidedPartial(request, { link, kind })
  if (refused) return refused
  return {
    kind,
    ...paymentKinds[kind],
    request,
    compared: call.asSent ?? sent,
    storedRequest: { ...storableRequest(request), sourceOfFunds: describeInstrument(instrument, request) },
    call,
    stored,
    token,
    link,
    alternatives: links.alternatives.filter((each) => !refuseUndecidedPartial(request, { link: each, kind })),
    instrument,
    currency,
    amountMinor,
    chargedMinor: kind === 'VERIFY' ? 0n : amountMinor,
  }
}

export function planPayment(payment: ResolvedPayment, { vault }: Pick<Ports, 'vault'>): Plan {
  const { type, request, stored, instrument, currency, amountMinor, chargedMinor } = payment
  const planned = planInitial(stored?.order, {
    type,
    currency,
    amountMinor: chargedMinor,
    orderAmountMinor: amountMinor,
    hasSubMerchant: request.order?.subMerchant !== undefined,
    isSameAccount: sameAccountAs(instrument, stored, vault),
  })
  if (isRejection(planned) && planned.reason === 'ANOTHER_CARD') return planned.at(accountFields[instrument.kind])
  return planned
}

/** What the acquirer is asked, under the reference of the attempt. */
export function acquirerRequestFor(
  payment: ResolvedPayment,
  proof: PaymentAuthentication,
): (identity: RequestIdentity) => AcquirerRequest {
  const { kind, request, call, instrument, currency, amountMinor } = payment
  return (identity) => {
    const common = {
      ...identity,
      currency,
      instrument,
      details: detailsForAcquirer(withProof(request, proof), { merchant: call.merchant, instrument }),
    }
    return kind === 'VERIFY' ? { ...common, kind } : { ...common, kind, amountMinor }
  }
}

/** A conversion belongs to the first transaction of an order; in later ones it is ignored. */
function withoutConversion({ currencyConversion: _, ...request }: PaymentRequest): PaymentRequest {
  return request
}

function refuseByProfile({ order = {} }: PaymentRequest, { profile }: Merchant): Rejection | undefined {
  if (order.subMerchant && !profile.isAggregator)
    return reject('SUB_MERCHANT_NOT_PERMITTED', 'The merchant profile does not permit sub-merchants.')
  const { merchantCategoryCode: code } = order
  if (code !== undefined && profile.categoryCodes.length > 0 && !profile.categoryCodes.includes(code))
    return reject('CATEGORY_CODE_NOT_PERMITTED', 'The merchant profile does not include this category code.')
  const { notificationUrl } = order
  if (notificationUrl !== undefined && !isPermittedNotificationUrl(notificationUrl, profile.notificationHosts))
    return reject('FIELD_INVALID', 'The merchant profile does not permit notifications to this host.', {
      field: 'order.notificationUrl',
    })
  return undefined
}

/** What a route says about such a request. */
function refuseUndecidedPartial(
  { order = {} }: PaymentRequest,
  { link, kind }: { readonly link: AcquirerLink; readonly kind: PaymentKind },
): Rejection | undefined {
  const mayBePartial = kind === 'AUTHORIZE' || kind === 'PAY'
  if (mayBePartial && link.needsPartialAmountFlag && order.acceptPartialAmount !== true)
    return reject('PARTIAL_AMOUNT_UNDECIDED', 'The acquirer may approve a partial amount, so the field must be true.')
  return undefined
}
