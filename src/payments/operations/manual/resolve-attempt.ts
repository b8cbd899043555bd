// Operators end a transaction that neither an inquiry nor a reversal can end: one proposes what the acquirer has done,
// another approves it. Nothing is sent to the acquirer.

import type { AuditAction, AuditEntry } from '../../../audit/index.ts'
import { omitUndefined } from '../../../kernel/omit-undefined.ts'
import type { OrderChanged } from '../../call.ts'
import type { PaymentDependencies } from '../../dependencies.ts'
import type { HeldAttempt, ProposedResolution, ResolutionProposal } from '../../ports/manual-resolutions.ts'
import type { StoredOrder, StoredTransaction, TransactionKey } from '../../ports/transactions.ts'
import {
  isHeldOpen,
  isSameActor,
  type ManualOutcome,
  possibleOutcomes,
  resolvedOutcomes,
} from '../../rules/manual-resolution.ts'
import { statusOf } from '../../rules/order.ts'
import { decideOutcome } from '../complete-attempt.ts'
import { orderChanged, retryWhenChanged } from './manual-action.ts'

type ResolutionDependencies = Pick<
  PaymentDependencies,
  'store' | 'manualResolutions' | 'clock' | 'timeouts' | 'risk' | 'acquirers'
>

export interface ProposalRequest extends ProposedResolution {
  readonly key: TransactionKey
  readonly actor: string
}

/** - notPossible: the outcome contradicts what the merchant was sent; the possible outcomes are listed. */
export type ProposalResult =
  | { readonly kind: 'PROPOSED'; readonly proposalId: string }
  | { readonly kind: 'NOT_POSSIBLE'; readonly possible: readonly ManualOutcome[] }
  | { readonly kind: 'NOT_HELD' | 'ALREADY_PROPOSED' | 'CODE_WITHOUT_APPROVAL' }

export async function proposeResolution(
  { key, actor, ...proposed }: ProposalRequest,
  { manualResolutions, clock }: Pick<ResolutionDependencies, 'manualResolutions' | 'clock'>,
): Promise<ProposalResult> {
  const heldAttempt = await manualResolutions.find(key)
  if (!heldAttempt) return { kind: 'NOT_HELD' }
  if (heldAttempt.proposal) return { kind: 'ALREADY_PROPOSED' }
  const possible = possibleOutcomes(heldAttempt)
  if (!possible.includes(proposed.outcome)) return { kind: 'NOT_POSSIBLE', possible }
  if (proposed.authorizationCode !== undefined && proposed.outcome !== 'APPROVED')
    return { kind: 'CODE_WITHOUT_APPROVAL' }
  const proposalId = await manualResolutions.propose(heldAttempt, proposed, { actor, at: clock.now() })
  return proposalId === undefined ? { kind: 'ALREADY_PROPOSED' } : { kind: 'PROPOSED', proposalId }
}

export interface ResolutionDecision {
  readonly key: TransactionKey
  /** The proposal that the user has seen; by default the open one. */
  readonly proposalId?: string | undefined
  readonly actor: string
}

/**
 * - nothingProposed: no proposal is open, or not the named one.
 * - movedOn: the transaction has changed since; the proposal is void.
 * - busy: another transaction of the order is in progress; try again.
 */
export type ResolutionResult =
  | { readonly kind: 'RESOLVED' | 'DECLINED'; readonly outcome: ManualOutcome }
  | { readonly kind: 'NOT_HELD' | 'NOTHING_PROPOSED' | 'OWN_PROPOSAL' | 'MOVED_ON' | 'LOCKED' }

export function approveResolution(
  decision: ResolutionDecision,
  dependencies: ResolutionDependencies,
): Promise<ResolutionResult> {
  return retryWhenChanged(() => tryToApprove(decision, dependencies))
}

async function tryToApprove(
  decision: ResolutionDecision,
  dependencies: ResolutionDependencies,
): Promise<ResolutionResult | OrderChanged> {
  const openProposal = await findProposal(decision, dependencies)
  if ('kind' in openProposal) return openProposal
  const { heldAttempt, proposal } = openProposal
  if (isSameActor(proposal.proposedBy, decision.actor)) return { kind: 'OWN_PROPOSAL' }
  const stored = await dependencies.store.findOrder(decision.key)
  const transaction = stored?.transactions.find(({ key }) => key.transactionId === decision.key.transactionId)
  if (!stored || !transaction || !isUnchanged(heldAttempt, transaction)) return { kind: 'MOVED_ON' }
  const resolution = {
    proposalId: proposal.proposalId,
    audit: resolutionAuditEntry('ATTEMPT_RESOLVED', decision, proposal, dependencies),
  }
  const approved = { stored, transaction, proposal, resolution }
  return isHeldOpen(heldAttempt) ? recordResolution(approved, dependencies) : endReversal(approved, dependencies)
}

/** Also by the user who has proposed it. */
export async function declineResolution(
  decision: ResolutionDecision,
  dependencies: Pick<ResolutionDependencies, 'manualResolutions' | 'clock'>,
): Promise<ResolutionResult> {
  const openProposal = await findProposal(decision, dependencies)
  if ('kind' in openProposal) return openProposal
  const { proposal } = openProposal
  const audit = resolutionAuditEntry('ATTEMPT_RESOLUTION_DECLINED', decision, proposal, dependencies)
  const isDeclined = await dependencies.manualResolutions.decline(
    { key: decision.key, proposalId: proposal.proposalId },
    audit,
  )
  return isDeclined ? { kind: 'DECLINED', outcome: proposal.outcome } : { kind: 'NOTHING_PROPOSED' }
}

interface ApprovedProposal {
  readonly stored: StoredOrder
  readonly transaction: StoredTransaction
  readonly proposal: ResolutionProposal
  readonly resolution: { readonly proposalId: string; readonly audit: AuditEntry }
}

/** The outcome of what was open, recorded like any other under the claim that was read. */
async function recordResolution(
  { stored, transaction, proposal, resolution }: ApprovedProposal,
  dependencies: ResolutionDependencies,
): Promise<ResolutionResult> {
  const { key, claim, recordedAt } = transaction
  const access = await dependencies.store.findMerchant(key.merchantId)
  if (!access) return { kind: 'NOT_HELD' }
  const { outcome, authorizationCode } = proposal
  const { gatewayCode, reversal } = resolvedOutcomes[outcome]
  const decided = await decideOutcome(
    { kind: 'RESOLVED_MANUALLY', gatewayCode, ...omitUndefined({ authorizationCode }) },
    { attempt: { ...transaction, at: recordedAt }, order: stored.order, merchant: access.merchant, claim },
    dependencies,
  )
  const recorded = await dependencies.store.recordOutcome({ ...decided, ...omitUndefined({ reversal }), resolution })
  return recorded === 'RECORDED' ? { kind: 'RESOLVED', outcome } : { kind: 'MOVED_ON' }
}

/** What the merchant was sent remains: a failure, or a refund without its last part. The reversal at the acquirer is complete. */
async function endReversal(
  { stored, transaction, proposal, resolution }: ApprovedProposal,
  { store, clock }: ResolutionDependencies,
): Promise<ResolutionResult | OrderChanged> {
  const { key, response = {} } = transaction
  const isRecorded = await store.amend({
    key,
    orderRevision: stored.order.revision,
    at: clock.now(),
    kind: 'REVERSAL',
    reversal: 'DONE',
    orderStatus: statusOf(stored.order.transactions),
    response,
    audit: resolution.audit,
    proposalId: resolution.proposalId,
  })
  return isRecorded ? { kind: 'RESOLVED', outcome: proposal.outcome } : orderChanged
}

async function findProposal(
  { key, proposalId }: ResolutionDecision,
  { manualResolutions }: Pick<ResolutionDependencies, 'manualResolutions'>,
): Promise<
  | { readonly heldAttempt: HeldAttempt; readonly proposal: ResolutionProposal }
  | { readonly kind: 'NOT_HELD' | 'NOTHING_PROPOSED' }
> {
  const heldAttempt = await manualResolutions.find(key)
  if (!heldAttempt) return { kind: 'NOT_HELD' }
  const { proposal } = heldAttempt
  const isSeen = proposalId === undefined || proposal?.proposalId === proposalId
  return proposal && isSeen ? { heldAttempt, proposal } : { kind: 'NOTHING_PROPOSED' }
}

function isUnchanged(heldAttempt: HeldAttempt, { claim, reversal }: StoredTransaction): boolean {
  return claim === heldAttempt.claim && reversal === heldAttempt.reversal
}

function resolutionAuditEntry(
  action: Extract<AuditAction, 'ATTEMPT_RESOLVED' | 'ATTEMPT_RESOLUTION_DECLINED'>,
  { key: { merchantId, orderId, transactionId }, actor }: ResolutionDecision,
  { outcome, authorizationCode, reason, proposedBy }: ResolutionProposal,
  { clock }: Pick<PaymentDependencies, 'clock'>,
): AuditEntry {
  const subject = { orderId, transactionId, outcome, ...omitUndefined({ authorizationCode }), reason, proposedBy }
  return { merchantId, actor, action, subject, at: clock.now() }
}
