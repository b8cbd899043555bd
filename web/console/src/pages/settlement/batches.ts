// Settlement batches as the services return them, where they are, and their totals by currency.
import type {
  SettlementBatchBody,
  SettlementBatchTransactionBody,
} from '../../../../../src/console/response-bodies/reports.ts'
import { path } from '../../api/client.ts'
import type { Jsonified } from '../../api/json.ts'
import { sumOf } from '../../format/sum.ts'

export type Batch = Jsonified<SettlementBatchBody>
export type SchemeTotal = Batch['totals'][number]
export type BatchTransactionRow = Jsonified<SettlementBatchTransactionBody>

export const batchesPath = (merchantId: string) => path`/merchants/${merchantId}/batches`

export const batchServicePath = (merchantId: string, { acquirerId, batch }: Pick<Batch, 'acquirerId' | 'batch'>) =>
  path`/merchants/${merchantId}/batches/${acquirerId}/${String(batch)}`

/** The page of a batch. */
export const batchPagePath = (merchantId: string, { acquirerId, batch }: Pick<Batch, 'acquirerId' | 'batch'>) =>
  path`/merchants/${merchantId}/settlement/${acquirerId}/${String(batch)}`

/** Amounts of one currency. Amounts of several are never added. */
export interface MoneySum {
  readonly currency: string
  readonly captured: SchemeTotal['captured']
  readonly refunded: SchemeTotal['captured']
  readonly fees: SchemeTotal['captured']
  readonly net: string
}

export function sumOfTotals(currency: string, all: readonly MoneySum[]): MoneySum {
  const totals = all.filter((total) => total.currency === currency)
  const sum = (part: 'captured' | 'refunded' | 'fees') => ({
    count: totals.reduce((count, total) => count + total[part].count, 0),
    amount: sumOf(totals.map((total) => total[part].amount)),
  })
  return {
    currency,
    captured: sum('captured'),
    refunded: sum('refunded'),
    fees: sum('fees'),
    net: sumOf(totals.map(({ net }) => net)),
  }
}

export function currenciesOf(totals: readonly Pick<MoneySum, 'currency'>[]): readonly string[] {
  return [...new Set(totals.map(({ currency }) => currency))].toSorted()
}

export interface CurrencyGroup {
  readonly currency: string
  readonly rows: readonly { readonly batch: Batch; readonly sum: MoneySum }[]
}

/** For each currency the batches that have money of it. */
export function groupByCurrency(batches: readonly Batch[]): readonly CurrencyGroup[] {
  return currenciesOf(batches.flatMap(({ totals }) => totals)).map((currency) => ({
    currency,
    rows: batches
      .filter(({ totals }) => totals.some((total) => total.currency === currency))
      .map((batch) => ({ batch, sum: sumOfTotals(currency, batch.totals) })),
  }))
}
