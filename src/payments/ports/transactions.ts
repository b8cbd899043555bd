// Orders and transactions as they are recorded and read.

import type { AuditEntry } from '../../audit/ports/audit.ts'
import type { EntryPoint } from '../../kernel/entry-point.ts'
import type { GatewayCode } from '../../kernel/gateway-code.ts'
import type { KeyedHash } from '../../kernel/keyed-hash.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { OrderStatus } from '../../kernel/order-status.ts'
import type { TransactionType } from '../../kernel/transaction-type.ts'
import type { SealedValue } from '../../keys/ports/vault.ts'
import type { AcquirerLink } from '../../merchants/rules/merchant.ts'
import type { Assessment } from '../../risk/rules/risk.ts'
import type { DisputeEvent } from '../rules/dispute.ts'
import type { BrowserPayment } from '../rules/journey.ts'
import type { Decision, Order, OrderTotals } from '../rules/order.ts'
import type { RefundPart } from '../rules/refunds/refund-parts.ts'
import type { AcquirerResponse, WireIdentity } from './acquirer.ts'
import type { AuthenticationJourney } from './authentication-journey.ts'
import type { EstablishedAgreement } from './payment-agreements.ts'
import type { StoredRequest, StoredResponse } from './stored-messages.ts'

export interface OrderKey {
  readonly merchantId: string
  readonly orderId: string
}

export interface TransactionKey extends OrderKey {
  readonly transactionId: string
}

/** How far a transaction has come that continues after its first answer. */
export type StoredJourney = AuthenticationJourney | BrowserPayment

/** A part of a refund as it is recorded before it is sent. */
export interface RecordedPart extends RefundPart {
  readonly reference: string
  readonly wire?: WireIdentity | undefined
  /** How it was approved, once another part has followed it. */
  readonly response?: PartResponse | undefined
}

export type PartResponse = Omit<AcquirerResponse, 'approvedMinor' | 'giftCardBalanceMinor'>

/** A request that is about to be sent outside. Committed before it is sent. */
export interface Attempt {
  readonly key: TransactionKey
  readonly attemptId: string
  /** The time of record. */
  readonly at: Date
  readonly type: TransactionType
  readonly entryPoint: EntryPoint
  readonly currency: string
  readonly orderAmountMinor: bigint
  readonly amountMinor: bigint
  /** The order as it was read when the attempt was planned: undefined when there was none. */
  readonly orderRevision: number | undefined
  /** The merchant may exceed what was authorized or captured. */
  readonly isExcessPermitted: boolean
  readonly targetTransactionId?: string | undefined
  readonly approvesTransactionId?: string | undefined
  readonly decision?: Decision | undefined
  /** As at the time of the request: the profile may change before the outcome is known. */
  readonly link: AcquirerLink
  readonly acquirerReference: string
  /** The identity of the request on the wire, if the acquirer's adapter makes one. */
  readonly wire?: WireIdentity | undefined
  /** Of a refund that is made in parts: those that were begun. Reference and wire identity are those of the last. */
  readonly parts?: readonly RecordedPart[] | undefined
  readonly requestHash: KeyedHash
  readonly accountHash?: KeyedHash | undefined
  /** The account numbers of the request, sealed. */
  readonly accounts?: SealedValue | undefined
  /** The transaction that provided the account of this one. */
  readonly instrumentTransactionId?: string | undefined
  /** The canonical request as it may be stored: masked, without security codes and the like. */
  readonly request: StoredRequest
  /** The risk assessment made before the call. */
  readonly risk?: Assessment | undefined
  /** The sealed accounts that were opened for it: their audit log entries are part of the same commit. */
  readonly auditEntries?: readonly AuditEntry[] | undefined
  /** The session that completed the request: any security code in it is deleted in the same commit. */
  readonly usedSessionHash?: Buffer | undefined
  /**
   * The start of the payer's journey on an external page, when the transaction continues after its first answer; and
   * the token that identifies it in URLs.
   */
  readonly journey?: StoredJourney | undefined
  readonly redirectToken?: string | undefined
  /** After this long without an outcome, recovery may take over. */
  readonly deadlineMs: number
}

/**
 * - RECORDED: this process may call the acquirer until the time (of `elapsedMs`, which also counts while the machine is
 *   suspended) at which others may take over.
 * - DUPLICATE: the transaction id is already taken.
 * - OVERLOADED: too many requests are waiting already; nothing was recorded.
 * - ORDER_LOCKED: another transaction of the order is in flight.
 * - ORDER_MOVED: the order has changed since the attempt was planned; read it again.
 */
export type AttemptResult =
  | { readonly kind: 'RECORDED'; readonly sendBefore: number }
  | { readonly kind: 'DUPLICATE' | 'ORDER_LOCKED' | 'ORDER_MOVED' | 'OVERLOADED' }

/**
 * Another request is about to be sent: to another link, since the one on the row certainly did not receive it; or for the next
 * part of a refund, since those before it were approved. Written only while the attempt is this process's own.
 */
export interface Reroute {
  readonly key: TransactionKey
  readonly attemptId: string
  readonly link: AcquirerLink
  readonly acquirerReference: string
  readonly wire?: WireIdentity | undefined
  /** With the one that is about to be sent. */
  readonly parts?: readonly RecordedPart[] | undefined
}

/**
 * - OWED: the acquirer may have moved money that counts as not moved; the reversal is sent until it acknowledges.
 * - DONE: it has acknowledged.
 * - REFUSED: it cannot reverse it; needs manual handling.
 * - UNSUPPORTED: it does not support reversals at all; needs manual handling too.
 */
export type ReversalState = 'OWED' | 'DONE' | 'REFUSED' | 'UNSUPPORTED'

/**
 * Why a transaction needs manual resolution.
 * - OUTCOME_REFUSED: the acquirer's answer could not be recorded, repeatedly.
 * - CANNOT_BE_SETTLED: the acquirer can neither report the outcome nor reverse it.
 */
export type ManualResolution = 'OUTCOME_REFUSED' | 'CANNOT_BE_SETTLED'

/**
 * The kind of an event: a transaction got an outcome, its payer's journey advanced, a user decided about it, or its
 * reversal ended.
 */
export type EventKind = 'OUTCOME' | 'INTERACTION' | 'DECISION' | 'REVERSAL'

export interface Outcome {
  readonly key: TransactionKey
  /**
   * The claim that this outcome was determined under; a higher one on the row means that recovery has decided already.
   */
  readonly claim: number
  readonly at: Date
  readonly gatewayCode: GatewayCode
  /** The transaction's amount. */
  readonly amountMinor: bigint
  readonly batch?: number | undefined
  readonly decision?: Decision | undefined
  readonly reversal?: ReversalState | undefined
  readonly manualResolution?: ManualResolution | undefined
  /** The agreement that the payment names, once it has succeeded; stored in the same commit unless it is known. */
  readonly agreement?: EstablishedAgreement | undefined
  /** The operators' proposal that it executes. */
  readonly resolution?: ApprovedResolution | undefined
  /** The acquirer allows no further recurring payment: the token is marked after the commit. */
  readonly stopsRecurring?: boolean | undefined
  /** The order after this outcome. */
  readonly orderStatus: OrderStatus | undefined
  readonly orderAmountMinor: bigint
  readonly totals: OrderTotals
  /** The canonical answer, masked, without what belongs to the call. */
  readonly response: StoredResponse
  /** How the payer's journey continues, if it does. */
  readonly journey?: StoredJourney | undefined
  /** When set, the outcome may still change: ask again after this long, and keep the order locked until then. */
  readonly askAgainAfterMs?: number | undefined
}

/**
 * The approved proposal of operators that an outcome executes. It is deleted and the audit log entry written in the
 * same commit, which is refused when the proposal is gone.
 */
interface ApprovedResolution {
  readonly proposalId: string
  readonly audit: AuditEntry
}

export type OutcomeResult = 'RECORDED' | 'DECIDED_ELSEWHERE'

export interface StoredTransaction {
  readonly key: TransactionKey
  readonly type: TransactionType
  readonly entryPoint: EntryPoint
  readonly isInFlight: boolean
  readonly claim: number
  readonly amountMinor: bigint
  readonly targetTransactionId?: string | undefined
  readonly approvesTransactionId?: string | undefined
  readonly decision?: Decision | undefined
  readonly batch?: number | undefined
  readonly link: AcquirerLink
  readonly acquirerReference: string
  readonly wire?: WireIdentity | undefined
  readonly parts?: readonly RecordedPart[] | undefined
  readonly requestHash: KeyedHash
  readonly accountHash?: KeyedHash | undefined
  readonly accounts?: SealedValue | undefined
  readonly instrumentTransactionId?: string | undefined
  readonly request: StoredRequest
  readonly risk?: Assessment | undefined
  readonly reversal?: ReversalState | undefined
  readonly gatewayCode?: GatewayCode | undefined
  readonly response?: StoredResponse | undefined
  readonly journey?: StoredJourney | undefined
  /** A reversal was sent to the acquirer while its outcome was open. */
  readonly isReversalSent: boolean
  readonly manualResolution?: ManualResolution | undefined
  readonly recordedAt: Date
  readonly updatedAt: Date
}

export interface StoredOrder {
  readonly order: Order
  readonly transactions: readonly StoredTransaction[]
}

/** Values of an order that follow from its transactions, stored so that they can be read without them. */
export interface OrderCopy {
  readonly status: OrderStatus | undefined
  readonly totals: OrderTotals
}

export interface ListedOrder extends StoredOrder {
  readonly copy: OrderCopy
}

/** An amendment of a transaction with a final outcome: a decision was made, or a reversal ended. */
export interface Amendment {
  readonly key: TransactionKey
  /** The order as it was read; an amendment based on an outdated read is refused. */
  readonly orderRevision: number
  readonly at: Date
  readonly kind: Extract<EventKind, 'DECISION' | 'REVERSAL'>
  readonly decision?: Decision | undefined
  readonly reversal?: ReversalState | undefined
  readonly orderStatus: OrderStatus | undefined
  readonly response: StoredResponse
  /** The user who decided, for the audit log; in the same commit. */
  readonly audit?: AuditEntry | undefined
  /** The operators' proposal that it executes: manual resolution is no longer required. */
  readonly proposalId?: string | undefined
}

export interface ClosedSettlementBatch {
  readonly merchantId: string
  readonly acquirerId: string
  readonly batch: number
  readonly totals: readonly object[]
  readonly closedAt: Date
}

export interface UsedLink {
  readonly revision: number
  readonly linkId: string
  readonly acquirerMerchantId: string
}

export interface OrderEvent {
  readonly number: number
  readonly eventId: string
  readonly kind: EventKind
  readonly transactionId: string
  readonly at: Date
  readonly response: StoredResponse
}

/** A transaction as far as disputes are concerned. */
export function disputeEventOf(stored: StoredTransaction): DisputeEvent {
  const { key, type, amountMinor, gatewayCode, decision, request, recordedAt } = stored
  return {
    transactionId: key.transactionId,
    type,
    amountMinor,
    ...omitUndefined({ gatewayCode, decision }),
    caseNumber: request.transaction?.reference,
    dispute: request.dispute,
    at: recordedAt,
  }
}
