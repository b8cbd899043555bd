// Payer authentication that a payer's device requests with the id of a session: the same two steps as the merchant's,
// stored separately from the merchant's orders. The result counts when a payment of the merchant names it.

import { accountIdentity } from '../../kernel/instrument.ts'
import { parseMoney } from '../../kernel/money.ts'
import { isRejection, type Rejection, reject } from '../../kernel/rejection.ts'
import {
  type Call,
  comparisonOf,
  describeInstrument,
  describeTransaction,
  type OperationResponse,
  type OperationResult,
  recordedLink,
  resolveInstrument,
  resolveLinks,
  storableRequest,
} from '../../payments/index.ts'
import { completeFromToken } from '../../tokens/index.ts'
import { openForAuthentication } from '../../wallets/index.ts'
import type { AuthenticatePayerRequest } from '../contract/authenticate-payer.ts'
import type { InitiateAuthenticationRequest } from '../contract/initiate-authentication.ts'
import type { PayerAuthenticationDependencies } from '../dependencies.ts'
import type { DeviceAuthentication } from '../ports/authentications.ts'
import type { PayerAuthentication } from '../ports/payer-authentication.ts'
import {
  admitAuthentication,
  askCounted,
  lookUpCard,
  missingForIssuer,
  newAuthenticationJourney,
} from './ask-issuer.ts'
import { deviceReferenceOf, isAuthentication, returnUrlOf } from './authentication-journey.ts'
import { deviceAuthenticationStep } from './poll-authentication.ts'

/** How many authentications the device of one session may begin. */
const authenticationsMax = 10

export type DeviceAuthenticationDependencies = Pick<
  PayerAuthenticationDependencies,
  | 'acquirers'
  | 'cardCountries'
  | 'deviceAuthentications'
  | 'providers'
  | 'tokens'
  | 'vault'
  | 'velocity'
  | 'wallets'
  | 'browserForms'
  | 'addresses'
  | 'clock'
  | 'identifiers'
  | 'timeouts'
>

/** Payer authentication is offered. */
type OfferedDependencies = DeviceAuthenticationDependencies & { readonly payerAuthentication: PayerAuthentication }

export async function initiateByDevice(
  sentRequest: InitiateAuthenticationRequest,
  call: Call,
  dependencies: OfferedDependencies,
): Promise<OperationResult> {
  const { key, merchant } = call
  const session = sessionOf(call)
  const compared = call.asSent ?? sentRequest
  const [first] = await dependencies.deviceAuthentications.find(key, dependencies.clock.expiryTime(), session.hash)
  if (first) return isSameRequest(first, compared, dependencies) ? answered(first, false) : idUsed()

  const opened = await openForAuthentication(sentRequest, call, dependencies)
  if (isRejection(opened)) return opened
  const completed = await completeFromToken(opened, call, dependencies)
  if (isRejection(completed)) return completed
  const { request } = completed
  const card = resolveInstrument(request, { merchant, taken: ['CARD'] })
  if (isRejection(card)) return card
  if (card.kind !== 'CARD') throw new Error('only cards are supported')
  const { currency } = request.order
  const payment = { orderId: key.orderId, currency, amountMinor: 0n, instrument: card }
  const links = await resolveLinks(merchant, payment, dependencies)
  if (isRejection(links)) return links
  const link = recordedLink(links.link)
  const journey = { ...newAuthenticationJourney(request, dependencies), link }
  const reference = dependencies.identifiers.acquirerReference()
  const admission = await admitAuthentication({ card, call, currency }, dependencies)
  if (isRejection(admission)) return admission
  const lookup = await lookUpCard(card, { reference, link, request, journey }, dependencies).finally(() =>
    admission.reportOutcome('NOT_DECIDED'),
  )
  const begunJourney = { ...journey, ...lookup }
  const { vault, clock } = dependencies
  const createdAt = clock.now()
  const storedRequest = { ...storableRequest(request), sourceOfFunds: describeInstrument(card, request) }
  const step = deviceAuthenticationStep(
    { key, journey: begunJourney, currency, amountMinor: 0n, createdAt, at: createdAt },
    dependencies,
  )
  const begun: DeviceAuthentication = {
    key,
    sessionHash: session.hash,
    orderNamedBy: session.orderNamedBy,
    redirectToken: journey.redirectToken,
    reference,
    currency,
    amountMinor: 0n,
    requestHash: vault.keyedHash('REQUEST', comparisonOf(compared, vault)),
    accountHash: vault.keyedHash('ACCOUNT', accountIdentity(card)),
    request: call.version === undefined ? storedRequest : { ...storedRequest, version: String(call.version) },
    response: step.response,
    journey: step.journey,
    revision: 1,
    createdAt,
    updatedAt: createdAt,
    expiresAt: session.expiresAt,
  }
  const result = await dependencies.deviceAuthentications.begin(begun, authenticationsMax)
  if (result === 'BEGUN') return answered(begun, true)
  // A concurrent call with the same ids came first; the authentication it began is the response to both.
  if (result === 'TAKEN') return { kind: 'MOVED' }
  return reject('OVERLOADED', 'The session has reached its maximum number of authentications.')
}

/** Undefined where the device has begun none with these ids: the merchant may have. */
export async function authenticateByDevice(
  sentRequest: AuthenticatePayerRequest,
  call: Call,
  dependencies: OfferedDependencies,
): Promise<OperationResult | undefined> {
  const session = sessionOf(call)
  const [begun] = await dependencies.deviceAuthentications.find(call.key, dependencies.clock.expiryTime(), session.hash)
  const journey = begun?.journey
  if (!begun || !isAuthentication(journey)) return undefined
  const requestHash = hashUnder(begun.requestHash.keyId, call.asSent ?? sentRequest, dependencies)
  if (journey.requestHash !== undefined) return journey.requestHash === requestHash ? answered(begun, false) : idUsed()
  const { amount, currency } = sentRequest.order
  if (currency !== begun.currency)
    return reject('CURRENCY_DIFFERS', `The authentication was started in ${begun.currency}.`)
  const missing = missingForIssuer(sentRequest, journey)
  if (missing) return missing
  const card = await cardOfSession(sentRequest, begun, call, dependencies)
  if (isRejection(card)) return card

  const amountMinor = amount === undefined ? 0n : (parseMoney({ amount, currency })?.amountMinor ?? 0n)
  const updatedJourney = { ...journey, requestHash, ...returnUrlOf(sentRequest, call) }
  const target = deviceReferenceOf(begun, journey)
  const question = { ...target, request: sentRequest, journey: updatedJourney, card, amountMinor, call }
  const initiated = await askCounted(question, dependencies)
  if (isRejection(initiated)) return initiated
  const at = dependencies.clock.now()
  const { key, createdAt, response } = begun
  const step = deviceAuthenticationStep(
    { key, journey: initiated.journey, currency, amountMinor, createdAt, at, response },
    dependencies,
  )
  const change = {
    journey: step.journey,
    response: step.response,
    amountMinor,
    updatedAt: at,
    expiresAt: session.expiresAt,
  }
  if (!(await dependencies.deviceAuthentications.update(begun, change))) return { kind: 'MOVED' }
  return answered({ ...begun, ...change }, true)
}

async function cardOfSession(
  sentRequest: AuthenticatePayerRequest,
  begun: DeviceAuthentication,
  call: Call,
  dependencies: Pick<PayerAuthenticationDependencies, 'tokens' | 'vault' | 'velocity' | 'wallets' | 'clock'>,
) {
  const opened = await openForAuthentication(sentRequest, call, dependencies)
  if (isRejection(opened)) return opened
  const completed = await completeFromToken(opened, call, dependencies)
  if (isRejection(completed)) return completed
  const card = resolveInstrument(completed.request, { merchant: call.merchant, taken: ['CARD'] })
  if (isRejection(card)) return card
  if (card.kind !== 'CARD') throw new Error('only cards are supported')
  const isSame = dependencies.vault.matches('ACCOUNT', accountIdentity(card), begun.accountHash)
  return isSame ? card : reject('ANOTHER_CARD', 'The card differs from the one the authentication was started with.')
}

function answered({ request, response }: DeviceAuthentication, isFirst: boolean): OperationResponse {
  return { kind: 'ANSWERED', isFirst, response: describeTransaction({ request, response }) }
}

function idUsed(): Rejection {
  return reject('TRANSACTION_ID_USED', 'The transaction id was already used on this order for a different request.')
}

function isSameRequest(
  { requestHash }: DeviceAuthentication,
  request: object,
  dependencies: Pick<PayerAuthenticationDependencies, 'vault'>,
): boolean {
  return hashUnder(requestHash.keyId, request, dependencies) === requestHash.hash.toString('hex')
}

function hashUnder(keyId: string, request: object, { vault }: Pick<PayerAuthenticationDependencies, 'vault'>): string {
  return vault.keyedHash('REQUEST', comparisonOf(request, vault, keyId), keyId).hash.toString('hex')
}

function sessionOf({ usedSession }: Call): NonNullable<Call['usedSession']> {
  if (!usedSession) throw new Error('a device sent a request without its session')
  return usedSession
}
