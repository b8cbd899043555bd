// What an acquirer of the tests can do: everything.
import { defaultTimeoutPolicies } from '../../../src/domain/payments/judgement.ts'
import { allRefusals } from '../../../src/domain/payments/refusal.ts'
import type { AcquirerCapabilities } from '../../../src/ports/acquirers/acquirer.ts'

export const allCapabilities: AcquirerCapabilities = {
  timeoutPolicies: defaultTimeoutPolicies,
  refusals: allRefusals,
  canInquire: true,
  canReverse: true,
  holdsEarlyReversals: true,
  lateArrivalMs: 0,
  canCapturePartially: true,
  refundsSeveralCaptures: true,
  canVerifyZeroAmount: true,
  closesBatches: true,
}
