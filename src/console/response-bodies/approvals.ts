// What the console's services return about changes that wait for a second user.
import type { ApprovalRequest } from '../../approvals/ports/approval-requests.ts'

export interface ApprovalRequestListBody {
  readonly requests: readonly ApprovalRequest[]
}

/** A change that takes effect when another user has approved it. */
export interface RequestedChangeBody {
  readonly requestId: string
}
