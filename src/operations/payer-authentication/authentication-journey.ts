// The progress of a payer authentication, as stored with its transaction, and how it is taken one step further.
import type { AcquirerLink } from '../../domain/merchants/merchant.ts'
import { mergeValues } from '../../domain/merge-values.ts'
import { formatMoney } from '../../domain/money.ts'
import {
  type AuthenticationStatus,
  authenticationStatuses,
  isUnfinished,
} from '../../domain/payer-authentication/payer-authentication.ts'
import { type Order, statusOf, totalsOf, withOutcome } from '../../domain/payments/order.ts'
import type { DeviceAuthentication } from '../../ports/payer-authentication/device-authentications.ts'
import type {
  AuthenticationChannel,
  AuthenticationReference,
  PayerProof,
} from '../../ports/payer-authentication/payer-authentication.ts'
import type { Outcome, StoredTransaction, TransactionKey } from '../../ports/payments/transactions.ts'
import type { Ports } from '../call.ts'
import { describeOrder, describeResult } from '../payments/describe-transaction.ts'

export interface AuthenticationJourney {
  readonly kind: 'PAYER_AUTHENTICATION'
  readonly status: AuthenticationStatus
  readonly channel: AuthenticationChannel
  readonly purpose: string
  /** Identifies it in the URL that the access-control server sends the browser back to. */
  readonly redirectToken: string
  readonly version?: '3DS1' | '3DS2'
  readonly method?: { readonly url: string; readonly postData: string }
  /** The request to authenticate the payer, hashed under the key that the transaction's own request is hashed under. */
  readonly requestHash?: string
  /** Where the payer's browser goes with the result. Without it the merchant's program asks for the result. */
  readonly redirectResponseUrl?: string
  /** Where the payer's browser posts which values, while the payer has not answered. */
  readonly challenge?: NonNullable<PayerProof['challenge']>
  /** There was a challenge, which is over: the payer's browser comes back from the issuer's page. */
  readonly wasChallenged?: true
  readonly proof?: Omit<PayerProof, 'challenge'>
  /** Which acquirer is to take the payment; of an authentication that is no transaction, which has its own. */
  readonly link?: AcquirerLink
}

export function isAuthentication(journey: object | undefined): journey is AuthenticationJourney {
  return journey !== undefined && (journey as { readonly kind?: unknown }).kind === 'PAYER_AUTHENTICATION'
}

/** An authentication that a device has begun. One that is older than links belongs to the simulator's. */
export function aboutDevice(
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
    readonly answer?: object
  }
  /** As it was read. */
  readonly order: Order
  readonly journey: AuthenticationJourney
  readonly amountMinor: bigint
  readonly orderAmountMinor: bigint
  readonly at: Date
  /** The storable values of the request that causes the step. */
  readonly said?: object
}

type RecordedProgress = Pick<
  Outcome,
  'key' | 'at' | 'gatewayCode' | 'amountMinor' | 'orderStatus' | 'orderAmountMinor' | 'totals' | 'answer'
> & { readonly journey: AuthenticationJourney }

/** What is recorded of an authentication with its next step, be it the first or a later one. */
export function progressOf(
  { transaction, journey, amountMinor, orderAmountMinor, at, said = {}, ...progress }: JourneyProgress,
  { browserForms }: Pick<Ports, 'browserForms'>,
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
  const update = {
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
    answer: mergeValues(mergeValues(transaction.answer ?? {}, said), update),
    journey,
  }
}

/** Members that are no longer true are undefined, which removes them from an earlier answer. */
function describeJourney(journey: AuthenticationJourney, key: TransactionKey, forms: Ports['browserForms']): object {
  const { method, proof, version, redirectResponseUrl } = journey
  const canLook = journey.status === 'AUTHENTICATION_AVAILABLE' ? method : undefined
  return {
    channel: journey.channel,
    purpose: journey.purpose,
    transactionId: key.transactionId,
    version: version ?? 'NONE',
    redirectResponseUrl,
    payerInteraction: interactionOf(journey.status),
    redirect: canLook && {
      customized: { threeDs: { methodUrl: canLook.url, methodPostData: canLook.postData } },
    },
    redirectHtml: canLook ? forms.method(canLook) : redirectHtmlOf(journey, key, forms),
    threeDs: proof?.token === undefined && proof?.eci === undefined ? undefined : describeProof(proof),
    threeDs2: version === '3DS2' ? describeEmv(method, proof) : undefined,
  }
}

/**
 * Shops that show whatever they are given, and wait for the browser at their own URL, get there without a challenge,
 * too.
 */
function redirectHtmlOf(
  { status, channel, challenge, wasChallenged, redirectResponseUrl }: AuthenticationJourney,
  key: TransactionKey,
  forms: Ports['browserForms'],
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

function interactionOf(status: AuthenticationStatus): string | undefined {
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
