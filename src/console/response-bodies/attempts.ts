// What the console's services for transactions under manual resolution return.

import type { HeldAttempt } from '../../payments/ports/manual-resolutions.ts'
import type { TransactionKey } from '../../payments/ports/transactions.ts'
import type { ManualOutcome } from '../../payments/rules/manual-resolution.ts'

export interface HeldAttemptBody
  extends Omit<HeldAttempt, 'key' | 'link' | 'amountMinor' | 'claim' | 'gatewayCode'>,
    TransactionKey {
  readonly amount: string
  readonly acquirerId: string
  readonly acquirerMerchantId: string
  readonly possibleOutcomes: readonly ManualOutcome[]
}

export interface ProposedResolutionBody {
  readonly proposalId: string
}

export interface ResolutionDecisionBody {
  readonly outcome: ManualOutcome
}
