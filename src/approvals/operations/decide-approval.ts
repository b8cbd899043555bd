// Decides about what another user has requested.

import type { AdapterCatalogue } from '../../acquirers/ports/adapter-catalogue.ts'
import type { Clock } from '../../kernel/clock.ts'
import { operatorMerchantId } from '../../kernel/user.ts'
import type { Manager } from '../../users/operations/manage-users.ts'
import type { ApprovalRequest, ApprovalRequests, ApprovalResult } from '../ports/approval-requests.ts'

export interface ApprovalPorts {
  readonly approvalRequests: ApprovalRequests
  readonly adapterCatalogue: Pick<AdapterCatalogue, 'find'>
  readonly clock: Pick<Clock, 'now'>
}

/** OPERATORS_ONLY: only the operator decides about the operator's settings. */
export type ApprovalDecision = ApprovalResult | 'OPERATORS_ONLY'

export async function approveRequest(
  { ownerId, requestId }: { readonly ownerId: string; readonly requestId: string },
  { actor, key }: Manager,
  { approvalRequests, adapterCatalogue, clock }: ApprovalPorts,
): Promise<ApprovalDecision> {
  const request = (await approvalRequests.list(ownerId)).find((each) => each.requestId === requestId)
  if (!request) return 'UNKNOWN'
  if (isOperators(request) && key !== undefined && key.merchantId !== operatorMerchantId) return 'OPERATORS_ONLY'
  // An adapter that this installation no longer has could not be opened.
  if (request.kind === 'LINK' && !adapterCatalogue.find(request.adapter)) return 'STALE'
  return approvalRequests.approve(ownerId, requestId, { actor, at: clock.now() })
}

/** A merchant's own users decide about its credentials, users and risk rules, the operator's about the rest of profiles and links. */
function isOperators(request: ApprovalRequest): boolean {
  if (request.kind !== 'PROFILE') return request.kind === 'LINK'
  return Object.keys(request.changed).some((setting) => setting !== 'risk')
}
