// Resolves a request that can open an order: the stored card of a token, the acquirer link, the instrument, and the
// amounts.

import { accountFields, type Instrument, isProvenByDevice } from '../../kernel/instrument.ts'
import { parseMoney } from '../../kernel/money.ts'
import { isRejection, type Rejection, reject } from '../../kernel/rejection.ts'
import type { TransactionType } from '../../kernel/transaction-type.ts'
import type { Merchant } from '../../merchants/index.ts'
import type { Call } from '../call.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import { storableRequest } from '../masking/storable-request.ts'
import type { RequestWithAuthentication } from '../ports/payer-proofs.ts'
import type { RequestWithSource } from '../ports/request-with-source.ts'
import type { TokenKey } from '../ports/stored-cards.ts'
import type { StoredRequest } from '../ports/stored-messages.ts'
import type { StoredOrder } from '../ports/transactions.ts'
import type { TermsToConfirm, UsablePayload } from '../ports/wallet-payloads.ts'
import { isPermittedNotificationUrl } from '../rules/notification-url.ts'
import { type Plan, planInitial } from '../rules/plan.ts'
import type { AcquirerRequestFields } from './ask-acquirer.ts'
import { findAgreement, inheritOrderDetails, withAgreementTerms } from './inherited-details.ts'
import { acceptedSources, describeInstrument, resolveInstrument, sameAccountAs } from './resolve-instrument.ts'
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

export type PaymentResolutionDependencies = Pick<
  PaymentDependencies,
  | 'storedCards'
  | 'walletPayloads'
  | 'paymentAgreements'
  | 'vault'
  | 'velocity'
  | 'clock'
  | 'acquirers'
  | 'providers'
  | 'cardCountries'
>

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
  /** Completed by the order that it continues, and the token and the agreement that it names. */
  readonly request: PaymentRequest
  /** As it was sent: repeats are compared with it. */
  readonly compared: object
  /** The part of it that may be stored and shown. */
  readonly storedRequest: StoredRequest
  readonly call: Call
  /** The order as it was read, if there is one. */
  readonly stored: StoredOrder | undefined
  readonly hasLateSubMerchant: boolean
  readonly token: TokenKey | undefined
  /** Of a wallet, which the payment was made with. */
  readonly payload: UsablePayload | undefined
  readonly link: ResolvedLink
  /** The links of further matching routes, used when the first certainly did not receive the request. */
  readonly alternatives: readonly ResolvedLink[]
  readonly instrument: Instrument
  readonly currency: string
  /** The amount in the request. Only routes and risk assessment may use the amount of a verification. */
  readonly amountMinor: bigint
  /** The amount sent to the acquirer: 0 for a verification. */
  readonly chargedMinor: bigint
}

export async function resolvePayment(
  sent: PaymentRequest,
  { kind, currency, amount, call, stored }: PaymentTerms & { readonly stored: StoredOrder | undefined },
  dependencies: PaymentResolutionDependencies,
): Promise<ResolvedPayment | Rejection> {
  const { merchant } = call
  const amountMinor = parseMoney({ amount, currency })?.amountMinor ?? 0n
  const completed = isComplete(sent, stored)
    ? { request: sent, hasLateSubMerchant: false }
    : await completePayment(sent, { amountMinor, currency, call, stored }, dependencies)
  if (isRejection(completed)) return completed
  const { request, seal, hasLateSubMerchant, token, payload } = completed
  const wrongCurrency = refuseCurrency(merchant, currency)
  if (wrongCurrency) return wrongCurrency
  const instrument = resolveInstrument(request, { merchant, taken: acceptedSources[kind] })
  if (isRejection(instrument)) return instrument
  const incomplete = refuseIncomplete(instrument, kind)
  if (incomplete) return incomplete
  const { orderId } = call.key
  const links = await resolveLinks(merchant, { orderId, currency, amountMinor, instrument }, dependencies)
  if (isRejection(links)) return links
  const { link } = links
  const refused = refuseByProfile(request, merchant) ?? refuseByLink(request, { link, kind })
  if (refused) return refused
  return {
    kind,
    ...paymentKinds[kind],
    request,
    compared: call.asSent ?? sent,
    storedRequest: { ...storableRequest(request), ...seal, sourceOfFunds: describeInstrument(instrument, request) },
    call,
    stored,
    hasLateSubMerchant,
    token,
    payload,
    link,
    alternatives: links.alternatives.filter((each) => !refuseByLink(request, { link: each, kind })),
    instrument,
    currency,
    amountMinor,
    chargedMinor: kind === 'VERIFY' ? 0n : amountMinor,
  }
}

interface CompletedPayment {
  readonly request: PaymentRequest
  readonly hasLateSubMerchant: boolean
  /** To be stored with the request, when its URL for notifications is the order's. */
  readonly seal?: { readonly notificationUrlSeal?: string }
  readonly token?: TokenKey | undefined
  readonly payload?: UsablePayload | undefined
}

/** It opens its order, and brings everything itself: no token, no agreement, nothing that a wallet has encrypted. */
function isComplete({ sourceOfFunds, agreement }: PaymentRequest, stored: StoredOrder | undefined): boolean {
  const isInClear = sourceOfFunds?.provided?.card?.devicePayment?.paymentToken === undefined
  return !stored && isInClear && sourceOfFunds?.token === undefined && agreement?.id === undefined
}

/** By the order that it continues, the wallet's content, and the token and the agreement that it names. */
async function completePayment(
  sent: PaymentRequest,
  terms: Pick<ResolvedPayment, 'amountMinor' | 'currency' | 'call' | 'stored'>,
  dependencies: PaymentResolutionDependencies,
): Promise<CompletedPayment | Rejection> {
  const { call, stored, currency } = terms
  const inherited = inheritOrderDetails(sent, { stored, call })
  if (isRejection(inherited)) return inherited
  const { seal, hasLateSubMerchant } = inherited
  const opened = await dependencies.walletPayloads.open(inherited.request, {
    call,
    ...termsToConfirm(inherited.request, terms),
  })
  if (isRejection(opened)) return opened
  // Both are found by their names alone, so that one wait is enough.
  const [completed, agreement] = await Promise.all([
    dependencies.storedCards.complete(opened.request, call),
    findAgreement(opened.request, call, dependencies),
  ])
  if (isRejection(completed)) return completed
  const request = withAgreementTerms(completed.request, agreement, currency)
  return { request, seal, hasLateSubMerchant, token: completed.token, payload: opened.payload }
}

export function planPayment(payment: ResolvedPayment, { vault }: Pick<PaymentDependencies, 'vault'>): Plan {
  const { type, request, stored, hasLateSubMerchant, instrument, currency, amountMinor, chargedMinor } = payment
  const planned = planInitial(stored?.order, {
    type,
    currency,
    amountMinor: chargedMinor,
    orderAmountMinor: amountMinor,
    hasLateSubMerchant,
    isSameAccount: sameAccountAs(instrument, stored, vault),
    namedAuthentication: request.authentication?.transactionId,
    needsNoAuthentication: instrument.kind !== 'CARD' || isProvenByDevice(instrument),
  })
  if (isRejection(planned) && planned.reason === 'ANOTHER_CARD') return planned.at(accountFields[instrument.kind])
  return planned
}

/** A verification may name no amount. */
function termsToConfirm(
  { order }: PaymentRequest,
  { currency, amountMinor }: { readonly currency: string; readonly amountMinor: bigint },
): TermsToConfirm {
  return order?.amount === undefined ? { currency } : { currency, amountMinor }
}

/** A card is charged by its number and expiry; of one that a terminal has read, the expiry is in what was read. */
function refuseIncomplete(instrument: Instrument, kind: PaymentKind): Rejection | undefined {
  if (instrument.kind !== 'CARD' || (kind !== 'AUTHORIZE' && kind !== 'PAY')) return undefined
  const { expiry, track1, track2, emvRequest } = instrument
  if (expiry ?? track1 ?? track2 ?? emvRequest) return undefined
  return reject('FIELD_MISSING', 'Mandatory parameter is missing: the card details are not complete.', {
    field: 'sourceOfFunds.provided.card.expiry.month',
  })
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

/** The properties that conditions of routes are matched against. */
function refuseByLink(
  { order = {} }: PaymentRequest,
  { link, kind }: { readonly link: ResolvedLink; readonly kind: PaymentKind },
): Rejection | undefined {
  if (kind === 'VERIFY' && !link.acquirer.capabilities.canVerifyZeroAmount)
    return reject('VERIFICATION_NOT_SUPPORTED', 'The acquirer does not verify accounts without a payment.')
  const mayBePartial = kind === 'AUTHORIZE' || kind === 'PAY'
  if (mayBePartial && link.needsPartialAmountFlag && order.acceptPartialAmount !== true)
    return partialAmountRefused(order.acceptPartialAmount)
  return undefined
}

function partialAmountRefused(acceptPartialAmount: boolean | undefined): Rejection {
  const why = 'The acquirer may approve a partial amount, so the field must be true.'
  return acceptPartialAmount === undefined
    ? reject('PARTIAL_AMOUNT_UNDECIDED', why)
    : reject('FIELD_INVALID', why, { field: 'order.acceptPartialAmount' })
}
