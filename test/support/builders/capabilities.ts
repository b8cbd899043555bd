// What an acquirer of the tests can do: everything.

import type { AcquirerCapabilities } from '../../../src/payments/ports/acquirer.ts'
import { defaultTimeoutPolicies } from '../../../src/payments/rules/judgement.ts'
import { allRefusals } from '../../../src/payments/rules/refusal.ts'

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
