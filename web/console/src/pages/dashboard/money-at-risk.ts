// The money at risk in one figure: what all kinds of risk add up to, by currency.
import { formatMoney, parseMoney } from '../../../../../src/kernel/money.ts'
import type { DashboardFigures } from './figures.ts'
import { roughWorth } from './main-currency.ts'

export interface RiskyMoney {
  readonly currency: string
  readonly amount: string
  readonly count: number
}

/** The currency with the most money first; those without any money are left out. */
export function moneyAtRisk(atRisk: DashboardFigures['atRisk']): readonly RiskyMoney[] {
  const byCurrency = Map.groupBy(atRisk, ({ currency }) => currency)
  return [...byCurrency]
    .map(([currency, risks]) => {
      const amountMinor = risks.reduce(
        (sum, { amount }) => sum + (parseMoney({ amount, currency })?.amountMinor ?? 0n),
        0n,
      )
      const count = risks.reduce((sum, risk) => sum + risk.count, 0)
      return { currency, amountMinor, count }
    })
    .filter(({ amountMinor }) => amountMinor > 0n)
    .map(({ currency, amountMinor, count }) => ({ currency, amount: formatMoney({ amountMinor, currency }), count }))
    .toSorted((a, b) => roughWorth(b.amount, b.currency) - roughWorth(a.amount, a.currency))
}

/** The page that lists it. */
export function moneyAtRiskPath(merchantId: string | undefined): string {
  return merchantId === undefined ? '/money-at-risk' : `/merchants/${encodeURIComponent(merchantId)}/money-at-risk`
}
