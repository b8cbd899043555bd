// Transactions that only operators can end, and what they propose about them.

import type { AuditEntry, AuditStamp } from '../../audit/ports/audit.ts'
import type { GatewayCode } from '../../kernel/gateway-code.ts'
import type { PageRequest, ResultPage } from '../../kernel/page.ts'
import type { TransactionType } from '../../kernel/transaction-type.ts'
import type { AcquirerLink } from '../../merchants/rules/merchant.ts'
import type { ManualOutcome } from '../rules/manual-resolution.ts'
import type { ManualResolution, ReversalState, TransactionKey } from './transactions.ts'

/**
 * Why it needs manual resolution.
 * - REVERSAL_REFUSED, REVERSAL_UNSUPPORTED: it failed, and the acquirer did not or cannot give the money back.
 */
export type HeldReason = ManualResolution | 'REVERSAL_REFUSED' | 'REVERSAL_UNSUPPORTED'

export interface ProposedResolution {
  readonly outcome: ManualOutcome
  readonly authorizationCode?: string | undefined
  readonly reason: string
}

export interface ResolutionProposal extends ProposedResolution {
  readonly proposalId: string
  readonly proposedBy: string
  readonly proposedAt: Date
}

export interface HeldAttempt {
  readonly key: TransactionKey
  readonly type: TransactionType
  /** What the acquirer was asked for under the reference. */
  readonly amountMinor: bigint
  readonly currency: string
  readonly link: AcquirerLink
  readonly acquirerReference: string
  readonly gatewayCode?: GatewayCode | undefined
  readonly claim: number
  readonly why: HeldReason
  readonly since: Date
  readonly reversal?: ReversalState | undefined
  /** A reversal was sent while the outcome was open. */
  readonly isReversalSent: boolean
  /** It is about the last part of a refund; the parts before it stand. */
  readonly isLastPart?: boolean | undefined
  /** Undefined also when the transaction has changed since: that proposal is void. */
  readonly proposal?: ResolutionProposal | undefined
}

export interface ManualResolutions {
  /** Those that have waited longest first; of one merchant, or of all. */
  list(merchantId: string | undefined, page: PageRequest): Promise<ResultPage<HeldAttempt>>
  find(key: TransactionKey): Promise<HeldAttempt | undefined>
  /**
   * Stores a proposal about the transaction as it was read, with its audit log entry. Undefined when it has changed
   * since, or when another proposal about it waits.
   */
  propose(heldAttempt: HeldAttempt, proposed: ProposedResolution, by: AuditStamp): Promise<string | undefined>
  /** False when the proposal is no longer there. */
  decline(proposal: ProposalKey, audit: AuditEntry): Promise<boolean>
}

interface ProposalKey {
  readonly key: TransactionKey
  readonly proposalId: string
}
