// What the console's services for the dashboard return.
import type { DataAge } from '../../reports/ports/delayed-reads.ts'
import type { MoneyAtRisk, Overview, PaymentVolume, PeriodTotals, SeriesPoint } from '../../search/ports/search.ts'

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
  readonly age?: DataAge
  /** The period of the same length before. */
  readonly before: Omit<PeriodTotals, 'volumes'> & { readonly volumes: readonly PaymentVolumeBody[] }
  readonly series: readonly SeriesPointBody[]
}

export interface MoneyAtRiskBody extends Omit<MoneyAtRisk, 'amountMinor'> {
  readonly amount: string
}
