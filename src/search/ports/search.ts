// Search for orders and transactions, and the figures derived from them. Read from a projection that is filled from
// events, so the money path carries no index for it; it is slightly behind, but never wrong about what it shows.

import type { TransactionResult } from '../../kernel/gateway-code.ts'
import type { DisputeState, OrderStatus } from '../../kernel/order-status.ts'
import type { PageRequest, ResultPage } from '../../kernel/page.ts'
import type { TransactionType } from '../../kernel/transaction-type.ts'
import type { Dispute } from '../../payments/rules/dispute.ts'
import type { OpenReversal, ShownStatus } from '../../payments/rules/shown-status.ts'
import type { ReviewFacts } from '../rules/attention.ts'
import type { SearchField } from '../rules/findable-texts.ts'
import type { SearchQuery, TextMatch } from '../rules/search-query.ts'
import type { SettlementBatch, SettlementBatchContents } from './settlement-batches.ts'

export interface OrderSearchResult {
  readonly merchantId: string
  readonly orderId: string
  readonly status: OrderStatus | undefined
  readonly currency: string
  readonly amountMinor: bigint
  readonly authorizedMinor: bigint
  readonly capturedMinor: bigint
  readonly refundedMinor: bigint
  /** Of disputes that are neither won nor lost. */
  readonly disputedMinor: bigint
  /** A risk rule holds a payment of it. */
  readonly isInReview: boolean
  /** Less was approved than was asked for. */
  readonly isPaidInPart: boolean
  /** Something of it may have been executed that was to be reversed. */
  readonly openReversal?: OpenReversal
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
  /** What it waits for: a review of its risk, or approval of the refund. */
  readonly review?: 'RISK' | 'REFUND_REQUEST'
  /** Of a chargeback: how its case stood then. */
  readonly disputeState?: DisputeState
  readonly openReversal?: OpenReversal
  readonly timeOfRecord: Date
  readonly updatedAt: Date
}

/** A case of an order. */
export interface DisputeSearchResult extends Dispute {
  readonly merchantId: string
  readonly orderId: string
  readonly currency: string
}

/** Something that an acquirer may have moved, without certainty. */
export type RiskKind = 'REVERSAL_OWED' | 'REVERSAL_REFUSED' | 'MANUAL_RESOLUTION' | 'UNKNOWN' | 'OVERDUE' | 'IN_FLIGHT'

export interface MoneyAtRisk {
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
  readonly type: TransactionType
  readonly kind: RiskKind
  readonly currency: string
  readonly amountMinor: bigint
  readonly since: Date
}

/** What waits for a user, counted up to a limit. */
export interface WaitingCounts {
  readonly reviews: number
  readonly refundRequests: number
  /** Disputes that are neither won nor lost. */
  readonly disputes: number
}

/** All given criteria must match. */
export interface SearchFilter {
  readonly merchantId: string
  /** Exactly, or as a prefix with a trailing asterisk. */
  readonly orderId?: string | undefined
  /** Any of these, exactly. */
  readonly orderIds?: readonly string[] | undefined
  readonly transactionId?: string | undefined
  /** Of the order or the transaction. */
  readonly reference?: string | undefined
  readonly cardFirstSix?: string | undefined
  readonly cardLastFour?: string | undefined
  readonly token?: string | undefined
  readonly currency?: string | undefined
  readonly amountMinorFrom?: bigint | undefined
  readonly amountMinorTo?: bigint | undefined
  /** Time of record of a transaction, opening of an order; the end is not included. */
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  /** Of the order, as it is shown: FAILED leaves out what may have been executed. */
  readonly status?: ShownStatus | undefined
  /** Of the transaction. */
  readonly type?: TransactionType | undefined
  readonly result?: TransactionResult | 'IN_REVIEW' | undefined
  readonly gatewayCode?: string | undefined
}

/** By time, or by amount within one currency. */
export const searchSorts = ['NEWEST', 'OLDEST', 'LARGEST', 'SMALLEST'] as const
export type SearchSort = (typeof searchSorts)[number]

/** Default: the newest first. Amounts are compared within the currency of the filter. */
export interface SortedPageRequest extends PageRequest {
  readonly sort?: SearchSort | undefined
}

/** What a user typed into the search field. */
export interface TextSearch {
  readonly merchantId: string
  readonly query: SearchQuery
  /** Fields that the user may not see are not searched either. */
  readonly hiddenFields: readonly SearchField[]
  readonly limit: number
}

/** An order of which a transaction matches: the best of them. */
export interface TextSearchResult {
  readonly order: OrderSearchResult
  readonly transactionId: string
  /** One for each word. */
  readonly matches: readonly TextMatch[]
}

export interface TextSearchResults {
  /** Exact matches first, then the newest. */
  readonly results: readonly TextSearchResult[]
  /** There are more than were asked for, or than were looked at. */
  readonly hasMore: boolean
}

export interface Search {
  /** By everything that an order can be known by, in whole or in part. */
  byText(filter: TextSearch): Promise<TextSearchResults>
  orders(filter: SearchFilter, page: SortedPageRequest): Promise<ResultPage<OrderSearchResult>>
  transactions(filter: SearchFilter, page: SortedPageRequest): Promise<ResultPage<TransactionSearchResult>>
  /** How many match, counted up to a limit. */
  count(what: 'orders' | 'transactions', filter: SearchFilter, limit: number): Promise<number>
  /** Payments held by a risk rule and not yet decided; and refund requests. */
  reviewQueue(
    merchantId: string,
    kind: 'RISK' | 'REFUND_REQUEST',
    page: PageRequest,
  ): Promise<ResultPage<ReviewSearchResult>>
  /**
   * Disputes: open ones by their deadline, the soonest first and those without one last; in another state or all of
   * them, the latest change first.
   */
  disputes(
    merchantId: string,
    state: DisputeState | 'OPEN' | undefined,
    page: PageRequest,
  ): Promise<ResultPage<DisputeSearchResult>>
  /** What waits for the merchant's users. */
  waiting(merchantId: string): Promise<WaitingCounts>
  /** A merchant's settlement batches, newest first, open ones included; of one currency, what they have of it. */
  batches(
    merchantId: string,
    page: PageRequest & { readonly currency?: string | undefined },
  ): Promise<ResultPage<SettlementBatch>>
  batch(name: Omit<SettlementBatchContents, 'currency'>): Promise<SettlementBatch | undefined>
  /** What the totals of a batch count, newest first: captures, payments, refunds and fees that were not voided. */
  batchTransactions(filter: SettlementBatchContents, page: PageRequest): Promise<ResultPage<TransactionSearchResult>>
}

export interface ReviewSearchResult extends TransactionSearchResult {
  readonly requestedBy?: string
  readonly reviewFacts?: ReviewFacts
}

/** Of one merchant, or of all for the operator. Periods are whole hours, the end not included. */
export interface FiguresReader {
  overview(filter: FiguresQuery): Promise<Overview>
  /** By hour up to three days, by day beyond. */
  series(filter: FiguresQuery): Promise<readonly SeriesPoint[]>
  /** The period of the same length that ends where this one begins, for comparison. */
  before(filter: FiguresQuery): Promise<PeriodTotals>
  /** What the overview adds up as money at risk, transaction by transaction, the oldest first. */
  moneyAtRisk(merchantId: string | undefined, page: PageRequest): Promise<ResultPage<MoneyAtRisk>>
}

export interface FiguresQuery {
  /** All merchants when left out. */
  readonly merchantId?: string | undefined
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

export interface PeriodTotals {
  readonly volumes: readonly PaymentVolume[]
  /** Payments and authorizations that were decided: how many, and how many of them approved. */
  readonly decided: number
  readonly approved: number
}

export interface Overview extends PeriodTotals {
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
    readonly kind: RiskKind
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
  /** Processes a merchant's new feed entries; returns how many events. 'LOCKED' when another process does. */
  catchUp(merchantId: string, limit: number): Promise<number | 'LOCKED'>
  /** How many events of all merchants it has not processed. */
  countUnprojectedEvents(): Promise<number>
  /** Merchants with new feed entries. */
  merchantsBehind(limit: number): Promise<readonly string[]>
  /**
   * Rebuilds the projection of a merchant from the beginning; searches meanwhile use the old one. 'LOCKED' when another
   * process is rebuilding it.
   */
  rebuild(merchantId: string, onProgress?: (progress: RebuildProgress) => void): Promise<'REBUILT' | 'LOCKED'>
}

export interface RebuildProgress {
  /** Positions of the merchant's feed. */
  readonly done: number
  readonly total: number
}
