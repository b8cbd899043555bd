// Reads what the issuer's access-control server sent back through the payer's browser, and stores what it proves.

import { reject } from '../../kernel/rejection.ts'
import {
  type AuthenticationProof,
  type Call,
  type OperationResult,
  outcomeOfPaRes,
  type RetrievalRequest,
} from '../../payments/index.ts'
import { conflict, retryOnConflict } from '../../platform/concurrency/retry-on-conflict.ts'
import { responseWithin } from '../../platform/concurrency/with-timeout.ts'
import type { ProcessAcsResultRequest } from '../contract/three-d-secure.ts'
import type { PayerAuthenticationDependencies } from '../dependencies.ts'
import { authenticationNotOffered, describeEnrollment, unknownEnrollmentCheck } from './enrollment-proof.ts'

export async function processAcsResult(
  { threeDSecure: { paRes } }: ProcessAcsResultRequest,
  { merchant, threeDSecureId = '' }: Call,
  dependencies: Pick<
    PayerAuthenticationDependencies,
    'payerAuthentication' | 'enrollmentChecks' | 'clock' | 'timeouts'
  >,
): Promise<OperationResult> {
  const { payerAuthentication, enrollmentChecks, clock, timeouts } = dependencies
  if (!payerAuthentication) return authenticationNotOffered()
  const key = { merchantId: merchant.id, threeDSecureId }
  const result = await retryOnConflict(async (): Promise<OperationResult | typeof conflict> => {
    const check = await enrollmentChecks.find(key)
    if (!check?.state.outcome) return unknownEnrollmentCheck()
    const { reference, enrolled, proof: storedProof } = check.state
    if (enrolled !== 'Y')
      return reject('NOTHING_TO_PROCESS', 'The payer of this card was not sent to any access-control server.')
    const read = await responseWithin(payerAuthentication.readResult({ reference, paRes }), {
      timeoutMs: timeouts.serviceWaitMs,
      silence: { kind: 'SILENT' } as const,
    })
    if (read.kind === 'SILENT') return reject('OVERLOADED', 'Payer authentication is not available. Try again later.')
    // It may have been altered on its way through the browser. The check stays open: the correct one may still come.
    if (read.kind === 'UNREADABLE')
      return reject('ACS_RESULT_REFUSED', 'Value is invalid. It is not a response to this authentication.')
    if (storedProof && !isSame(storedProof, read.proof))
      return reject('ACS_RESULT_REFUSED', 'A different response to this authentication has already been processed.')
    if (storedProof) return { kind: 'ANSWERED', isFirst: false, response: describeEnrollment(check) }

    const { proof } = read
    const state = { ...check.state, outcome: outcomeOfPaRes[proof.status], proof }
    if (!(await enrollmentChecks.update(check, state, clock.expiryTime()))) return conflict
    return { kind: 'ANSWERED', isFirst: true, response: describeEnrollment({ ...check, state }) }
  })
  return result === conflict
    ? reject('OVERLOADED', 'The authentication is being changed by many requests at once. Try again later.')
    : result
}

function isSame(one: AuthenticationProof, other: AuthenticationProof): boolean {
  return one.status === other.status && one.eci === other.eci && one.token === other.token && one.xid === other.xid
}

/** Returns the status of an authentication by 3-D Secure 1. */
export async function retrieveThreeDSecureResult(
  _request: RetrievalRequest,
  { merchant, threeDSecureId = '' }: Call,
  { enrollmentChecks }: Pick<PayerAuthenticationDependencies, 'enrollmentChecks'>,
): Promise<OperationResult> {
  const check = await enrollmentChecks.find({ merchantId: merchant.id, threeDSecureId })
  if (!check?.state.outcome) return unknownEnrollmentCheck()
  return { kind: 'ANSWERED', isFirst: false, response: describeEnrollment(check) }
}
