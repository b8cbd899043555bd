// Shows the figures of a dashboard: volumes, approval, declines, acquirers' response times, money at risk, pending
// notifications.
import { displayMoney, formatMoney } from '../../kernel/money.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { Overview } from '../../search/ports/search.ts'
import { command } from '../command.ts'
import { merchantIdArgument, sinceOption, unknownMerchant, untilOption } from '../options.ts'
import { commandDone, usageError } from '../result.ts'
import { optionalArgument } from '../rows.ts'
import { minorMoneyText } from '../search-view.ts'
import { pairs, table, timestampText } from '../table.ts'
import { withOperations } from '../with-installation.ts'

const dayMs = 86_400_000

export const figures = command({
  name: 'figures',
  purpose: 'Shows volumes, approval rate, declines, response times, money at risk and pending notifications.',
  arguments: { merchantId: optionalArgument(merchantIdArgument) },
  options: { since: sinceOption, until: untilOption },
  example: 'SHOP1 --since 7d',
  notes: () =>
    `Without a merchant, covers all merchants. Default period: the last 24 hours; periods are whole hours, and a
payment counts in the hour of its time of record. Money at risk and notifications are as of now.`,
  async run({ merchantId, since, until }, context) {
    const to = until ?? new Date()
    const from = since ?? new Date(to.getTime() - dayMs)
    if (from > to) return usageError('--since is later than --until.')
    return withOperations(context, async ({ ports, merchants }) => {
      if (merchantId !== undefined && !(await merchants.find(merchantId))) return unknownMerchant(merchantId)
      const overview = await ports.figures.overview({ ...omitUndefined({ merchantId }), from, to })
      return commandDone(
        { merchantId: merchantId ?? null, from, to, ...overviewData(overview) },
        overviewText(overview),
      )
    })
  },
})

function overviewData({ volumes, atRisk, ...rest }: Overview): object {
  return {
    ...rest,
    volumes: volumes.map(({ currency, payments, authorizedMinor, capturedMinor, refundedMinor }) => ({
      currency,
      payments,
      authorized: formatMoney({ amountMinor: authorizedMinor, currency }),
      captured: formatMoney({ amountMinor: capturedMinor, currency }),
      refunded: formatMoney({ amountMinor: refundedMinor, currency }),
    })),
    atRisk: atRisk.map(({ amountMinor, ...row }) => ({
      ...row,
      amount: formatMoney({ amountMinor, currency: row.currency }),
    })),
  }
}

function overviewText({ volumes, decided, approved, declines, latencies, atRisk, notifications }: Overview): string {
  const { waiting, parked, oldestAt } = notifications
  const oldest = oldestAt ? `, oldest since ${timestampText(oldestAt)}` : ''
  const parts = [
    pairs([
      ['Decided', String(decided)],
      ['Approved', decided === 0 ? '0' : `${approved} (${percentText(approved, decided)})`],
      ['Notifications', `${waiting} pending${oldest}; ${parked} parked`],
    ]),
    ...tableOf(
      ['CURRENCY', 'PAYMENTS', 'AUTHORIZED', 'CAPTURED', 'REFUNDED'],
      volumes.map(({ currency, payments, authorizedMinor, capturedMinor, refundedMinor }) => [
        currency,
        String(payments),
        ...[authorizedMinor, capturedMinor, refundedMinor].map((amountMinor) =>
          displayMoney({ amountMinor, currency }),
        ),
      ]),
    ),
    ...tableOf(
      ['DECLINED', 'COUNT'],
      declines.map(({ gatewayCode, count }) => [gatewayCode, String(count)]),
    ),
    ...tableOf(
      ['ACQUIRER', 'RESPONSES', 'P50', 'P95', 'P99'],
      latencies.map(({ acquirerId, count, p50, p95, p99 }) => [
        acquirerId,
        String(count),
        ...[p50, p95, p99].map((ms) => `${ms} ms`),
      ]),
    ),
    ...tableOf(
      ['AT RISK NOW', 'COUNT', 'AMOUNT'],
      atRisk.map(({ kind, currency, count, amountMinor }) => [
        kind,
        String(count),
        minorMoneyText(amountMinor, currency),
      ]),
    ),
  ]
  return parts.join('\n\n')
}

/** To a tenth of a percent, using only whole numbers. */
function percentText(part: number, whole: number): string {
  const tenths = Math.round((part * 1000) / whole)
  return `${Math.floor(tenths / 10)}.${tenths % 10} %`
}

function tableOf(headings: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  return rows.length === 0 ? [] : [table(headings, rows)]
}
