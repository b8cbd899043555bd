// The payer authentication of a payment: by 3-D Secure 1 under a 3DSecureId, by a transaction of the same order, made
// elsewhere, or none. It must have authenticated this card and at least this amount.

import { accountIdentity, type Instrument, isProvenByDevice } from '../../kernel/instrument.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { type Rejection, reject } from '../../kernel/rejection.ts'
import {
  type AuthenticationJourney,
  type AuthenticationReference,
  authenticityOf,
  findRepeated,
  type OrderChanged,
  type PayerProofs,
  type PaymentAuthentication,
  type PaymentToCheck,
  type PayRequest,
  type RequestWithAuthentication,
  type StoredOrder,
  type TransactionKey,
} from '../../payments/index.ts'
import type { PayerAuthenticationDependencies } from '../dependencies.ts'
import { describeEmv, describeProof, deviceReferenceOf, isAuthentication } from './authentication-journey.ts'
import { proofOfEnrollment } from './enrollment-proof.ts'
import { isChallenged, pollAuthentication, pollDeviceAuthentication } from './poll-authentication.ts'

export type AuthenticationProofDependencies = Pick<
  PayerAuthenticationDependencies,
  | 'store'
  | 'journeys'
  | 'deviceAuthentications'
  | 'vault'
  | 'payerAuthentication'
  | 'enrollmentChecks'
  | 'browserForms'
  | 'clock'
  | 'timeouts'
>

/** Only cards have payer authentication. MOVED when the issuer's response has just changed the order. */
export async function applyAuthentication(
  request: RequestWithAuthentication,
  {
    instrument,
    call,
    stored,
    amountMinor,
    currency,
  }: Omit<PaymentToCheck, 'card'> & { readonly instrument: Instrument },
  dependencies: AuthenticationProofDependencies,
): Promise<PaymentAuthentication | Rejection | OrderChanged<never>> {
  if (instrument.kind !== 'CARD') return { kind: 'PROOF', authenticity: 'NONE', shown: {} }
  const paying = { call, stored, amountMinor, currency, card: instrument }
  const { transactionId } = request.authentication ?? {}
  if (transactionId !== undefined) return proofOfTransaction(transactionId, paying, dependencies)
  if (request.threeDSecureId !== undefined) return proofOfEnrollment(request.threeDSecureId, paying, dependencies)
  if (isProvenByDevice(instrument) && !request.threeDSecure)
    return { kind: 'PROOF', authenticity: 'AUTHENTICATED', shown: {} }
  return proofFromElsewhere(request.threeDSecure)
}

/** The merchant's own statement, which is passed on unchanged. */
function proofFromElsewhere(threeDSecure: PayRequest['threeDSecure']): PaymentAuthentication {
  const common = { kind: 'PROOF', shown: {}, ...omitUndefined({ threeDSecure }) } as const
  if (!threeDSecure) return { ...common, authenticity: 'NONE' }
  const { authenticationStatus, enrollmentStatus } = threeDSecure
  if (authenticationStatus === 'AUTHENTICATION_SUCCESSFUL' || authenticationStatus === 'AUTHENTICATION_ATTEMPTED')
    return { ...common, authenticity: 'AUTHENTICATED' }
  return { ...common, authenticity: enrollmentStatus === 'NOT_ENROLLED' ? 'NOT_ENROLLED' : 'UNAVAILABLE' }
}

async function proofOfTransaction(
  transactionId: string,
  paying: PaymentToCheck,
  dependencies: AuthenticationProofDependencies,
): Promise<PaymentAuthentication | Rejection | OrderChanged<never>> {
  const { call, card, stored } = paying
  const key = { ...call.key, transactionId }
  const transaction = findRepeated(stored, key)
  if (!transaction) return proofOfDevice(key, paying, dependencies)
  const { journey, accountHash, amountMinor } = transaction
  if (!isAuthentication(journey)) return noAuthentication()
  if (!accountHash || !dependencies.vault.matches('ACCOUNT', accountIdentity(card), accountHash)) return anotherCard()
  // The payer may have answered without the browser coming back.
  if (isChallenged(journey) && hasMoved(stored, await pollAuthentication(key, dependencies))) return { kind: 'MOVED' }
  const target = { reference: transaction.acquirerReference, link: transaction.link }
  return proofOfJourney(journey, { transactionId, amountMinor, about: target }, paying)
}

/** An authentication that a payer's device began with the id of a session is no transaction of the order. */
async function proofOfDevice(
  key: TransactionKey,
  paying: PaymentToCheck,
  dependencies: Pick<
    PayerAuthenticationDependencies,
    'deviceAuthentications' | 'vault' | 'payerAuthentication' | 'browserForms' | 'clock' | 'timeouts'
  >,
): Promise<PaymentAuthentication | Rejection> {
  const begun = await dependencies.deviceAuthentications.find(key, dependencies.clock.expiryTime())
  const identity = accountIdentity(paying.card)
  const hash = paying.call.usedSession?.hash
  // A payment with the session of the device is judged by what that device did, even if others have named the same ids.
  const own = begun.filter(({ sessionHash }) => hash?.equals(sessionHash))
  const candidates = own.length > 0 ? own : begun
  const ofCard = candidates.find(({ accountHash }) => dependencies.vault.matches('ACCOUNT', identity, accountHash))
  if (!ofCard) return begun.length > 0 ? anotherCard() : noAuthentication()
  const { journey, currency, amountMinor } = await pollDeviceAuthentication(ofCard, dependencies)
  if (!isAuthentication(journey)) return noAuthentication()
  if (currency !== paying.currency)
    return reject('AUTHENTICATION_UNSUITABLE', 'The payer was authenticated for an amount in a different currency.')
  const target = deviceReferenceOf(ofCard, journey)
  return proofOfJourney(journey, { transactionId: key.transactionId, amountMinor, about: target }, paying)
}

function noAuthentication(): Rejection {
  return reject('AUTHENTICATION_UNSUITABLE', 'The order has no payer authentication with this id.')
}

function anotherCard(): Rejection {
  return reject('ANOTHER_CARD', 'The card is not the one that was authenticated.')
}

function proofOfJourney(
  journey: AuthenticationJourney,
  authenticated: {
    readonly transactionId: string
    readonly amountMinor: bigint
    readonly about: AuthenticationReference
  },
  { amountMinor }: PaymentToCheck,
): PaymentAuthentication | Rejection {
  const authenticity = authenticityOf[journey.status]
  if (authenticity === 'AUTHENTICATED' && amountMinor > authenticated.amountMinor)
    return reject('AUTHENTICATION_UNSUITABLE', 'The payer was authenticated for a smaller amount.')
  const { transactionId, about: target } = authenticated
  const { status, proof, version } = journey
  return {
    kind: 'PROOF',
    authenticity,
    word: status,
    about: target,
    threeDSecure: inTermsOfThreeDSecure(journey),
    shown: {
      authentication: {
        transactionId,
        ...(version && { version }),
        ...((proof?.token !== undefined || proof?.eci !== undefined) && { threeDs: describeProof(proof) }),
        ...(version === '3DS2' && { threeDs2: describeEmv(journey.method, proof) }),
      },
      transaction: { authenticationStatus: status },
      order: { authenticationStatus: status },
    },
  }
}

function hasMoved(before: StoredOrder | undefined, now: StoredOrder | undefined): boolean {
  return before?.order.revision !== now?.order.revision
}

/** The same in the terms of the acquirer interface. */
function inTermsOfThreeDSecure({ status, proof }: AuthenticationJourney): NonNullable<PayRequest['threeDSecure']> {
  const proven = {
    ...omitUndefined({ acsEci: proof?.eci, authenticationToken: proof?.token }),
  }
  switch (status) {
    case 'AUTHENTICATION_SUCCESSFUL':
    case 'AUTHENTICATION_ATTEMPTED':
      return { ...proven, authenticationStatus: status, enrollmentStatus: 'ENROLLED' }
    case 'AUTHENTICATION_NOT_SUPPORTED':
      return { enrollmentStatus: 'NOT_ENROLLED' }
    case 'AUTHENTICATION_UNAVAILABLE':
      return {
        ...proven,
        authenticationStatus: 'AUTHENTICATION_NOT_AVAILABLE',
        enrollmentStatus: proof ? 'ENROLLED' : 'ENROLLMENT_STATUS_UNDETERMINED',
      }
    default:
      return { ...proven, enrollmentStatus: 'ENROLLED' }
  }
}

/** The dependencies are read at each use: one may be replaced while the gateway runs. */
export function payerProofs(dependencies: AuthenticationProofDependencies): PayerProofs {
  return {
    find: (request, payment) => applyAuthentication(request, payment, dependencies),
    isAtAcquirer: (link) => dependencies.payerAuthentication?.isAtAcquirer(link) ?? false,
    refresh: (key) => pollAuthentication(key, dependencies),
    async findOfDevice(key) {
      const [begun] = await dependencies.deviceAuthentications.find(key, dependencies.clock.expiryTime())
      return begun && pollDeviceAuthentication(begun, dependencies)
    },
  }
}
