// The period drawn: how many payments went through, and how much was captured.
import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { Anchor, Select, SimpleGrid, Table } from '@mantine/core'
import { memo } from 'react'
import { Link, useLocation } from 'wouter'
import { heightOf, moneyText } from '../../format/money.ts'
import { dayShortText, hourText, timeText } from '../../format/time.ts'
import { formatLocale, t } from '../../language/text.ts'
import { Section } from '../../parts/page.tsx'
import { useUrlFilters } from '../../parts/url-filters.ts'
import { Money } from '../../parts/values.tsx'
import { useShownMerchant } from '../../shell/merchant-id.ts'
import { type DashboardFigures, type DashboardPoint, dashboardFilters } from './figures.ts'
import { byMoney } from './main-currency.ts'

interface ChartsProps {
  readonly figures: DashboardFigures
  readonly isByHour: boolean
  /** Where the period ends, and with it its last bar. */
  readonly until: string
}

/** As many days as there is room for, at equal distances. */
const evenTicks = { interval: 'equidistantPreserveStart' } as const

/** To draw takes longer than the rest of the page, which is rendered again while figures are read that turn out to be the same. */
export const Charts = memo(function Charts({ figures: { series, volumes }, isByHour, until }: ChartsProps) {
  const filters = useUrlFilters(dashboardFilters)
  const currencies = byMoney(volumes).map(({ currency }) => currency)
  const wanted = filters.values.currency
  const currency = currencies.includes(wanted) ? wanted : (currencies[0] ?? '')
  const whenText = isByHour ? hourText : dayShortText
  const stepText = isByHour ? t('By hour') : t('By day')
  const [, navigate] = useLocation()
  const merchantId = useShownMerchant()
  // Of all merchants together there is no list.
  const places =
    merchantId === undefined
      ? []
      : series.map(({ from }, index) => transactionsIn(merchantId, from, series[index + 1]?.from ?? until))
  const barProps = {
    isAnimationActive: false,
    onClick(_: unknown, index: number) {
      const place = places[index]
      if (place !== undefined) navigate(place)
    },
  }
  const leading = merchantId !== undefined && { className: 'leading-chart' }
  const fromCell = (from: string, index: number) => {
    const place = places[index]
    return place === undefined ? (
      timeText(from)
    ) : (
      <Anchor key="from" component={Link} href={place} inherit>
        {timeText(from)}
      </Anchor>
    )
  }
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
      <Section title={t('Payments')} description={stepText}>
        <div
          role="img"
          aria-label={t('Payments approved and declined over the period; the table below has the numbers')}
        >
          <BarChart
            h={240}
            type="stacked"
            data={series.map(({ from, decided, approved }) => ({
              when: whenText(from),
              approved,
              declined: decided - approved,
            }))}
            dataKey="when"
            series={[
              { name: 'approved', label: t('Approved||payments'), color: 'var(--drawn-good)' },
              { name: 'declined', label: t('Declined||payments'), color: 'red.5' },
            ]}
            withLegend
            xAxisProps={evenTicks}
            tickLine="none"
            gridAxis="x"
            barProps={barProps}
            {...leading}
          />
        </div>
        <AsTable
          heads={[t('From'), t('Approved||payments'), t('Declined||payments')]}
          rows={series.map(({ from, decided, approved }, index) => [
            fromCell(from, index),
            approved,
            decided - approved,
          ])}
        />
      </Section>
      <Section
        title={t('Captured')}
        description={stepText}
        actions={
          currencies.length > 1 && (
            <Select
              aria-label={t('Currency')}
              data={currencies}
              value={currency}
              onChange={(chosen) => filters.set({ currency: chosen ?? '' })}
              allowDeselect={false}
              w={100}
              size="xs"
            />
          )
        }
      >
        <div
          role="img"
          aria-label={t('Captured in {currency} over the period; the table below has the numbers', { currency })}
        >
          <BarChart
            h={240}
            data={series.map((point) => ({
              when: whenText(point.from),
              captured: heightOf(volumeIn(point, currency)?.captured ?? '0'),
              refunded: heightOf(volumeIn(point, currency)?.refunded ?? '0'),
            }))}
            dataKey="when"
            series={[
              { name: 'captured', label: t('Captured'), color: 'var(--drawn-good)' },
              { name: 'refunded', label: t('Refunded'), color: 'yellow.6' },
            ]}
            valueFormatter={(height) => moneyText(String(height), currency)}
            yAxisProps={{ tickFormatter: (height: number) => shortly.format(height) }}
            withLegend
            xAxisProps={evenTicks}
            tickLine="none"
            gridAxis="x"
            barProps={barProps}
            {...leading}
          />
        </div>
        <AsTable
          heads={[t('From'), t('Captured'), t('Refunded')]}
          rows={series.map((point, index) => {
            const volume = volumeIn(point, currency)
            return [
              fromCell(point.from, index),
              <Money key="captured" amount={volume?.captured ?? '0'} currency={currency} />,
              <Money key="refunded" amount={volume?.refunded ?? '0'} currency={currency} />,
            ]
          })}
        />
      </Section>
    </SimpleGrid>
  )
})

function transactionsIn(merchantId: string, from: string, to: string): string {
  return `/merchants/${encodeURIComponent(merchantId)}/transactions?${new URLSearchParams({ from, to })}`
}

const shortly = new Intl.NumberFormat(formatLocale(), { notation: 'compact' })

function volumeIn({ volumes }: DashboardPoint, currency: string) {
  return volumes.find((volume) => volume.currency === currency)
}

interface TableProps {
  readonly heads: readonly string[]
  readonly rows: readonly (readonly React.ReactNode[])[]
}

/** A chart says nothing to those who cannot see it; the same numbers do. */
function AsTable({ heads, rows }: TableProps) {
  return (
    <details className="as-table">
      <summary>{t('View as table')}</summary>
      <Table fz="xs" verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            {heads.map((head) => (
              <Table.Th key={head} scope="col">
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are the periods in their order
            <Table.Tr key={row}>
              {cells.map((cell, column) => (
                <Table.Td key={heads[column]}>{cell}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </details>
  )
}
