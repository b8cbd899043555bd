// Every outcome code of a transaction, the result it stands for, and what must be done afterwards.

export type TransactionResult = 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN'

interface GatewayCodeRow {
  readonly result: TransactionResult
  /** The outcome may still change: a job, the acquirer, the provider or the payer decides. */
  readonly isOpen: boolean
  /**
   * The acquirer may have moved money that was reported to the merchant as not moved. A reversal instructs the acquirer
   * to cancel the transaction; it is owed until it is acknowledged.
   */
  readonly callsForReversal: boolean
}

const succeeded = { result: 'SUCCESS', isOpen: false, callsForReversal: false } as const satisfies GatewayCodeRow
const failed = { result: 'FAILURE', isOpen: false, callsForReversal: false } as const satisfies GatewayCodeRow
const waiting = { result: 'PENDING', isOpen: true, callsForReversal: false } as const satisfies GatewayCodeRow
const started = { result: 'SUCCESS', isOpen: true, callsForReversal: false } as const satisfies GatewayCodeRow

export const gatewayCodes = {
  ABORTED: failed,
  ACQUIRER_SYSTEM_ERROR: failed,
  APPROVED: succeeded,
  // Approved by the gateway itself; no acquirer was called.
  APPROVED_AUTO: succeeded,
  APPROVED_PENDING_SETTLEMENT: succeeded,
  AUTHENTICATION_FAILED: failed,
  // The payer still has to answer; starting the authentication succeeded.
  AUTHENTICATION_IN_PROGRESS: started,
  BALANCE_AVAILABLE: succeeded,
  BALANCE_UNKNOWN: failed,
  BLOCKED: failed,
  CANCELLED: failed,
  DECLINED: failed,
  DECLINED_AVS: failed,
  DECLINED_AVS_CSC: failed,
  DECLINED_CSC: failed,
  DECLINED_DO_NOT_CONTACT: failed,
  DECLINED_INVALID_PIN: failed,
  DECLINED_PAYMENT_PLAN: failed,
  DECLINED_PIN_REQUIRED: failed,
  DEFERRED_TRANSACTION_RECEIVED: waiting,
  DUPLICATE_BATCH: failed,
  EXCEEDED_RETRY_LIMIT: failed,
  EXPIRED_CARD: failed,
  INSUFFICIENT_FUNDS: failed,
  INVALID_CSC: failed,
  LOCK_FAILURE: failed,
  NOT_ENROLLED_3D_SECURE: failed,
  NOT_SUPPORTED: failed,
  NO_BALANCE: failed,
  PARTIALLY_APPROVED: succeeded,
  PENDING: waiting,
  REFERRED: failed,
  // A browser payment was handed to the provider. Initiating it succeeded; once the payer is back and the provider has
  // not reported, the transaction's result is PENDING, which the browser payment itself determines.
  SUBMITTED: started,
  SYSTEM_ERROR: failed,
  // Finally declined as far as the merchant is concerned, whatever the acquirer did with it.
  TIMED_OUT: { result: 'FAILURE', isOpen: false, callsForReversal: true },
  UNKNOWN: { result: 'UNKNOWN', isOpen: true, callsForReversal: false },
  UNSPECIFIED_FAILURE: failed,
} as const satisfies Readonly<Record<string, GatewayCodeRow>>

export type GatewayCode = keyof typeof gatewayCodes
