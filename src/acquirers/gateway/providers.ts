// Browser payments with the providers that the upstream gateway has: the payer's browser goes to the provider by way of the
// upstream, and comes back the same way. What was paid is captured, refunded and voided like any payment of the link.
import { confirmBrowserPayment, initiateBrowserPayment } from '../../browser-payments/index.ts'
import { currencies, formatMoney } from '../../kernel/money.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { Provider } from '../../kernel/provider.ts'
import type {
  Acquirer,
  AcquirerResponse,
  BrowserPaymentProvider,
  InitiationResult,
  PayerAtProvider,
  PaymentInitiation,
  ProviderResult,
  ProviderStatus,
  RequestReference,
} from '../../payments/index.ts'
import { findTransaction } from './recorded-orders.ts'
import { idsOf, type UpstreamIds } from './requests.ts'
import { outcomeOf, outcomeOfRefusal, type UpstreamResponse, type UpstreamResult } from './responses.ts'
import type { Upstream } from './upstream.ts'

const names: Readonly<Record<Provider, string>> = {
  PROVIDER_A: 'Provider A',
  PROVIDER_B: 'Provider B',
  PROVIDER_C: 'Provider C',
}

export function providerAtUpstream(
  provider: Provider,
  { upstream, acquirer }: { readonly upstream: Upstream; readonly acquirer: Acquirer },
): BrowserPaymentProvider {
  async function getStatus(target: RequestReference): Promise<ProviderResult> {
    const found = await findTransaction(idsOf(target), upstream)
    if (found.kind === 'UNKNOWN') return { kind: 'NOT_FOUND' }
    return found.kind === 'FOUND' ? { kind: 'FOUND', status: statusOf(found.response, found.outcome) } : found
  }
  return {
    ...acquirer,
    provider,
    // The upstream refuses what its provider does not accept.
    offer: { displayName: names[provider], currencies, countries: [] },

    async initiate(initiation, terms) {
      const ids = idsOf(initiation)
      const request = requestOf(provider, initiation)
      return initiationOf(await upstream.send(initiateBrowserPayment, ids, request, terms), ids)
    },

    getStatus,

    async confirm({ amountMinor, currency, items, ...target }) {
      const order = { amount: formatMoney({ amountMinor, currency }), currency, ...omitUndefined({ item: items }) }
      const result = await upstream.send(confirmBrowserPayment, idsOf(target), { order })
      return result.kind === 'ANSWER' || result.kind === 'REFUSAL' ? getStatus(target) : { kind: 'NO_ANSWER' }
    },

    // The upstream has its own callbacks from the provider, and is asked.
    isAuthentic: () => false,
    startAgreement: async () => ({ kind: 'NOT_SENT', why: 'the link does not ask payers for agreements' }),
    getAgreementStatus: async () => ({ kind: 'NOT_FOUND' }),
    listWithdrawals: async () => [],
    acknowledgeWithdrawal: async () => undefined,
  }
}

function requestOf(provider: Provider, initiation: PaymentInitiation): object {
  const { operation, confirmation, returnUrl, amountMinor, currency, customerEmail: email } = initiation
  const { orderReference: reference, description, items: item, bankIdentifier, shipping } = initiation
  const providerA = {
    paymentConfirmation: confirmation,
    displayShippingAddress: initiation.isShippingShown,
    overrideShippingAddress: initiation.isShippingFixed,
  }
  return {
    browserPayment: { operation, returnUrl, ...(provider === 'PROVIDER_A' && { providerA }) },
    order: {
      amount: formatMoney({ amountMinor, currency }),
      currency,
      ...omitUndefined({ reference, description, item }),
    },
    sourceOfFunds: {
      type: provider,
      ...(bankIdentifier !== undefined && { provided: { providerB: { bankIdentifier } } }),
    },
    ...(email !== undefined && { customer: { email } }),
    ...omitUndefined({ shipping }),
  }
}

function initiationOf(result: UpstreamResult, ids: UpstreamIds): InitiationResult {
  switch (result.kind) {
    case 'NOT_SENT':
      return { kind: 'NOT_SENT', why: result.why }
    case 'NO_ANSWER':
      return { kind: 'NO_ANSWER' }
    case 'REFUSAL': {
      const response = outcomeOfRefusal(result.status, result.error)
      return response ? { kind: 'DECIDED', response, payer: {} } : { kind: 'NO_ANSWER' }
    }
    case 'ANSWER':
      return initiationAnswered(result.response, ids)
  }
}

function initiationAnswered(upstreamResponse: UpstreamResponse, ids: UpstreamIds): InitiationResult {
  const { merchant, order, transaction, response, browserPayment } = upstreamResponse
  const isSame = merchant === ids.merchantId && order?.id === ids.orderId && transaction?.id === ids.transactionId
  const outcome = outcomeOf(upstreamResponse)
  if (!isSame || !outcome) return { kind: 'NO_ANSWER' }
  if (response?.gatewayCode !== 'SUBMITTED')
    return { kind: 'DECIDED', response: outcome, payer: payerOf(upstreamResponse) }
  const payerUrl = browserPayment?.redirectUrl
  if (payerUrl === undefined) return { kind: 'NO_ANSWER' }
  const { transactionId = ids.transactionId, date = '', time = '' } = transaction?.acquirer ?? {}
  return { kind: 'ACCEPTED', payerUrl, transactionId, date, time }
}

function statusOf(upstreamResponse: UpstreamResponse, outcome: AcquirerResponse): ProviderStatus {
  const { response, browserPayment } = upstreamResponse
  const common = { isFinal: false, payerUrl: browserPayment?.redirectUrl ?? '', payer: payerOf(upstreamResponse) }
  switch (response?.gatewayCode) {
    case 'SUBMITTED':
      return { ...common, state: isAgreed(upstreamResponse) ? 'AGREED' : 'OPEN' }
    case 'PENDING':
    case 'UNKNOWN':
      return { ...common, state: 'PENDING' }
    default:
      // A payment that has failed there may still succeed, as the upstream's provider decides.
      return { ...common, state: 'OVER', response: outcome, isFinal: upstreamResponse.result === 'SUCCESS' }
  }
}

/** The payer is known to the upstream only once the provider has identified the payer. */
function isAgreed({ browserPayment, sourceOfFunds }: UpstreamResponse): boolean {
  const isConfirmedLater = browserPayment?.providerA?.paymentConfirmation === 'CONFIRM_AT_MERCHANT'
  return isConfirmedLater && sourceOfFunds?.provided?.providerA?.payerId !== undefined
}

/** Account numbers are masked at the upstream, and are not taken over. */
function payerOf({ sourceOfFunds, shipping }: UpstreamResponse): PayerAtProvider {
  const { accountEmail, accountHolder, payerId } = sourceOfFunds?.provided?.providerA ?? {}
  const { address, contact } = shipping ?? {}
  const providerA = omitUndefined({ accountEmail, accountHolder, payerId })
  const shipped = omitUndefined({ address, contact })
  return {
    ...(Object.keys(providerA).length > 0 && { providerA }),
    ...(Object.keys(shipped).length > 0 && { shipping: shipped }),
  } as PayerAtProvider
}
