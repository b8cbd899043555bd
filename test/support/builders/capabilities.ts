// What an acquirer of the tests can do: everything.
import { defaultTimeoutPolicies } from '../../../src/domain/payments/judgement.ts'
import type { AcquirerCapabilities } from '../../../src/ports/acquirers/acquirer.ts'

export const allCapabilities: AcquirerCapabilities = {
  timeoutPolicies: defaultTimeoutPolicies,
  canInquire: true,
  canReverse: true,
  holdsEarlyReversals: true,
  lateArrivalMs: 0,
  canCapturePartially: true,
  canVerifyZeroAmount: true,
  closesBatches: true,
}
