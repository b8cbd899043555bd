// What is kept: merchants, orders, transactions. Every method that moves an order is one commit.
import type { GatewayCode } from '../domain/gateway-code.ts'
import type { AcquirerLink, Merchant } from '../domain/merchant.ts'
import type { Order } from '../domain/order.ts'
import type { OrderStatus } from '../domain/order-status.ts'
import type { TransactionType } from '../domain/transaction-type.ts'
import type { KeyedHash } from './vault.ts'

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
  readonly currency: string
  readonly orderAmountMinor: bigint
  readonly amountMinor: bigint
  /** The order as it was read when the attempt was planned: undefined when there was none. */
  readonly orderRevision: number | undefined
  /** As it was when asked: the profile may change before the outcome is known. */
  readonly link: AcquirerLink
  readonly acquirerReference: string
  readonly requestHash: KeyedHash
  readonly accountHash?: KeyedHash
  /** The canonical request as it may be kept: masked, without security codes and the like. */
  readonly request: object
  /** After this long without an outcome, recovery may take over. */
  readonly deadlineMs: number
}

/**
 * - RECORDED: ours; ask the acquirer.
 * - DUPLICATE: the transaction id is already taken.
 * - ORDER_BUSY: another transaction of the order is in flight.
 * - ORDER_MOVED: the order is no longer as it was when the attempt was planned; read it again.
 */
export type AttemptResult = 'RECORDED' | 'DUPLICATE' | 'ORDER_BUSY' | 'ORDER_MOVED'

export interface Outcome {
  readonly key: TransactionKey
  /** The claim this outcome was worked out under; a higher one on the row means that recovery has decided already. */
  readonly claim: number
  readonly at: Date
  readonly gatewayCode: GatewayCode
  /** The order as it is with this outcome. */
  readonly orderStatus: OrderStatus | undefined
  readonly orderAmountMinor: bigint
  readonly totals: { authorizedMinor: bigint; capturedMinor: bigint; refundedMinor: bigint }
  /** The canonical answer, masked, without what belongs to the call. */
  readonly answer: object
  /** When set, the outcome may still change: ask again after this long, and keep the order until then. */
  readonly askAgainAfterMs?: number
}

export type OutcomeResult = 'RECORDED' | 'DECIDED_ELSEWHERE'

export interface StoredTransaction {
  readonly key: TransactionKey
  readonly type: TransactionType
  readonly isInFlight: boolean
  readonly claim: number
  readonly amountMinor: bigint
  readonly link: AcquirerLink
  readonly acquirerReference: string
  readonly requestHash: KeyedHash
  readonly request: object
  readonly gatewayCode?: GatewayCode
  readonly answer?: object
  readonly recordedAt: Date
  readonly updatedAt: Date
}

export interface StoredOrder {
  readonly order: Order
  readonly transactions: readonly StoredTransaction[]
}

/** A merchant with what it may prove itself by. */
export interface MerchantAccess {
  readonly merchant: Merchant
  readonly passwords: readonly KeyedHash[]
  readonly certificates: readonly RegisteredCertificate[]
}

export interface RegisteredCertificate {
  readonly fingerprint: string
  readonly subject: string
  readonly notBefore: Date
  readonly notAfter: Date
  readonly revokedAt?: Date
}

export interface Store {
  /** True when a payment could be recorded now. */
  isWritable(): Promise<boolean>
  findMerchant(merchantId: string): Promise<MerchantAccess | undefined>
  /** The order with its transactions, oldest first. */
  findOrder(key: OrderKey): Promise<StoredOrder | undefined>
  findTransaction(key: TransactionKey): Promise<StoredTransaction | undefined>
  recordAttempt(attempt: Attempt): Promise<AttemptResult>
  recordOutcome(outcome: Outcome): Promise<OutcomeResult>
  /** Resolves when the transaction is no longer in flight, or with undefined when the time is up. */
  awaitOutcome(key: TransactionKey, timeoutMs: number): Promise<StoredTransaction | undefined>
  /** Takes over attempts whose deadline has passed, by raising their claim; nobody else gets them for the lease. */
  claimOverdue(limit: number, leaseMs: number): Promise<readonly StoredTransaction[]>
}

/** What the operator's commands change. */
export interface MerchantStore {
  list(): Promise<readonly Merchant[]>
  find(merchantId: string): Promise<MerchantAccess | undefined>
  /** False when the id is taken. */
  create(merchant: Merchant): Promise<boolean>
  update(merchant: Merchant): Promise<boolean>
  passwords(merchantId: string): Promise<readonly { slot: 1 | 2; createdAt: Date }[]>
  /** Puts a password into a slot, whatever was there. */
  setPassword(merchantId: string, slot: 1 | 2, hash: KeyedHash): Promise<void>
  addPassword(merchantId: string, hash: KeyedHash): Promise<1 | 2 | 'FULL'>
  revokePassword(merchantId: string, slot: 1 | 2): Promise<'REVOKED' | 'NONE' | 'LAST'>
  addCertificate(merchantId: string, certificate: RegisteredCertificate): Promise<'ADDED' | 'KNOWN'>
  revokeCertificate(merchantId: string, fingerprint: string): Promise<boolean>
}
