// The answers about an authentication by 3-D Secure 1.

import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { type Rejection, reject } from '../../kernel/rejection.ts'
import { enrollmentOutcomes } from '../../payments/rules/payer-authentication.ts'
import type { ThreeDSecureResponse } from '../contract/three-d-secure.ts'
import type { EnrollmentCheck } from '../ports/authentications.ts'

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
