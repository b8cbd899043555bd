// What the other folders may use of approvals.
export {
  type ApprovalDecision,
  addUserWithApproval,
  approveRequest,
  changeUserWithApproval,
  resetPasswordWithApproval,
  resetSecondFactorWithApproval,
} from './operations/approver-permission.ts'
export {
  type ChangedRules,
  changeMerchantRules,
  changeProfile,
  type PendingChange,
} from './operations/change-profile.ts'
export {
  type CredentialResult,
  credentialNeedsApproval,
  makeCredential,
  registerCertificate,
  rotateCredential,
} from './operations/manage-credentials.ts'
export {
  type LinkRequestResult,
  requestLinkCreation,
  requestLinkEnabling,
  requestLinkUpdate,
} from './operations/request-link-change.ts'
export type { ApprovalRequest, ApprovalRequests } from './ports/approval-requests.ts'
