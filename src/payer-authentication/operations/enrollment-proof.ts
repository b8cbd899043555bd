// What an authentication by 3-D Secure 1 proves to a payment. It is valid for one successful payment; after a failed
// payment it can be used again.

import { type Explanation, explain } from '../../kernel/explanation.ts'
import { gatewayCodes } from '../../kernel/gateway-code.ts'
import { accountIdentity } from '../../kernel/instrument.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { type Rejection, reject } from '../../kernel/rejection.ts'
import {
  type AuthenticationStatus,
  authenticityOfEnrollment,
  type EnrollmentOutcome,
  enrollmentOutcomes,
  findRepeated,
  type PaymentAuthentication,
  type PaymentToCheck,
  type PayRequest,
  type TransactionKey,
} from '../../payments/index.ts'
import { conflict, retryOnConflict } from '../../platform/concurrency/retry-on-conflict.ts'
import type { ThreeDSecureResponse } from '../contract/three-d-secure.ts'
import type { PayerAuthenticationDependencies } from '../dependencies.ts'
import type { EnrollmentCheck, EnrollmentCheckKey, EnrollmentState } from '../ports/authentications.ts'

const field = 'threeDSecureId'

/** In the terms that newer versions use for the payment. */
const statuses = {
  CARD_ENROLLED: 'AUTHENTICATION_PENDING',
  CARD_NOT_ENROLLED: 'AUTHENTICATION_NOT_SUPPORTED',
  CARD_DOES_NOT_SUPPORT_3DS: 'AUTHENTICATION_NOT_SUPPORTED',
  AUTHENTICATION_SUCCESSFUL: 'AUTHENTICATION_SUCCESSFUL',
  AUTHENTICATION_ATTEMPTED: 'AUTHENTICATION_ATTEMPTED',
  AUTHENTICATION_NOT_AVAILABLE: 'AUTHENTICATION_UNAVAILABLE',
  AUTHENTICATION_FAILED: 'AUTHENTICATION_FAILED',
} as const satisfies Readonly<Record<EnrollmentOutcome, AuthenticationStatus>>

export async function proofOfEnrollment(
  threeDSecureId: string,
  { call, card, amountMinor, currency }: PaymentToCheck,
  dependencies: Pick<PayerAuthenticationDependencies, 'store' | 'vault' | 'enrollmentChecks' | 'clock'>,
): Promise<PaymentAuthentication | Rejection> {
  const key = { merchantId: call.merchant.id, threeDSecureId }
  const check = await dependencies.enrollmentChecks.find(key)
  const outcome = check?.state.outcome
  if (!check || !outcome) return noEnrollmentCheck()
  if (!dependencies.vault.matches('ACCOUNT', accountIdentity(card), check.accountHash))
    return reject('ANOTHER_CARD', 'The card is not the one whose enrollment was checked.')
  if (check.currency !== currency)
    return unsuitable(explain('The enrollment was checked in {currency}.', { currency: check.currency }))
  if (amountMinor > check.amountMinor) return unsuitable('The enrollment was checked for a smaller amount.')
  if (await isTaken(check, call.key, dependencies))
    return unsuitable('The authentication was used for another payment.')
  const threeDSecure = describeEnrollmentProof(check.state)
  const authenticationStatus = statuses[outcome]
  return {
    kind: 'PROOF',
    authenticity: authenticityOfEnrollment[outcome],
    word:
      outcome === 'AUTHENTICATION_FAILED'
        ? outcome
        : (threeDSecure.authenticationStatus ?? threeDSecure.enrollmentStatus),
    threeDSecure,
    shown: { transaction: { authenticationStatus }, order: { authenticationStatus } },
    reserve: () => reserve(key, call.key, dependencies),
  }
}

function unsuitable(explanation: string | Explanation): Rejection {
  return reject('AUTHENTICATION_UNSUITABLE', explanation, { field })
}

const enrollments = { N: 'NOT_ENROLLED', U: 'ENROLLMENT_STATUS_UNDETERMINED', Y: 'ENROLLED' } as const

function describeEnrollmentProof({
  outcome,
  enrolled = 'N',
  xid,
  proof,
}: EnrollmentState): NonNullable<PayRequest['threeDSecure']> {
  const isTellable =
    outcome === 'AUTHENTICATION_SUCCESSFUL' ||
    outcome === 'AUTHENTICATION_ATTEMPTED' ||
    // If the directory did not respond, the enrollment alone shows it: no issuer was asked.
    (outcome === 'AUTHENTICATION_NOT_AVAILABLE' && enrolled === 'Y')
  return {
    enrollmentStatus: enrollments[enrolled],
    ...(isTellable && { authenticationStatus: outcome }),
    ...omitUndefined({ acsEci: proof?.eci, authenticationToken: proof?.token }),
    ...(proof && xid !== undefined && { xid }),
  }
}

/** Another payment has succeeded with it, or may still succeed. */
async function isTaken(
  { key: { merchantId }, state: { usedBy } }: EnrollmentCheck,
  { orderId, transactionId }: TransactionKey,
  { store }: Pick<PayerAuthenticationDependencies, 'store'>,
): Promise<boolean> {
  if (!usedBy || (usedBy.orderId === orderId && usedBy.transactionId === transactionId)) return false
  const user = { merchantId, ...usedBy }
  const { gatewayCode } = findRepeated(await store.findOrder(user), user) ?? {}
  // It is reserved by recorded payments, so one without an outcome is under way.
  return gatewayCode === undefined || gatewayCodes[gatewayCode].isOpen || gatewayCodes[gatewayCode].result === 'SUCCESS'
}

async function reserve(
  key: EnrollmentCheckKey,
  payment: TransactionKey,
  dependencies: Pick<PayerAuthenticationDependencies, 'store' | 'enrollmentChecks' | 'clock'>,
): Promise<boolean> {
  const { enrollmentChecks, clock } = dependencies
  const { orderId, transactionId } = payment
  const isReserved = await retryOnConflict(async () => {
    const check = await enrollmentChecks.find(key)
    if (!check || (await isTaken(check, payment, dependencies))) return false
    const state = { ...check.state, usedBy: { orderId, transactionId } }
    return (await enrollmentChecks.update(check, state, clock.expiryTime())) || conflict
  })
  return isReserved === true
}

// The answers about an authentication by 3-D Secure 1.

/** Everything that is known; each operation's contract selects its own part. */
export function describeEnrollment({ key, state }: EnrollmentCheck): ThreeDSecureResponse {
  const { outcome, enrolled, xid, proof, redirect } = state
  if (!outcome) throw new Error('an enrollment check is described before it has a response')
  const { result, recommendation } = enrollmentOutcomes[outcome]
  return {
    merchant: key.merchantId,
    result,
    threeDSecureId: key.threeDSecureId,
    response: { gatewayRecommendation: recommendation, threeDSecure: { gatewayCode: outcome } },
    threeDSecure: {
      ...(enrolled && { veResEnrolled: enrolled }),
      ...omitUndefined({ xid }),
      ...(proof && { paResStatus: proof.status }),
      ...omitUndefined({ acsEci: proof?.eci, authenticationToken: proof?.token }),
      ...(redirect && { authenticationRedirect: redirect }),
    },
  }
}

/** The exact explanation that merchants' programs look for. */
const neverChecked = 'No check has been performed for this merchant and 3D Secure Id.'

/** For the id in a path. */
export function unknownEnrollmentCheck(): Rejection {
  return reject('UNKNOWN_THREE_D_SECURE_ID', neverChecked)
}

/** For the id in a payment. */
export function noEnrollmentCheck(): Rejection {
  return reject('NO_ENROLLMENT_CHECK', neverChecked)
}

export function authenticationNotOffered(): Rejection {
  return reject('OPERATION_NOT_OFFERED', 'This gateway is not connected to a payer authentication service.')
}
