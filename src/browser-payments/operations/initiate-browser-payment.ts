// Starts a payment that the payer makes on a provider's site, and returns where to send the payer.

import { parseMoney } from '../../kernel/money.ts'
import { isRejection, type Rejection, reject } from '../../kernel/rejection.ts'
import { type Merchant, permitsCurrency } from '../../merchants/index.ts'
import {
  type Attempt,
  afterRecording,
  answerRepeat,
  type BrowserPayment,
  type BrowserPaymentProvider,
  buildAttempt,
  type Call,
  describeTransaction,
  findRepeated,
  inheritOrderDetails,
  linkToProvider,
  lockFailure,
  type OperationResult,
  type OperationRun,
  type Order,
  orderOpenedBy,
  type PaymentInitiation,
  planInitial,
  type ResolvedLink,
  recordAttempt,
  storableRequest,
} from '../../payments/index.ts'
import { noAnswer, responseWithin } from '../../platform/concurrency/with-timeout.ts'
import type { InitiateBrowserPaymentRequest } from '../contract/initiate-browser-payment.ts'
import type { BrowserPaymentDependencies } from '../dependencies.ts'
import { beginBrowserPayment } from './begin-browser-payment.ts'

export async function initiateBrowserPayment(
  sent: InitiateBrowserPaymentRequest,
  call: Call,
  dependencies: Pick<
    BrowserPaymentDependencies,
    'store' | 'journeys' | 'vault' | 'providers' | 'acquirers' | 'addresses' | 'clock' | 'identifiers' | 'timeouts'
  >,
  { presumesNewOrder }: OperationRun,
): Promise<OperationResult> {
  const { key, merchant } = call
  const stored = presumesNewOrder ? undefined : await dependencies.store.findOrder(key)
  const first = findRepeated(stored, key)
  if (first) return answerRepeat(first, sent, call, dependencies)

  const inherited = inheritOrderDetails(sent, { stored, call })
  if (isRejection(inherited)) return inherited
  const { request } = inherited
  const { amount, currency } = request.order
  const amountMinor = parseMoney({ amount, currency })?.amountMinor ?? 0n
  const link = resolveProvider(request, { merchant, amountMinor }, dependencies)
  if (isRejection(link)) return link
  const { operation = 'PAY' } = request.browserPayment
  const type = operation === 'PAY' ? 'PAYMENT' : 'AUTHORIZATION'
  const planned = planInitial(stored?.order, {
    type,
    currency,
    amountMinor,
    orderAmountMinor: amountMinor,
    hasLateSubMerchant: inherited.hasLateSubMerchant,
    // A card that was checked on this order is not used for this payment: no card is.
    isSameAccount: () => true,
  })
  if (isRejection(planned)) return planned
  const storedRequest = {
    ...storableRequest(request),
    ...inherited.seal,
    browserPayment: browserPaymentToStore(request, operation),
  }
  const parts = { request, compared: call.asSent ?? sent, storedRequest, call, link }
  if (planned.kind === 'LOCKED') return lockFailure(parts, type, dependencies)

  const redirectToken = dependencies.identifiers.redirectToken('BP')
  const journey = journeyOf(request, { operation, redirectToken })
  // Committed before we ask, so that a crash leaves a record that recovery can finish.
  const attempt = buildAttempt(planned, { ...parts, journey, redirectToken }, dependencies)
  const recorded = await recordAttempt(attempt, parts, planned, dependencies)
  if ('refused' in recorded) return recorded.refused

  const initiation = initiationOf(request, { attempt, journey, call }, dependencies)
  const order: Order = { ...(planned.order ?? orderOpenedBy(attempt)), amountMinor }
  const truth = await afterRecording(async () => {
    const result = await responseWithin(link.acquirer.initiate(initiation, recorded), {
      timeoutMs: dependencies.timeouts.acquirerTimeoutMs,
      silence: noAnswer,
    })
    await beginBrowserPayment(result, { attempt, journey, order, merchant, claim: 0 }, dependencies)
    // Recovery or the payer may have come first: the recorded state is authoritative.
    return dependencies.store.awaitOutcome(key, dependencies.timeouts.repeatWaitMs)
  })
  if (!truth)
    return reject('STILL_IN_PROGRESS', 'The outcome is not known yet. Repeat the same request later to get it.')
  return { kind: 'ANSWERED', isFirst: true, response: describeTransaction(truth) }
}

/** Provider A's group, whose defaults every request gets, says nothing about a payment at another provider. */
function browserPaymentToStore(
  { browserPayment: { providerA, ...common }, sourceOfFunds }: InitiateBrowserPaymentRequest,
  operation: BrowserPayment['operation'],
): object {
  const isProviderA = sourceOfFunds.type === 'PROVIDER_A'
  return { ...common, operation, ...(isProviderA && { providerA }) }
}

interface ResolvedProvider extends ResolvedLink {
  readonly acquirer: BrowserPaymentProvider
}

/** The merchant's account with the provider that the request names, if it accepts such a payment. */
function resolveProvider(
  { sourceOfFunds, browserPayment, order }: InitiateBrowserPaymentRequest,
  { merchant, amountMinor }: { readonly merchant: Merchant; readonly amountMinor: bigint },
  { providers, acquirers }: Pick<BrowserPaymentDependencies, 'providers' | 'acquirers'>,
): ResolvedProvider | Rejection {
  const { type } = sourceOfFunds
  const link = merchant.profile.providers.find(({ provider }) => provider === type)
  if (!link) return reject('SOURCE_NOT_SUPPORTED', `The merchant profile does not include ${type}.`)
  const provider = providers.of(link)
  if (!provider) return reject('NO_ACQUIRER_LINK', `The merchant's link to ${type} does not support this request.`)
  // A bank transfer moves the money as soon as the payer approves it; there is nothing to reserve.
  if (type !== 'PROVIDER_A' && browserPayment.operation === 'AUTHORIZE')
    return reject('FIELD_INVALID', `${type} supports payments only.`, { field: 'browserPayment.operation' })
  const { currency } = order
  if (!permitsCurrency(merchant, currency))
    return reject('CURRENCY_NOT_PERMITTED', `The merchant profile does not permit ${currency}.`)
  const { currencies, minMinor = 0n, maxMinor = amountMinor } = provider.offer
  if (!currencies.includes(currency)) return reject('CURRENCY_NOT_PERMITTED', `${type} does not support ${currency}.`)
  if (amountMinor < minMinor || amountMinor > maxMinor)
    return reject('FIELD_INVALID', `${type} does not accept this amount.`, { field: 'order.amount' })
  return { ...linkToProvider(link, acquirers), acquirer: provider }
}

function journeyOf(
  { browserPayment: { returnUrl, providerA }, sourceOfFunds }: InitiateBrowserPaymentRequest,
  { operation, redirectToken }: Pick<BrowserPayment, 'operation' | 'redirectToken'>,
): BrowserPayment {
  const isProviderA = sourceOfFunds.type === 'PROVIDER_A'
  return {
    kind: 'BROWSER_PAYMENT',
    operation,
    confirmation: (isProviderA && providerA?.paymentConfirmation) || 'CONFIRM_AT_PROVIDER',
    redirectToken,
    returnUrl,
    status: 'INITIATED',
    times: {},
  }
}

/** The values that are sent to the provider, and nothing else: the merchant's internal values stay here. */
function initiationOf(
  request: InitiateBrowserPaymentRequest,
  { attempt, journey, call }: { readonly attempt: Attempt; readonly journey: BrowserPayment; readonly call: Call },
  { addresses }: Pick<BrowserPaymentDependencies, 'addresses'>,
): PaymentInitiation {
  const { order, shipping, customer, sourceOfFunds, browserPayment } = request
  const { displayShippingAddress, overrideShippingAddress } = browserPayment.providerA ?? {}
  const { redirectToken, operation, confirmation } = journey
  const base = `${addresses.publicUrl()}/bpui/pp`
  const items = itemsOf(order)
  const bankIdentifier = sourceOfFunds.provided?.providerB?.bankIdentifier
  return {
    acquirerMerchantId: attempt.link.acquirerMerchantId,
    reference: attempt.acquirerReference,
    returnUrl: `${base}/in/${redirectToken}`,
    callbackUrl: `${base}/notify/${redirectToken}`,
    operation,
    confirmation,
    amountMinor: attempt.amountMinor,
    currency: attempt.currency,
    merchantName: call.merchant.profile.name,
    orderId: attempt.key.orderId,
    orderReference: order.reference,
    description: order.description,
    items,
    customerEmail: customer?.email,
    shipping,
    isShippingShown: displayShippingAddress ?? true,
    isShippingFixed: overrideShippingAddress ?? false,
    bankIdentifier,
  }
}

/** Line items in the form that a provider displays. */
export function itemsOf({
  item,
}: {
  readonly item?: readonly { readonly name: string; readonly quantity: unknown; readonly unitPrice: string }[]
}): PaymentInitiation['items'] {
  return item?.map(({ name, quantity, unitPrice }) => ({ name, quantity: String(quantity), unitPrice }))
}
