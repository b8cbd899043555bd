// The figures of a period, and what needs attention now: of one merchant, or of all.
import type { FiguresBody } from '../../../../../src/console/response-bodies/reports.ts'
import './dashboard.css'
import { Group, SegmentedControl, SimpleGrid, Stack } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { path } from '../../api/client.ts'
import { useRead } from '../../api/queries.ts'
import { t } from '../../language/text.ts'
import { DataAgeText } from '../../parts/data-age.tsx'
import { DayFilter, dayOf, instantOf } from '../../parts/filters.tsx'
import { Page } from '../../parts/page.tsx'
import { ChartSkeleton, DashboardSkeleton, Loading } from '../../parts/skeletons.tsx'
import { EmptyState, QueryContent } from '../../parts/states.tsx'
import { useUrlFilters } from '../../parts/url-filters.ts'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { Attention } from './attention.tsx'
import { Declines, Latencies, Volumes } from './breakdowns.tsx'
import {
  type DashboardFigures,
  dashboardFilters,
  isByHour,
  isPeriod,
  type PeriodName,
  periods,
  usePeriod,
} from './figures.ts'
import { KeyFigures } from './key-figures.tsx'

// The library that draws is larger than the rest of the page; the figures do not wait for it.
const Charts = lazy(async () => ({ default: (await import('./charts.tsx')).Charts }))

export function MerchantDashboard() {
  const merchantId = useMerchantId()
  return <Dashboard title={t('Dashboard')} service={path`/merchants/${merchantId}/figures`} />
}

export function OperatorDashboard() {
  return <Dashboard title={t('All merchants')} service="/figures" />
}

/** In the URL, for chosen days. */
const ownDays = 'days'
const noDays = { from: '', to: '' }

function Dashboard({ title, service }: { readonly title: string; readonly service: string }) {
  const filters = useUrlFilters(dashboardFilters)
  const { values } = filters
  const name: PeriodName = isPeriod(values.period) ? values.period : '7d'
  const isOfDays = values.period === ownDays
  const period = usePeriod(name, isOfDays ? values : noDays)
  const reading = useRead<FiguresBody>(service, period, { keepsPrevious: true })
  const choose = (chosen: string) => {
    // Starts with the period shown.
    const days = { from: instantOf(dayOf(period.from, false), false), to: instantOf(dayOf(period.to, true), true) }
    filters.set({ period: chosen, ...(chosen === ownDays ? days : noDays) })
  }
  return (
    <Page
      title={title}
      description={reading.data?.age && <DataAgeText age={reading.data.age} />}
      actions={
        <SegmentedControl
          aria-label={t('Period')}
          size="xs"
          value={isOfDays ? ownDays : name}
          onChange={choose}
          data={[
            ...Object.entries(periods).map(([value, { label }]) => ({ value, label })),
            { value: ownDays, label: t('Days') },
          ]}
        />
      }
    >
      {isOfDays && (
        <Group gap="sm">
          <DayFilter filters={filters} name="from" label={t('From')} />
          <DayFilter filters={filters} name="to" label={t('To')} isEnd />
        </Group>
      )}
      <QueryContent reading={reading} skeleton={<DashboardSkeleton />}>
        {(figures) => <DashboardContent figures={figures} isByHour={isByHour(period)} until={period.to} />}
      </QueryContent>
    </Page>
  )
}

function DashboardContent({
  figures,
  isByHour: byHour,
  until,
}: {
  readonly figures: DashboardFigures
  readonly isByHour: boolean
  readonly until: string
}) {
  const isQuiet = figures.decided === 0 && figures.volumes.length === 0
  return (
    <Stack gap="lg">
      <KeyFigures figures={figures} />
      <Attention figures={figures} />
      {isQuiet ? (
        <div className="paper">
          <EmptyState icon="chart" title={t('No payments in this period')}>
            {t('Choose a longer period above. New payments appear here within a few moments.')}
          </EmptyState>
        </div>
      ) : (
        <>
          <Suspense
            fallback={
              <Loading what={t('charts')}>
                <ChartSkeleton />
              </Loading>
            }
          >
            <Charts figures={figures} isByHour={byHour} until={until} />
          </Suspense>
          <Volumes volumes={figures.volumes} />
          <SimpleGrid cols={{ base: 1, xl: 2 }} spacing="lg">
            <Declines figures={figures} />
            <Latencies figures={figures} />
          </SimpleGrid>
        </>
      )}
    </Stack>
  )
}
