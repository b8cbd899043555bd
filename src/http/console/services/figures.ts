// Figures for a dashboard: of one merchant, and of all for the operator.
import { required } from '../../../contract/row.ts'
import { formatMoney } from '../../../domain/money.ts'
import type { FiguresWanted, Overview, Volume } from '../../../ports/search/search.ts'
import { type Desk, idOf } from '../context.ts'
import { instant } from '../fields.ts'
import { withQuery } from '../read-fields.ts'
import { ok, refusal } from '../responses.ts'
import type { ConsoleAnswer, ConsoleRoute } from '../route.ts'

const periodRows = { from: required(instant), to: required(instant) } as const

/** More would be a report. */
const daysMax = 400

export function figureServices({ ports: { figures } }: Desk): readonly ConsoleRoute[] {
  async function answer(wanted: FiguresWanted): Promise<ConsoleAnswer> {
    const days = (wanted.to.getTime() - wanted.from.getTime()) / 86_400_000
    if (!(days > 0 && days <= daysMax))
      return refusal(422, 'FIELD_INVALID', `The period must be longer than nothing and at most ${daysMax} days.`, 'to')
    const [overview, series] = await Promise.all([figures.overview(wanted), figures.series(wanted)])
    return ok({
      ...shownOverview(overview),
      series: series.map((point) => ({ ...point, volumes: point.volumes.map(shownVolume) })),
    })
  }
  const period = ({ from, to }: { from: string; to: string }) => ({ from: new Date(from), to: new Date(to) })

  return [
    {
      method: 'GET',
      path: '/merchants/:merchantId/figures',
      purpose: 'Volume, approval rate, declines, latency, money at risk, waiting notifications.',
      access: { kind: 'MERCHANT', right: 'VIEW' },
      handle: withQuery(periodRows, (given, call) =>
        answer({ merchantId: idOf(call, 'merchantId'), ...period(given) }),
      ),
    },
    {
      method: 'GET',
      path: '/figures',
      purpose: 'The same of all merchants together.',
      access: { kind: 'OPERATOR', right: 'VIEW' },
      handle: withQuery(periodRows, (given) => answer(period(given))),
    },
  ]
}

function shownOverview({ volumes, atRisk, ...same }: Overview): object {
  return {
    ...same,
    volumes: volumes.map(shownVolume),
    atRisk: atRisk.map(({ amountMinor, ...risk }) => ({
      ...risk,
      amount: formatMoney({ amountMinor, currency: risk.currency }),
    })),
  }
}

function shownVolume({ currency, payments, authorizedMinor, capturedMinor, refundedMinor }: Volume): object {
  const money = (amountMinor: bigint) => formatMoney({ amountMinor, currency })
  return {
    currency,
    payments,
    authorized: money(authorizedMinor),
    captured: money(capturedMinor),
    refunded: money(refundedMinor),
  }
}
