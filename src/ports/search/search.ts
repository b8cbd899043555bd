// Search for orders and transactions, and the figures derived from them. Read from a projection that is filled from
// events, so the money path carries no index for it; it is slightly behind, but never wrong about what it shows.

import type { TransactionResult } from '../../domain/payments/gateway-code.ts'
import type { OrderStatus } from '../../domain/payments/order-status.ts'
import type { TransactionType } from '../../domain/payments/transaction-type.ts'
import type { BatchDifference } from '../settlement/batch-difference.ts'

export interface OrderSearchResult {
  readonly merchantId: string
  readonly orderId: string
  readonly status: OrderStatus | undefined
  readonly currency: string
  readonly amountMinor: bigint
  readonly authorizedMinor: bigint
  readonly capturedMinor: bigint
  readonly refundedMinor: bigint
  readonly reference?: string
  /** As answers show it: CARD, GIFT_CARD, a provider. */
  readonly source?: string
  readonly scheme?: string
  /** The first six and last four digits, or the last four. */
  readonly account?: string
  readonly token?: string
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface TransactionSearchResult {
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
  readonly type: TransactionType
  readonly result: TransactionResult
  readonly gatewayCode: string
  readonly acquirerCode?: string
  readonly currency: string
  readonly amountMinor: bigint
  readonly reference?: string
  readonly orderReference?: string
  readonly source?: string
  readonly scheme?: string
  readonly account?: string
  readonly token?: string
  readonly acquirerId?: string
  readonly batch?: number
  readonly entryPoint: string
  readonly timeOfRecord: Date
  readonly updatedAt: Date
}

/** All given criteria must match. */
export interface SearchFilter {
  readonly merchantId: string
  /** Exactly, or as a prefix with a trailing asterisk. */
  readonly orderId?: string
  readonly transactionId?: string
  /** Of the order or the transaction. */
  readonly reference?: string
  readonly cardFirstSix?: string
  readonly cardLastFour?: string
  readonly token?: string
  readonly currency?: string
  readonly amountMinorFrom?: bigint
  readonly amountMinorTo?: bigint
  /** Time of record of a transaction, opening of an order; the end is not included. */
  readonly from?: Date
  readonly to?: Date
  /** Of the order. */
  readonly status?: OrderStatus
  /** Of the transaction. */
  readonly type?: TransactionType
  readonly result?: TransactionResult
  readonly gatewayCode?: string
}

/** Newest first. `after` is the cursor of the previous page; it is opaque. */
export interface PageRequest {
  readonly after?: string
  readonly limit: number
}

export interface ResultPage<Row> {
  readonly rows: readonly Row[]
  /** Undefined on the last page. */
  readonly next?: string
}

export interface Search {
  orders(wanted: SearchFilter, page: PageRequest): Promise<ResultPage<OrderSearchResult>>
  transactions(wanted: SearchFilter, page: PageRequest): Promise<ResultPage<TransactionSearchResult>>
  /** Payments held by a risk rule and not yet decided; and refund requests. */
  reviewQueue(
    merchantId: string,
    kind: 'RISK' | 'REFUND_REQUEST',
    page: PageRequest,
  ): Promise<ResultPage<TransactionSearchResult & { readonly requestedBy?: string }>>
  /** A merchant's settlement batches, newest first, open ones included. */
  batches(merchantId: string, page: PageRequest): Promise<ResultPage<SettlementBatch>>
}

export interface SettlementBatch {
  readonly acquirerId: string
  readonly batch: number
  readonly closedAt?: Date
  /** By scheme (or source where there is none) and currency. */
  readonly totals: readonly {
    readonly scheme: string
    readonly currency: string
    readonly captured: { readonly count: number; readonly amountMinor: bigint }
    readonly refunded: { readonly count: number; readonly amountMinor: bigint }
  }[]
  /** While it is being closed, or when the acquirer counts something else. */
  readonly closing?: {
    readonly state: 'CLOSING' | 'DIFFERS'
    readonly since: Date
    readonly difference?: BatchDifference
  }
}

/** Of one merchant, or of all for the operator. Periods are whole hours, the end not included. */
export interface FiguresReader {
  overview(wanted: FiguresQuery): Promise<Overview>
  /** By hour up to three days, by day beyond. */
  series(wanted: FiguresQuery): Promise<readonly SeriesPoint[]>
}

export interface FiguresQuery {
  /** All merchants when left out. */
  readonly merchantId?: string
  readonly from: Date
  readonly to: Date
}

export interface PaymentVolume {
  readonly currency: string
  readonly payments: number
  /** Authorized or paid; captured; refunded. */
  readonly authorizedMinor: bigint
  readonly capturedMinor: bigint
  readonly refundedMinor: bigint
}

export interface Overview {
  readonly volumes: readonly PaymentVolume[]
  /** Payments and authorizations that were decided: how many, and how many of them approved. */
  readonly decided: number
  readonly approved: number
  readonly declines: readonly { readonly gatewayCode: string; readonly count: number }[]
  /** Of outcomes in the period, in milliseconds; by acquirer. */
  readonly latencies: readonly {
    readonly acquirerId: string
    readonly count: number
    readonly p50: number
    readonly p95: number
    readonly p99: number
  }[]
  /** Current, not of the period: what an acquirer may have moved, without certainty. */
  readonly atRisk: readonly {
    readonly kind: 'REVERSAL_OWED' | 'REVERSAL_REFUSED' | 'MANUAL_RESOLUTION' | 'UNKNOWN' | 'OVERDUE' | 'IN_FLIGHT'
    readonly currency: string
    readonly count: number
    readonly amountMinor: bigint
  }[]
  /** Current: pending notifications, the oldest of them, and those that were parked. */
  readonly notifications: { readonly waiting: number; readonly oldestAt?: Date; readonly parked: number }
}

export interface SeriesPoint {
  readonly from: Date
  readonly volumes: readonly PaymentVolume[]
  readonly decided: number
  readonly approved: number
}

/** Keeps the projection up to date with the feed. */
export interface Projection {
  /** Processes a merchant's new feed entries; returns how many events. 'BUSY' when another process does. */
  catchUp(merchantId: string, limit: number): Promise<number | 'BUSY'>
  /** How many events of all merchants it has not processed. */
  countUnprojectedEvents(): Promise<number>
  /** Merchants with new feed entries. */
  merchantsBehind(limit: number): Promise<readonly string[]>
  /**
   * Rebuilds the projection of a merchant from the beginning; searches meanwhile use the old one. 'BUSY' when another
   * process is rebuilding it.
   */
  rebuild(merchantId: string, onProgress?: (progress: RebuildProgress) => void): Promise<'REBUILT' | 'BUSY'>
}

export interface RebuildProgress {
  /** Positions of the merchant's feed. */
  readonly done: number
  readonly total: number
}
