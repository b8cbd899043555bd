// What the console's services for the dashboard return.
import type { Overview, PaymentVolume, SeriesPoint } from '../../../ports/search/search.ts'

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

export interface FiguresBody extends OverviewBody {
  readonly series: readonly SeriesPointBody[]
}
