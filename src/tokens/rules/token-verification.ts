// The result of checking details before they are stored under a token.
import type { GatewayCode } from '../../kernel/gateway-code.ts'

export type TokenGatewayCode =
  | 'BASIC_VERIFICATION_SUCCESSFUL'
  | 'EXTERNAL_VERIFICATION_BLOCKED'
  | 'EXTERNAL_VERIFICATION_DECLINED'
  | 'EXTERNAL_VERIFICATION_DECLINED_AUTHENTICATION_REQUIRED'
  | 'EXTERNAL_VERIFICATION_DECLINED_EXPIRED_CARD'
  | 'EXTERNAL_VERIFICATION_DECLINED_INVALID_CSC'
  | 'EXTERNAL_VERIFICATION_PROCESSING_ERROR'
  | 'EXTERNAL_VERIFICATION_SUCCESSFUL'
  | 'NO_VERIFICATION_PERFORMED'

const successful = 'EXTERNAL_VERIFICATION_SUCCESSFUL'
const declined = 'EXTERNAL_VERIFICATION_DECLINED'
const needsAuthentication = 'EXTERNAL_VERIFICATION_DECLINED_AUTHENTICATION_REQUIRED'
const invalidCsc = 'EXTERNAL_VERIFICATION_DECLINED_INVALID_CSC'
/** It was not refused: the same request may succeed later. */
const notVerified = 'EXTERNAL_VERIFICATION_PROCESSING_ERROR'

/** An acquirer's response to a VERIFY, as a verification of details to store. */
export const verificationCodes = {
  ABORTED: notVerified,
  ACQUIRER_SYSTEM_ERROR: notVerified,
  APPROVED: successful,
  APPROVED_AUTO: successful,
  APPROVED_PENDING_SETTLEMENT: successful,
  AUTHENTICATION_FAILED: needsAuthentication,
  AUTHENTICATION_IN_PROGRESS: notVerified,
  BALANCE_AVAILABLE: successful,
  BALANCE_UNKNOWN: notVerified,
  BLOCKED: 'EXTERNAL_VERIFICATION_BLOCKED',
  CANCELLED: notVerified,
  DECLINED: declined,
  DECLINED_AVS: declined,
  DECLINED_AVS_CSC: invalidCsc,
  DECLINED_CSC: invalidCsc,
  DECLINED_DO_NOT_CONTACT: declined,
  DECLINED_INVALID_PIN: needsAuthentication,
  DECLINED_PAYMENT_PLAN: declined,
  DECLINED_PIN_REQUIRED: needsAuthentication,
  DEFERRED_TRANSACTION_RECEIVED: notVerified,
  DUPLICATE_BATCH: notVerified,
  EXCEEDED_RETRY_LIMIT: declined,
  EXPIRED_CARD: 'EXTERNAL_VERIFICATION_DECLINED_EXPIRED_CARD',
  INSUFFICIENT_FUNDS: declined,
  INVALID_CSC: invalidCsc,
  LOCK_FAILURE: notVerified,
  NOT_ENROLLED_3D_SECURE: needsAuthentication,
  NOT_SUPPORTED: notVerified,
  NO_BALANCE: declined,
  PARTIALLY_APPROVED: successful,
  PENDING: notVerified,
  REFERRED: declined,
  SUBMITTED: notVerified,
  SYSTEM_ERROR: notVerified,
  TIMED_OUT: notVerified,
  UNKNOWN: notVerified,
  UNSPECIFIED_FAILURE: notVerified,
} as const satisfies Readonly<Record<GatewayCode, TokenGatewayCode>>

/** Details that were declined, or could not be checked, are not stored. */
export function permitsStoring(code: TokenGatewayCode): boolean {
  return (
    code === 'NO_VERIFICATION_PERFORMED' ||
    code === 'BASIC_VERIFICATION_SUCCESSFUL' ||
    code === 'EXTERNAL_VERIFICATION_SUCCESSFUL'
  )
}
