// Figures for a dashboard: of one merchant, and of all for the operator.
import { required } from '../../contract/row.ts'
import { explain } from '../../kernel/explanation.ts'
import { formatMoney } from '../../kernel/money.ts'
import type { PageRequest, ResultPage } from '../../kernel/page.ts'
import type { FiguresQuery, Overview, PaymentVolume } from '../../search/index.ts'
import { type ConsoleContext, pathId } from '../context.ts'
import { dateTimeRow, pageQueryOf, pageRows, withQuery } from '../fields.ts'
import type { FiguresBody, MoneyAtRiskBody, OverviewBody, PaymentVolumeBody } from '../response-bodies/reports.ts'
import { consoleRefusal, okResponse } from '../responses.ts'
import type { ConsoleResponse, ConsoleRoute } from '../route.ts'

const periodRows = { from: required(dateTimeRow), to: required(dateTimeRow) } as const

/** More would be a report. */
const daysMax = 400

export function figureServices({
  dependencies: { delayedReads, figures: current },
}: ConsoleContext): readonly ConsoleRoute[] {
  async function answer(wanted: FiguresQuery): Promise<ConsoleResponse> {
    const days = (wanted.to.getTime() - wanted.from.getTime()) / 86_400_000
    if (!(days > 0 && days <= daysMax))
      return consoleRefusal(
        422,
        'FIELD_INVALID',
        explain('The period must not be empty and at most {number} days long.', { number: daysMax }),
        'to',
      )
    const { result, age } = await delayedReads.read(({ figures }) =>
      Promise.all([figures.overview(wanted), figures.series(wanted), figures.before(wanted)]),
    )
    const [overview, series, before] = result
    return okResponse<FiguresBody>({
      ...overviewBody(overview),
      age,
      before: { ...before, volumes: before.volumes.map(volumeBody) },
      series: series.map((point) => ({ ...point, volumes: point.volumes.map(volumeBody) })),
    })
  }
  async function atRisk(merchantId: string | undefined, page: PageRequest): Promise<ConsoleResponse> {
    // From the primary: the current state, so that users do not act on what has ended.
    const { rows, next } = await current.moneyAtRisk(merchantId, page)
    return okResponse<ResultPage<MoneyAtRiskBody>>({
      rows: rows.map(({ amountMinor, ...risk }) => ({
        ...risk,
        amount: formatMoney({ amountMinor, currency: risk.currency }),
      })),
      next,
    })
  }
  const period = ({ from, to }: { from: string; to: string }) => ({ from: new Date(from), to: new Date(to) })

  return [
    {
      method: 'GET',
      path: '/merchants/:merchantId/figures',
      purpose: 'Volume, approval rate, declines, latency, money at risk and pending notifications.',
      access: { kind: 'MERCHANT', permission: 'VIEW' },
      handle: withQuery(periodRows, (input, call) =>
        answer({ merchantId: pathId(call, 'merchantId'), ...period(input) }),
      ),
    },
    {
      method: 'GET',
      path: '/figures',
      purpose: 'The same figures for all merchants together.',
      access: { kind: 'OPERATOR', permission: 'VIEW' },
      handle: withQuery(periodRows, (input) => answer(period(input))),
    },
    {
      method: 'GET',
      path: '/merchants/:merchantId/money-at-risk',
      purpose: 'Lists the transactions that add up to the money at risk, the oldest first.',
      access: { kind: 'MERCHANT', permission: 'VIEW' },
      handle: withQuery(pageRows, (page, call) => atRisk(pathId(call, 'merchantId'), pageQueryOf(page))),
    },
    {
      method: 'GET',
      path: '/money-at-risk',
      purpose: 'The same for all merchants together.',
      access: { kind: 'OPERATOR', permission: 'VIEW' },
      handle: withQuery(pageRows, (page) => atRisk(undefined, pageQueryOf(page))),
    },
  ]
}

function overviewBody({ volumes, atRisk, ...same }: Overview): OverviewBody {
  return {
    ...same,
    volumes: volumes.map(volumeBody),
    atRisk: atRisk.map(({ amountMinor, ...risk }) => ({
      ...risk,
      amount: formatMoney({ amountMinor, currency: risk.currency }),
    })),
  }
}

function volumeBody({
  currency,
  payments,
  authorizedMinor,
  capturedMinor,
  refundedMinor,
}: PaymentVolume): PaymentVolumeBody {
  const money = (amountMinor: bigint) => formatMoney({ amountMinor, currency })
  return {
    currency,
    payments,
    authorized: money(authorizedMinor),
    captured: money(capturedMinor),
    refunded: money(refundedMinor),
  }
}
