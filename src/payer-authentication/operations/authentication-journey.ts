// The progress of a payer authentication, as stored with its transaction, and how it is taken one step further.

import { valueAt } from '../../contract/session-authors.ts'
import { formatMoney } from '../../kernel/money.ts'
import { mergeValues, type Values } from '../../kernel/values.ts'
import {
  type AuthenticationJourney,
  type AuthenticationReference,
  type AuthenticationStatus,
  authenticationStatuses,
  type Call,
  describeOrder,
  describeResult,
  isUnfinished,
  type Order,
  type Outcome,
  type PayerProof,
  type StoredJourney,
  type StoredRequest,
  type StoredResponse,
  type StoredTransaction,
  statusOf,
  type TransactionKey,
  totalsOf,
  withOutcome,
} from '../../payments/index.ts'
import type { AuthenticatePayerRequest } from '../contract/authenticate-payer.ts'
import type { PayerAuthenticationDependencies } from '../dependencies.ts'
import type { DeviceAuthentication } from '../ports/authentications.ts'
import type { BrowserForms } from '../ports/payer-authentication.ts'

export function isAuthentication(journey: StoredJourney | undefined): journey is AuthenticationJourney {
  return journey?.kind === 'PAYER_AUTHENTICATION'
}

/** Where the payer is to return to, and whether only a device says so. */
export function returnUrlOf(
  request: AuthenticatePayerRequest,
  { isDevice, asSent = request, merchant }: Pick<Call, 'isDevice' | 'asSent' | 'merchant'>,
): Pick<AuthenticationJourney, 'redirectResponseUrl' | 'isUrlOfDevice'> {
  const { redirectResponseUrl } = request.authentication ?? {}
  if (redirectResponseUrl === undefined) return {}
  const isSent = valueAt(asSent as Values, 'authentication.redirectResponseUrl') !== undefined
  const isNamed = merchant.profile.pageOrigins.includes(URL.parse(redirectResponseUrl)?.origin ?? '')
  return { redirectResponseUrl, ...(isDevice && isSent && !isNamed && { isUrlOfDevice: true }) }
}

/** An authentication that a device has begun. One that is older than links belongs to the simulator's. */
export function deviceReferenceOf(
  { reference, key }: Pick<DeviceAuthentication, 'reference' | 'key'>,
  {
    link = { adapter: 'simulator', acquirerId: 'simulator', acquirerMerchantId: key.merchantId },
  }: AuthenticationJourney,
): AuthenticationReference {
  return { reference, link }
}

interface JourneyProgress {
  readonly transaction: {
    readonly key: TransactionKey
    readonly entryPoint: StoredTransaction['entryPoint']
    readonly recordedAt: Date
    readonly response?: StoredResponse | undefined
  }
  /** As it was read. */
  readonly order: Order
  readonly journey: AuthenticationJourney
  readonly amountMinor: bigint
  readonly orderAmountMinor: bigint
  readonly at: Date
  /** The storable values of the request that causes the step. */
  readonly storedRequest?: StoredRequest | undefined
}

type RecordedProgress = Pick<
  Outcome,
  'key' | 'at' | 'gatewayCode' | 'amountMinor' | 'orderStatus' | 'orderAmountMinor' | 'totals' | 'response'
> & { readonly journey: AuthenticationJourney }

/** What is recorded of an authentication with its next step, be it the first or a later one. */
export function progressOf(
  { transaction, journey, amountMinor, orderAmountMinor, at, storedRequest = {}, ...progress }: JourneyProgress,
  { browserForms }: Pick<PayerAuthenticationDependencies, 'browserForms'>,
): RecordedProgress {
  const { key } = transaction
  const { gatewayCode, recommendation } = authenticationStatuses[journey.status]
  const transactions = withOutcome(progress.order.transactions, {
    id: key.transactionId,
    type: 'AUTHENTICATION',
    amountMinor,
    gatewayCode,
    isJourney: true,
    authentication: journey.status,
  })
  const order = { ...progress.order, amountMinor: orderAmountMinor, updatedAt: at, transactions }
  const { currency } = order
  const update: StoredResponse = {
    merchant: key.merchantId,
    result: describeResult(gatewayCode).result,
    response: { gatewayCode, gatewayRecommendation: recommendation },
    timeOfRecord: transaction.recordedAt.toISOString(),
    timeOfLastUpdate: at.toISOString(),
    gatewayEntryPoint: transaction.entryPoint,
    order: describeOrder(order),
    authentication: describeJourney(journey, key, browserForms),
    transaction: {
      id: key.transactionId,
      type: 'AUTHENTICATION',
      amount: formatMoney({ amountMinor, currency }),
      currency,
      authenticationStatus: journey.status,
    },
  }
  return {
    key,
    at,
    gatewayCode,
    amountMinor,
    orderStatus: statusOf(transactions),
    orderAmountMinor,
    totals: totalsOf(transactions),
    response: mergeValues(mergeValues(transaction.response ?? {}, storedRequest), update),
    journey,
  }
}

/** Members that are no longer true are undefined, which removes them from an earlier answer. */
function describeJourney(
  journey: AuthenticationJourney,
  key: TransactionKey,
  forms: BrowserForms,
): StoredResponse['authentication'] {
  const { method, proof, version, redirectResponseUrl } = journey
  const canLook = journey.status === 'AUTHENTICATION_AVAILABLE' ? method : undefined
  return {
    channel: journey.channel,
    purpose: journey.purpose,
    transactionId: key.transactionId,
    version: version ?? 'NONE',
    redirectResponseUrl,
    payerInteraction: interactionOf(journey.status),
    redirect: redirectPartsOf(canLook, journey.challenge),
    redirectHtml: canLook ? forms.method(canLook) : redirectHtmlOf(journey, key, forms),
    threeDs: proof?.token === undefined && proof?.eci === undefined ? undefined : describeProof(proof),
    threeDs2: version === '3DS2' ? describeEmv(method, proof) : undefined,
  }
}

/** What merchants need who build the page themselves: first the issuer's method, then the challenge of EMV 3-D Secure. */
function redirectPartsOf(
  method: AuthenticationJourney['method'],
  challenge: AuthenticationJourney['challenge'],
): NonNullable<StoredResponse['authentication']>['redirect'] {
  if (method) return { customized: { threeDs: { methodUrl: method.url, methodPostData: method.postData } } }
  const cReq = challenge?.fields['creq']
  return challenge && cReq !== undefined ? { customized: { threeDs: { acsUrl: challenge.url, cReq } } } : undefined
}

/**
 * Shops that show whatever they are given, and wait for the browser at their own URL, get there without a challenge,
 * too.
 */
function redirectHtmlOf(
  { status, channel, challenge, wasChallenged, redirectResponseUrl }: AuthenticationJourney,
  key: TransactionKey,
  forms: BrowserForms,
): string | undefined {
  if (challenge) return forms.challenge(challenge)
  const isDecidedAtOnce = channel === 'PAYER_BROWSER' && !isUnfinished(status) && !wasChallenged
  if (!isDecidedAtOnce || redirectResponseUrl === undefined) return undefined
  return forms.result({ url: redirectResponseUrl, fields: returnFieldsOf(key, status) })
}

/** What the payer's browser brings to the merchant's URL. It proves nothing: the merchant asks for the result. */
export function returnFieldsOf(
  { orderId, transactionId }: TransactionKey,
  status: AuthenticationStatus,
): Readonly<Record<string, string>> {
  const { gatewayCode, recommendation } = authenticationStatuses[status]
  return {
    'order.id': orderId,
    'transaction.id': transactionId,
    'response.gatewayRecommendation': recommendation,
    result: describeResult(gatewayCode).result,
  }
}

function interactionOf(status: AuthenticationStatus): 'NOT_POSSIBLE' | 'NOT_REQUIRED' | 'REQUIRED' | undefined {
  if (status === 'AUTHENTICATION_PENDING') return 'REQUIRED'
  if (status === 'AUTHENTICATION_NOT_SUPPORTED') return 'NOT_POSSIBLE'
  // Not known before the issuer has received the payment.
  return status === 'AUTHENTICATION_AVAILABLE' ? undefined : 'NOT_REQUIRED'
}

export function describeProof({ eci, token, dsTransactionId }: Omit<PayerProof, 'challenge'>): object {
  return { acsEci: eci, authenticationToken: token, transactionId: dsTransactionId }
}

export function describeEmv(method: AuthenticationJourney['method'], proof: AuthenticationJourney['proof']): object {
  return {
    methodSupported: method ? 'SUPPORTED' : 'NOT_SUPPORTED',
    acsTransactionId: proof?.acsTransactionId,
    dsTransactionId: proof?.dsTransactionId,
    protocolVersion: proof?.protocolVersion,
    transactionStatus: proof?.status,
  }
}
