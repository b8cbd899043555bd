// What the console's services for transactions under manual resolution return.
import type { ManualOutcome } from '../../../domain/payments/manual-resolution.ts'
import type { HeldAttempt } from '../../../ports/payments/manual-resolutions.ts'
import type { TransactionKey } from '../../../ports/payments/transactions.ts'

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
