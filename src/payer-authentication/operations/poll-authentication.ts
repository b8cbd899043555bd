// Asks the issuer for the status of an open authentication, and takes it one step further when the payer has answered.
// A browser that comes back, a retrieval of the transaction and a payment with it all get the issuer's own result.

import {
  type AuthenticationJourney,
  type AuthenticationReference,
  findRepeated,
  orderOpenedBy,
  type PayerProof,
  type StoredOrder,
  type StoredResponse,
  statusOfProof,
  type TransactionKey,
} from '../../payments/index.ts'
import { conflict, retryOnConflict } from '../../platform/concurrency/retry-on-conflict.ts'
import { noAnswer, responseWithin } from '../../platform/concurrency/with-timeout.ts'
import type { PayerAuthenticationDependencies } from '../dependencies.ts'
import type { DeviceAuthentication } from '../ports/authentications.ts'
import { deviceReferenceOf, isAuthentication, progressOf } from './authentication-journey.ts'

export type AuthenticationPollDependencies = Pick<
  PayerAuthenticationDependencies,
  'store' | 'journeys' | 'payerAuthentication' | 'browserForms' | 'clock' | 'timeouts'
>

/** The order after the poll; undefined when there is none. */
export async function pollAuthentication(
  key: TransactionKey,
  dependencies: AuthenticationPollDependencies,
): Promise<StoredOrder | undefined> {
  const stored = await retryOnConflict(async () => {
    const read = await dependencies.store.findOrder(key)
    return read && (await pollOnce(read, key, dependencies)) === 'MOVED' ? conflict : read
  })
  return stored === conflict ? dependencies.store.findOrder(key) : stored
}

/** MOVED when the order has changed since it was read. */
async function pollOnce(
  stored: StoredOrder,
  key: TransactionKey,
  dependencies: AuthenticationPollDependencies,
): Promise<'MOVED' | undefined> {
  const transaction = findRepeated(stored, key)
  const journey = transaction?.journey
  if (!transaction || !isAuthentication(journey) || !isChallenged(journey)) return undefined
  // The transaction that holds the order is decided first.
  if (stored.order.isLocked) return undefined
  const { acquirerReference: reference, link } = transaction
  const proof = await fetchAuthenticationResult({ reference, link }, dependencies)
  if (!proof || proof.status === 'C') return undefined
  const step = progressOf(
    {
      transaction,
      order: stored.order,
      journey: applyProof(journey, proof),
      amountMinor: transaction.amountMinor,
      orderAmountMinor: stored.order.amountMinor,
      at: dependencies.clock.now(),
    },
    dependencies,
  )
  await dependencies.journeys.recordStep({
    ...step,
    kind: 'OUTCOME',
    orderRevision: stored.order.revision,
    holdsOrder: false,
  })
  return 'MOVED'
}

export function isChallenged({ status }: AuthenticationJourney): boolean {
  return status === 'AUTHENTICATION_PENDING'
}

export async function fetchAuthenticationResult(
  target: AuthenticationReference,
  { payerAuthentication, timeouts }: Pick<PayerAuthenticationDependencies, 'payerAuthentication' | 'timeouts'>,
): Promise<PayerProof | undefined> {
  if (!payerAuthentication) return undefined
  const result = await responseWithin(payerAuthentication.resultOf(target), {
    timeoutMs: timeouts.serviceWaitMs,
    silence: noAnswer,
  })
  return result.kind === 'ANSWERED' ? result.proof : undefined
}

/** The journey with the issuer's response; no response counts as unavailable. */
export function applyProof(journey: AuthenticationJourney, newProof: PayerProof | undefined): AuthenticationJourney {
  const { challenge: answered, proof: _, ...before } = journey
  const earlier = { ...before, ...(answered && { wasChallenged: true as const }) }
  if (!newProof) return { ...earlier, status: 'AUTHENTICATION_UNAVAILABLE' }
  const { challenge, ...proof } = newProof
  return { ...earlier, status: statusOfProof[proof.status], proof, challenge }
}

// Finds the result of an authentication that a device began: the payer may have answered the issuer's challenge without
// the browser coming back.

type DeviceAuthenticationPollDependencies = Pick<
  PayerAuthenticationDependencies,
  'deviceAuthentications' | 'payerAuthentication' | 'timeouts' | 'browserForms' | 'clock'
>

export async function pollDeviceAuthentication(
  begun: DeviceAuthentication,
  dependencies: DeviceAuthenticationPollDependencies,
): Promise<DeviceAuthentication> {
  const { key, journey, currency, amountMinor, createdAt, response, expiresAt } = begun
  if (!isAuthentication(journey) || !isChallenged(journey)) return begun
  const proof = await fetchAuthenticationResult(deviceReferenceOf(begun, journey), dependencies)
  if (!proof || proof.status === 'C') return begun
  const at = dependencies.clock.now()
  const step = deviceAuthenticationStep(
    { key, journey: applyProof(journey, proof), currency, amountMinor, createdAt, at, response },
    dependencies,
  )
  const change = { journey: step.journey, response: step.response, amountMinor, updatedAt: at, expiresAt }
  // The concurrent caller that came first got the same response from the issuer.
  await dependencies.deviceAuthentications.update(begun, change)
  return { ...begun, ...change }
}

// One step of an authentication that a device began, described like a transaction's, on an order without other
// transactions.

interface DeviceStep {
  readonly key: DeviceAuthentication['key']
  readonly journey: AuthenticationJourney
  readonly currency: string
  readonly amountMinor: bigint
  readonly createdAt: Date
  readonly at: Date
  /** The response of the previous step. */
  readonly response?: StoredResponse | undefined
}

export function deviceAuthenticationStep(
  { key, journey, currency, amountMinor, createdAt, at, response }: DeviceStep,
  dependencies: Pick<PayerAuthenticationDependencies, 'browserForms'>,
): { readonly response: StoredResponse; readonly journey: AuthenticationJourney } {
  const order = orderOpenedBy({ key, currency, orderAmountMinor: amountMinor, at: createdAt })
  const transaction = {
    key,
    entryPoint: 'WEB_SERVICES_API' as const,
    recordedAt: createdAt,
    ...(response && { response }),
  }
  return progressOf({ transaction, order, journey, amountMinor, orderAmountMinor: amountMinor, at }, dependencies)
}
