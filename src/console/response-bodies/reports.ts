// What services respond about figures and settlement.
import type { DataAge } from '../../reports/index.ts'
import type {
  MoneyAtRisk,
  Overview,
  PaymentVolume,
  PeriodTotals,
  SeriesPoint,
  SettlementBatch,
  TransactionSearchResult,
} from '../../search/index.ts'

/** What the console's services for the dashboard return. */
type RiskyAmount = Overview['atRisk'][number]

export interface PaymentVolumeBody extends Pick<PaymentVolume, 'currency' | 'payments'> {
  readonly authorized: string
  readonly captured: string
  readonly refunded: string
}

export interface SeriesPointBody extends Omit<SeriesPoint, 'volumes'> {
  readonly volumes: readonly PaymentVolumeBody[]
}

export interface OverviewBody extends Omit<Overview, 'volumes' | 'atRisk'> {
  readonly volumes: readonly PaymentVolumeBody[]
  readonly atRisk: readonly (Omit<RiskyAmount, 'amountMinor'> & { readonly amount: string })[]
}

/** With the age of data from a standby. */
export interface FiguresBody extends OverviewBody {
  readonly age?: DataAge | undefined
  /** The period of the same length before. */
  readonly before: Omit<PeriodTotals, 'volumes'> & { readonly volumes: readonly PaymentVolumeBody[] }
  readonly series: readonly SeriesPointBody[]
}

export interface MoneyAtRiskBody extends Omit<MoneyAtRisk, 'amountMinor'> {
  readonly amount: string
}

/** What the console's services for settlement return. */
interface CountedAmountBody {
  readonly count: number
  readonly amount: string
}

interface SettlementBatchTotalBody {
  readonly currency: string
  readonly captured: CountedAmountBody
  readonly refunded: CountedAmountBody
}

/** A batch that is being closed, or that is not since the acquirer counts something else. */
export interface ClosingBody {
  readonly state: 'CLOSING' | 'DIFFERS'
  readonly since: Date
  readonly difference?: {
    readonly why: string
    readonly ours: readonly SettlementBatchTotalBody[]
    /** Empty where the acquirer does not say. */
    readonly theirs: readonly SettlementBatchTotalBody[]
  }
}

export interface SettlementBatchBody extends Omit<SettlementBatch, 'totals' | 'closing'> {
  readonly closing?: ClosingBody | undefined
  readonly totals: readonly {
    readonly scheme: string
    readonly currency: string
    readonly captured: CountedAmountBody
    readonly refunded: CountedAmountBody
    readonly fees: CountedAmountBody
    /** Captured, without refunds and fees; may be negative. */
    readonly net: string
  }[]
}

/** A transaction that the totals of its batch count. */
export type SettlementBatchTransactionBody = Omit<TransactionSearchResult, 'amountMinor'> & {
  readonly amount: string
  /** What it adds to the batch's net amount: negative for refunds and fees. */
  readonly net: string
}

/** A batch that was just closed, with the acquirer's own totals where it reports them. */
export interface ClosedSettlementBatchBody {
  readonly acquirerId: string
  readonly batch: number
  /** The totals are the gateway's own. */
  readonly isOwnCount: boolean
  readonly totals: readonly {
    readonly currency: string
    readonly count: number
    readonly captured: string
    readonly refunded: string
  }[]
}

export interface ClosedSettlementBatchesBody {
  readonly batches: readonly ClosedSettlementBatchBody[]
  /** Not closed: the acquirer counts something else. */
  readonly differing: readonly { readonly acquirerId: string; readonly batch: number; readonly why: string }[]
  /** Acquirers that did not respond. */
  readonly silent: readonly string[]
  /** Acquirers whose batches have transactions without outcome: they are closed when those have one. */
  readonly inFlight: readonly string[]
}
