// What the console's services for transactions under manual resolution return.

import type { HeldAttempt, ManualOutcome, TransactionKey } from '../../payments/index.ts'

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
