// The delivery log: every notification with its attempts, and replay.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import type { DeliverySummaryBody } from '../../../../../src/http/console/response-bodies/webhooks.ts'
import type { ResultPage } from '../../../../../src/ports/search/search.ts'
import { useRead } from '../../api/queries.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { ChoiceFilter, DayFilter, FilterBar, TextFilter } from '../../parts/filters.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Page } from '../../parts/page.tsx'
import { Paging } from '../../parts/paging.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useUrlFilters } from '../../parts/url-filters.ts'
import { Code, NoValue, ShortCode, StatusBadge, Time } from '../../parts/values.tsx'
import { useRight } from '../../session/session-context.tsx'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { ReplayDialog } from './replay-dialog.tsx'
import { type DeliverySummary, deliveriesPath, webhooksPath } from './webhooks.ts'

const columns: readonly [Column<DeliverySummary>, ...Column<DeliverySummary>[]] = [
  { title: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { title: 'Status', cell: ({ state }) => <StatusBadge status={state} /> },
  { title: 'Order', cell: ({ orderId }) => <Code>{orderId}</Code> },
  { title: 'Transaction', cell: ({ transactionId }) => <ShortCode>{transactionId}</ShortCode> },
  { title: 'Receiver', cell: ({ url }) => <ShortCode>{url}</ShortCode>, isMinor: true },
  { title: 'Attempts', cell: ({ attempts }) => attempts, isNumber: true },
  {
    title: 'Next attempt',
    cell: ({ nextAt, state }) => (state === 'PENDING' && nextAt ? <Time at={nextAt} isRelative /> : <NoValue />),
  },
]

export function DeliveriesPage() {
  const merchantId = useMerchantId()
  const mayReplay = useRight('CONFIGURE')
  const [isReplaying, setReplaying] = useState(false)
  const filters = useUrlFilters(['state', 'orderId', 'since', 'until'])
  const reading = useRead<ResultPage<DeliverySummaryBody>>(deliveriesPath(merchantId), filters.query, {
    keepsPrevious: true,
    everyMs: 15_000,
  })
  const { data, error, refetch, isPlaceholderData } = reading
  return (
    <Page
      title="Delivery log"
      description="Notifications sent to your server, newest first."
      actions={
        <>
          <Button component={Link} href={webhooksPath(merchantId)} variant="default">
            Settings
          </Button>
          {mayReplay && (
            <Button
              variant="default"
              onClick={() => setReplaying(true)}
              leftSection={<Icon name="refresh" size={16} />}
            >
              Replay by time
            </Button>
          )}
        </>
      }
    >
      <FilterBar filters={filters}>
        <ChoiceFilter filters={filters} name="state" label="Status" choices={['PENDING', 'DELIVERED', 'PARKED']} />
        <TextFilter filters={filters} name="orderId" label="Order" placeholder="Full order ID" />
        <DayFilter filters={filters} name="since" label="From" />
        <DayFilter filters={filters} name="until" label="To" isEnd />
      </FilterBar>
      <DataTable
        caption="Notifications"
        columns={columns}
        rows={error ? undefined : data?.rows}
        keyOf={({ notificationId }) => notificationId}
        linkOf={({ notificationId }) => `${deliveriesPath(merchantId)}/${notificationId}`}
        empty={
          filters.isFiltered ? (
            <EmptyState icon="search" title="No matching notifications">
              Try removing some filters.
            </EmptyState>
          ) : (
            <EmptyState icon="bell" title="No notifications yet">
              Enable notifications in the webhook settings. One appears here for each transaction.
            </EmptyState>
          )
        }
        error={error}
        onRetry={() => void refetch()}
        isStale={isPlaceholderData}
      />
      <Paging position={filters.pagePosition} next={data?.next} />
      {isReplaying && <ReplayDialog onClose={() => setReplaying(false)} />}
    </Page>
  )
}
