// Orders and transactions as they are recorded and read.

import type { AcquirerLink } from '../../domain/merchants/merchant.ts'
import type { EntryPoint } from '../../domain/payments/entry-point.ts'
import type { GatewayCode } from '../../domain/payments/gateway-code.ts'
import type { Decision, Order, OrderTotals } from '../../domain/payments/order.ts'
import type { OrderStatus } from '../../domain/payments/order-status.ts'
import type { TransactionType } from '../../domain/payments/transaction-type.ts'
import type { Assessment } from '../../domain/risk/risk.ts'
import type { AuditEntry } from '../audit/audit.ts'
import type { KeyedHash, SealedValue } from '../keys/vault.ts'

export interface OrderKey {
  readonly merchantId: string
  readonly orderId: string
}

export interface TransactionKey extends OrderKey {
  readonly transactionId: string
}

/** A request about to be sent to the outside. Committed before anyone outside hears of it. */
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
  /** The merchant may go beyond what was authorized or captured. */
  readonly isExcessPermitted: boolean
  readonly targetTransactionId?: string
  readonly approvesTransactionId?: string
  readonly decision?: Decision
  /** As it was when asked: the profile may change before the outcome is known. */
  readonly link: AcquirerLink
  readonly acquirerReference: string
  readonly requestHash: KeyedHash
  readonly accountHash?: KeyedHash
  /** The account numbers of the request, sealed. */
  readonly accounts?: SealedValue
  /** The transaction that brought the account this one moves. */
  readonly instrumentTransactionId?: string
  /** The canonical request as it may be kept: masked, without security codes and the like. */
  readonly request: object
  /** The risk assessment made before asking. */
  readonly risk?: Assessment
  /** The sealed accounts that were opened for it: their lines in the audit are part of the same commit. */
  readonly auditEntries?: readonly AuditEntry[]
  /** The session that completed the request: the security code it may hold is deleted in the same commit. */
  readonly usedSessionHash?: Buffer
  /** How the payer's way through somebody else's page begins, when the transaction goes on after its first answer; and the
   * token that names it in addresses. */
  readonly journey?: object
  readonly redirectToken?: string
  /** After this long without an outcome, recovery may take over. */
  readonly deadlineMs: number
}

/**
 * - RECORDED: ours; the acquirer may be asked as long as the time (of the monotonic clock, `performance.now()`) has not
 *   come at which others may take over.
 * - DUPLICATE: the transaction id is already taken.
 * - OVERLOADED: too much is waiting already; nothing was recorded.
 * - ORDER_BUSY: another transaction of the order is in flight.
 * - ORDER_MOVED: the order is no longer as it was when the attempt was planned; read it again.
 */
export type AttemptResult =
  | { readonly kind: 'RECORDED'; readonly sendBefore: number }
  | { readonly kind: 'DUPLICATE' | 'ORDER_BUSY' | 'ORDER_MOVED' | 'OVERLOADED' }

/**
 * - OWED: the acquirer may have moved money that counts as not moved; it is told to forget it until it acknowledges.
 * - DONE: it has acknowledged.
 * - REFUSED: it cannot undo it; a case for people.
 * - UNSUPPORTED: it does not understand reversals at all; a case for people, too.
 */
export type ReversalState = 'OWED' | 'DONE' | 'REFUSED' | 'UNSUPPORTED'

/**
 * Why only people can end a transaction.
 * - OUTCOME_REFUSED: what the acquirer answered could not be recorded, again and again.
 * - CANNOT_BE_SETTLED: the acquirer can neither say what became of it nor undo it.
 */
export type ManualResolution = 'OUTCOME_REFUSED' | 'CANNOT_BE_SETTLED'

/** What an event tells: a transaction got an outcome, its payer has come further, somebody decided about it, or its
 * reversal ended. */
export type EventKind = 'OUTCOME' | 'INTERACTION' | 'DECISION' | 'REVERSAL'

export interface Outcome {
  readonly key: TransactionKey
  /** The claim this outcome was worked out under; a higher one on the row means that recovery has decided already. */
  readonly claim: number
  readonly at: Date
  readonly gatewayCode: GatewayCode
  /** What it came to. */
  readonly amountMinor: bigint
  readonly batch?: number
  readonly decision?: Decision
  readonly reversal?: ReversalState
  readonly manualResolution?: ManualResolution
  /** The acquirer allows no further recurring payment: the token is told so after the commit. */
  readonly stopsRecurring?: boolean
  /** The order as it is with this outcome. */
  readonly orderStatus: OrderStatus | undefined
  readonly orderAmountMinor: bigint
  readonly totals: OrderTotals
  /** The canonical answer, masked, without what belongs to the call. */
  readonly answer: object
  /** How the payer's way goes on, when it does. */
  readonly journey?: object
  /** When set, the outcome may still change: ask again after this long, and keep the order until then. */
  readonly askAgainAfterMs?: number
}

export type OutcomeResult = 'RECORDED' | 'DECIDED_ELSEWHERE'

export interface StoredTransaction {
  readonly key: TransactionKey
  readonly type: TransactionType
  readonly entryPoint: EntryPoint
  readonly isInFlight: boolean
  readonly claim: number
  readonly amountMinor: bigint
  readonly targetTransactionId?: string
  readonly approvesTransactionId?: string
  readonly decision?: Decision
  readonly batch?: number
  readonly link: AcquirerLink
  readonly acquirerReference: string
  readonly requestHash: KeyedHash
  readonly accountHash?: KeyedHash
  readonly accounts?: SealedValue
  readonly instrumentTransactionId?: string
  readonly request: object
  readonly risk?: Assessment
  readonly reversal?: ReversalState
  readonly gatewayCode?: GatewayCode
  readonly answer?: object
  readonly journey?: object
  /** The acquirer was told to forget it while its outcome was open. */
  readonly isReversalSent: boolean
  readonly manualResolution?: ManualResolution
  readonly recordedAt: Date
  readonly updatedAt: Date
}

export interface StoredOrder {
  readonly order: Order
  readonly transactions: readonly StoredTransaction[]
}

/** What is stored of an order although it follows from its transactions, so that it can be read without them. */
export interface OrderCopy {
  readonly status: OrderStatus | undefined
  readonly totals: OrderTotals
}

export interface ListedOrder extends StoredOrder {
  readonly copy: OrderCopy
}

/** Something learned about a transaction whose outcome stands: a decision was made, or a reversal ended. */
export interface Amendment {
  readonly key: TransactionKey
  /** The order as it was read; an amendment on an older reading is refused. */
  readonly orderRevision: number
  readonly at: Date
  readonly kind: Extract<EventKind, 'DECISION' | 'REVERSAL'>
  readonly decision?: Decision
  readonly reversal?: ReversalState
  readonly orderStatus: OrderStatus | undefined
  readonly answer: object
  /** Who decided, for the audit; in the same commit. */
  readonly audit?: AuditEntry
}

export interface ClosedBatch {
  readonly merchantId: string
  readonly acquirerId: string
  readonly batch: number
  readonly totals: readonly object[]
  readonly closedAt: Date
}

export interface OrderEvent {
  readonly number: number
  readonly eventId: string
  readonly kind: EventKind
  readonly transactionId: string
  readonly at: Date
  readonly answer: object
}
