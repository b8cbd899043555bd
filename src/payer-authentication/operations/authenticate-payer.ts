// Has the payer authenticated, under the ids that INITIATE_AUTHENTICATION began with: the issuer decides at once, or
// challenges the payer first.

import { type CardInstrument, cardKindOf, type Expiry, fundingMethodOf } from '../../kernel/instrument.ts'
import { parseMoney } from '../../kernel/money.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { isRejection, type Rejection, reject } from '../../kernel/rejection.ts'
import { Secret } from '../../kernel/secret.ts'
import { mergeValues } from '../../kernel/values.ts'
import { transactionSealContext } from '../../keys/index.ts'
import {
  type AuthenticationJourney,
  type Call,
  comparisonOf,
  describeTransaction,
  findRepeated,
  isUnfinished,
  lockFailure,
  type OperationResult,
  type RequestWithSource,
  resolveAcquirer,
  resolveInstrument,
  type StoredOrder,
  type StoredTransaction,
  sameAccountAs,
  storableRequest,
  unsealWithAudit,
  withSubMerchantOf,
} from '../../payments/index.ts'
import { completeFromToken } from '../../tokens/index.ts'
import { openForAuthentication } from '../../wallets/index.ts'
import type { AuthenticatePayerRequest } from '../contract/authenticate-payer.ts'
import type { PayerAuthenticationDependencies } from '../dependencies.ts'
import { askCounted, missingForIssuer } from './ask-issuer.ts'
import { authenticateByDevice, type DeviceAuthenticationDependencies } from './authenticate-by-device.ts'
import { isAuthentication, progressOf, returnUrlOf } from './authentication-journey.ts'
import { authenticationNotOffered } from './enrollment-proof.ts'

/** An authentication that was begun. */
interface BegunAuthentication {
  readonly stored: StoredOrder
  readonly transaction: StoredTransaction
  readonly journey: AuthenticationJourney
}

export async function authenticatePayer(
  sentRequest: AuthenticatePayerRequest,
  call: Call,
  dependencies: DeviceAuthenticationDependencies &
    Pick<PayerAuthenticationDependencies, 'store' | 'journeys' | 'acquirers' | 'payerAuthentication'>,
): Promise<OperationResult> {
  const { payerAuthentication } = dependencies
  if (!payerAuthentication) return authenticationNotOffered()
  const byDevice =
    call.isDevice && (await authenticateByDevice(sentRequest, call, { ...dependencies, payerAuthentication }))
  if (byDevice) return byDevice
  const begun = findBegun(await dependencies.store.findOrder(call.key), call)
  if (isRejection(begun)) return begun
  const { stored, transaction, journey } = begun
  const request = withDeviceOf(transaction, sentRequest)
  const requestHash = hashOf(call.asSent ?? sentRequest, transaction, dependencies)
  if (journey.requestHash !== undefined && journey.requestHash !== requestHash)
    return reject('TRANSACTION_ID_USED', 'The payer was already authenticated under this id by a different request.')
  if (journey.requestHash !== undefined)
    return { kind: 'ANSWERED', isFirst: false, response: describeTransaction(transaction) }
  const refused = refuse(request, begun) ?? (call.isDevice ? refuseAmount(request, stored) : undefined)
  if (refused) return refused
  const card = await cardToAuthenticate(request, begun, call, dependencies)
  if (isRejection(card)) return card
  const link = resolveAcquirer(transaction.link, dependencies.acquirers)
  if (isRejection(link)) return link
  const storedRequest = storableRequest(request)
  if (stored.order.isLocked) return lockFailure({ storedRequest, call, link }, 'AUTHENTICATION', dependencies)

  const { amount, currency } = request.order
  const amountMinor = amount === undefined ? 0n : (parseMoney({ amount, currency })?.amountMinor ?? 0n)
  // No money moves here, and a repeated request under the same reference has no further effect: so the issuer is asked
  // first, and the request is recorded with the response.
  const reference = transaction.acquirerReference
  const updatedJourney = { ...journey, requestHash, ...returnUrlOf(request, call) }
  const question = { request, journey: updatedJourney, reference, link: transaction.link, card, amountMinor, call }
  const initiated = await askCounted(question, { ...dependencies, payerAuthentication })
  if (isRejection(initiated)) return initiated
  const step = progressOf(
    {
      transaction,
      order: stored.order,
      journey: initiated.journey,
      amountMinor,
      // An amount from a device is only passed to the issuer; the order's amount is set by the merchant.
      orderAmountMinor: amount === undefined || call.isDevice ? stored.order.amountMinor : amountMinor,
      at: dependencies.clock.now(),
      storedRequest: call.isDevice ? only(storedRequest, 'device') : withoutSource(storedRequest),
    },
    dependencies,
  )
  const kind = isUnfinished(step.journey.status) ? 'INTERACTION' : 'OUTCOME'
  const orderRevision = stored.order.revision
  if (!(await dependencies.journeys.recordStep({ ...step, kind, orderRevision, holdsOrder: false })))
    return {
      kind: 'MOVED',
      respondBusy: () => lockFailure({ storedRequest, call, link }, 'AUTHENTICATION', dependencies),
    }
  const response = describeTransaction({ request: transaction.request, response: step.response })
  return { kind: 'ANSWERED', isFirst: true, response }
}

function findBegun(stored: StoredOrder | undefined, { key }: Call): BegunAuthentication | Rejection {
  const transaction = findRepeated(stored, key)
  if (!stored || !transaction)
    return reject('NOTHING_TO_AUTHENTICATE', 'Call INITIATE_AUTHENTICATION first, with the same ids.')
  const { journey } = transaction
  if (!isAuthentication(journey))
    return reject('TRANSACTION_ID_USED', 'The transaction id was already used on this order for a different request.')
  if (transaction.isInFlight) return reject('STILL_IN_PROGRESS', 'The authentication is still being initiated.')
  return { stored, transaction, journey }
}

/** What INITIATE_AUTHENTICATION said of the payer's device stands where this request says nothing else. */
function withDeviceOf(
  { request: { device } }: StoredTransaction,
  sent: AuthenticatePayerRequest,
): AuthenticatePayerRequest {
  return device ? { ...sent, device: mergeValues(device, sent.device ?? {}) } : sent
}

/** Under the key of the transaction's own request, which is stored for as long as the transaction is. */
function hashOf(
  request: object,
  { requestHash }: StoredTransaction,
  { vault }: Pick<PayerAuthenticationDependencies, 'vault'>,
): string {
  const { keyId } = requestHash
  return vault.keyedHash('REQUEST', comparisonOf(request, vault, keyId), keyId).hash.toString('hex')
}

function refuse(request: AuthenticatePayerRequest, { stored, journey }: BegunAuthentication): Rejection | undefined {
  const isKnown = journey.status === 'AUTHENTICATION_AVAILABLE'
  if (isKnown && request.order.currency !== stored.order.currency)
    return reject('CURRENCY_DIFFERS', `The order was opened in ${stored.order.currency}.`)
  return missingForIssuer(request, journey)
}

/** The card is returned as it was when the authentication began. */
function withoutSource({ sourceOfFunds: _, ...rest }: Record<string, unknown>): object {
  return rest
}

function only(values: Record<string, unknown>, name: string): object {
  return name in values ? { [name]: values[name] } : {}
}

/** A device authenticates its payer for the amount that the merchant began with, if the merchant named one. */
function refuseAmount({ order }: AuthenticatePayerRequest, stored: StoredOrder): Rejection | undefined {
  const { amountMinor, currency } = stored.order
  if (order.amount === undefined || amountMinor === 0n) return undefined
  const isSame = parseMoney({ amount: order.amount, currency })?.amountMinor === amountMinor
  return isSame
    ? undefined
    : reject('FIELD_INVALID', "It differs from the amount of the merchant's order.", { field: 'order.amount' })
}

// Finds the card that a payer is authenticated for: repeated in the request, or as sent when the authentication began.

interface RequestToAuthenticate extends RequestWithSource {
  readonly order?: {
    readonly amount?: string
    readonly currency?: string
    readonly subMerchant?: { readonly identifier?: string }
  }
}

export async function cardToAuthenticate(
  given: RequestToAuthenticate,
  { transaction, stored }: { readonly transaction: StoredTransaction; readonly stored: StoredOrder },
  call: Call,
  dependencies: Pick<PayerAuthenticationDependencies, 'tokens' | 'vault' | 'velocity' | 'wallets' | 'clock'>,
): Promise<CardInstrument | Rejection> {
  if (!given.sourceOfFunds) return cardOf(transaction, call, dependencies)
  const opened = await openForAuthentication(given, call, dependencies)
  if (isRejection(opened)) return opened
  const completed = await completeFromToken(withSubMerchantOf(stored, opened), call, dependencies)
  if (isRejection(completed)) return completed
  const card = resolveInstrument(completed.request, { merchant: call.merchant, taken: ['CARD'] })
  if (isRejection(card)) return card
  if (card.kind !== 'CARD') throw new Error('only cards are supported')
  if (!sameAccountAs(card, stored, dependencies.vault)(transaction.key.transactionId))
    return reject('ANOTHER_CARD', 'The card differs from the one the authentication was started with.')
  return card
}

async function cardOf(
  { key, accounts, request }: StoredTransaction,
  call: Call,
  dependencies: Pick<PayerAuthenticationDependencies, 'vault' | 'clock'>,
): Promise<CardInstrument | Rejection> {
  if (!accounts) return reject('NO_SOURCE_OF_FUNDS', 'Mandatory parameter is missing.')
  const { orderId, transactionId } = key
  const subject = { orderId, transactionId, purpose: 'AUTHENTICATION' }
  const opened = await unsealWithAudit(
    { sealed: accounts, belongsTo: transactionSealContext(key), subject },
    call,
    dependencies,
  )
  const digits = new Map(JSON.parse(opened) as [string, string][]).get('sourceOfFunds.provided.card.number')
  if (digits === undefined) return reject('NO_SOURCE_OF_FUNDS', 'Mandatory parameter is missing.')
  const expiry = request.sourceOfFunds?.provided?.card?.expiry as Expiry | undefined
  return {
    kind: 'CARD',
    number: new Secret('ACCOUNT', digits),
    ...cardKindOf(digits),
    fundingMethod: fundingMethodOf(digits),
    ...omitUndefined({ expiry }),
  }
}
