// Returns the status of an authentication by 3-D Secure 1.

import type { Call, OperationResult } from '../../payments/call.ts'
import type { RetrievalRequest } from '../../payments/contract/retrieve-transaction.ts'
import type { PayerAuthenticationDependencies } from '../dependencies.ts'
import { describeEnrollment, unknownEnrollmentCheck } from './describe-enrollment.ts'

export async function retrieveThreeDSecureResult(
  _request: RetrievalRequest,
  { merchant, threeDSecureId = '' }: Call,
  { enrollmentChecks }: Pick<PayerAuthenticationDependencies, 'enrollmentChecks'>,
): Promise<OperationResult> {
  const check = await enrollmentChecks.find({ merchantId: merchant.id, threeDSecureId })
  if (!check?.state.outcome) return unknownEnrollmentCheck()
  return { kind: 'ANSWERED', isFirst: false, response: describeEnrollment(check) }
}
