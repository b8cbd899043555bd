// The delivery log: every notification with its attempts, and replay.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import type {
  DeliverySummaryBody,
  ReplayBody,
  SendNowBody,
} from '../../../../../src/console/response-bodies/webhooks.ts'
import type { ResultPage } from '../../../../../src/kernel/page.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { english, t } from '../../language/text.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { ChoiceFilter, DayFilter, FilterBar, TextFilter } from '../../parts/filters.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Page } from '../../parts/page.tsx'
import { CsvButton, Paging } from '../../parts/paging.tsx'
import { PeriodFilter } from '../../parts/period-filter.tsx'
import { Problem } from '../../parts/problem.tsx'
import { SelectionBar, useSelection } from '../../parts/selection.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useUrlFilters } from '../../parts/url-filters.ts'
import { NoValue, ShortCode, StatusBadge, Time } from '../../parts/values.tsx'
import { SavedViews } from '../../preferences/saved-views.tsx'
import { usePermission } from '../../session/session-context.tsx'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { RowName } from '../orders/cells.tsx'
import { notifyReplayed, notifySending, ReplayDialog } from './replay-dialog.tsx'
import { type DeliverySummary, deliveriesPath, webhooksPath } from './webhooks.ts'

const columns: readonly [Column<DeliverySummary>, ...Column<DeliverySummary>[]] = [
  { title: english('Created'), cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    title: english('Status'),
    isPlain: true,
    cell: ({ state }) => <StatusBadge status={state} subject="NOTIFICATION" />,
  },
  { title: english('Order'), cell: ({ orderId }) => <RowName>{orderId}</RowName> },
  { title: english('Transaction'), isMinor: true, cell: ({ transactionId }) => <ShortCode>{transactionId}</ShortCode> },
  { title: english('Webhook'), cell: ({ url }) => <ShortCode>{url}</ShortCode>, isMinor: true },
  { title: english('Attempts'), cell: ({ attempts }) => attempts, isNumber: true },
  {
    title: english('Next attempt'),
    cell: ({ nextAt, state }) => (state === 'PENDING' && nextAt ? <Time at={nextAt} isRelative /> : <NoValue />),
  },
]

export function DeliveriesPage() {
  const merchantId = useMerchantId()
  const mayReplay = usePermission('CONFIGURE')
  const [isReplaying, setReplaying] = useState(false)
  const filters = useUrlFilters(['state', 'orderId', 'since', 'until'])
  const reading = useRead<ResultPage<DeliverySummaryBody>>(deliveriesPath(merchantId), filters.query, {
    keepsPrevious: true,
    everyMs: 15_000,
  })
  const { data, error, refetch, isPlaceholderData } = reading
  const selection = useSelection(JSON.stringify(filters.query))
  const replay = useChange<ReplayBody>(
    () => ({
      method: 'POST',
      path: `${deliveriesPath(merchantId)}/replay`,
      body: { notificationIds: [...selection.keys] },
    }),
    {
      refreshes: [deliveriesPath(merchantId)],
      onDone: (answer) => {
        notifyReplayed(answer)
        selection.set(new Set())
      },
    },
  )
  const sendNow = useChange<SendNowBody>(
    () => ({
      method: 'POST',
      path: `${deliveriesPath(merchantId)}/send-now`,
      body: { notificationIds: [...selection.keys] },
    }),
    {
      refreshes: [deliveriesPath(merchantId)],
      onDone: (answer) => {
        notifySending(answer)
        selection.set(new Set())
      },
    },
  )
  const isSelected = ({ notificationId }: DeliverySummary) => selection.keys.has(notificationId)
  const selected = (data?.rows ?? []).filter(isSelected)
  const problem = sendNow.error ?? replay.error
  return (
    <Page
      title={t('Delivery log')}
      description={t('Notifications sent to your server, newest first.')}
      actions={
        <>
          <Button component={Link} href={webhooksPath(merchantId)} variant="default">
            {t('Settings')}
          </Button>
          <SavedViews />
          <CsvButton path={`${deliveriesPath(merchantId)}.csv`} query={filters.query} />
          {mayReplay && (
            <Button
              variant="default"
              onClick={() => setReplaying(true)}
              leftSection={<Icon name="refresh" size={16} />}
            >
              {t('Replay by time')}
            </Button>
          )}
        </>
      }
    >
      <FilterBar filters={filters}>
        <ChoiceFilter filters={filters} name="state" label={t('Status')} choices={['PENDING', 'DELIVERED', 'PARKED']} />
        <TextFilter filters={filters} name="orderId" label={t('Order')} placeholder={t('Full order ID')} />
        <PeriodFilter filters={filters} from="since" to="until" />
        <DayFilter filters={filters} name="since" label={t('From')} />
        <DayFilter filters={filters} name="until" label={t('To')} isEnd />
      </FilterBar>
      <SelectionBar selection={selection}>
        <Button
          variant="default"
          size="xs"
          disabled={!selected.some(({ state }) => state === 'PENDING')}
          loading={sendNow.isPending}
          leftSection={<Icon name="bell" size={14} />}
          onClick={() => sendNow.mutate()}
        >
          {t('Send now')}
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={!selected.some(({ state }) => state !== 'PENDING')}
          loading={replay.isPending}
          leftSection={<Icon name="refresh" size={14} />}
          onClick={() => replay.mutate()}
        >
          {t('Replay')}
        </Button>
        {problem ? <Problem error={problem} /> : null}
      </SelectionBar>
      <DataTable
        caption={t('Notifications')}
        columns={columns}
        {...(mayReplay && { selection })}
        rows={error ? undefined : data?.rows}
        keyOf={({ notificationId }) => notificationId}
        linkOf={({ notificationId }) => `${deliveriesPath(merchantId)}/${notificationId}`}
        empty={
          filters.isFiltered ? (
            <EmptyState icon="search" title={t('No matching notifications')}>
              {t('Try removing some filters.')}
            </EmptyState>
          ) : (
            <EmptyState icon="bell" title={t('No notifications yet')}>
              {t('Enable notifications in the webhook settings. One appears here for each transaction.')}
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
