// The disputes of a merchant: open ones by their deadline, the soonest first.
import { Button, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { disputeText } from '../../../../../src/domain/labels.ts'
import { disputeStates } from '../../../../../src/domain/payments/dispute.ts'
import type { DisputeListItemBody } from '../../../../../src/http/console/response-bodies/disputes.ts'
import type { ResultPage } from '../../../../../src/ports/search/search.ts'
import type { Jsonified } from '../../api/json.ts'
import { useRead } from '../../api/queries.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { ChoiceFilter, FilterBar } from '../../parts/filters.tsx'
import { Page } from '../../parts/page.tsx'
import { CsvButton, Paging } from '../../parts/paging.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useUrlFilters } from '../../parts/url-filters.ts'
import { Money, NoValue, ShortCode, Time } from '../../parts/values.tsx'
import { useRight } from '../../session/session-context.tsx'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { RowName } from '../orders/cells.tsx'
import { disputesPath, orderPath } from '../orders/wire.ts'
import { DisputeDialog } from './dispute-dialog.tsx'
import { Deadline, DisputeBadge } from './dispute-status.tsx'

type DisputeListItem = Jsonified<DisputeListItemBody>

const everyMs = 60_000

export function DisputesPage() {
  const merchantId = useMerchantId()
  const mayAnswer = useRight('REFUND')
  const [contested, setContested] = useState<DisputeListItem>()
  const filters = useUrlFilters(['view', 'state'])
  const { view: _, state: chosen, after } = filters.query
  const isAll = filters.values.view === 'all'
  const state = chosen ?? (isAll ? undefined : 'OPEN')
  const query = { ...(state !== undefined && { state }), ...(after !== undefined && { after }) }
  const path = disputesPath(merchantId)
  const { data, error, refetch, isPlaceholderData } = useRead<ResultPage<DisputeListItemBody>>(path, query, {
    keepsPrevious: true,
    everyMs,
  })
  return (
    <Page
      title="Disputes"
      description={
        state === 'OPEN'
          ? 'The next deadline first. After it, the bank decides without you.'
          : 'The latest change first.'
      }
      actions={<CsvButton path={`${path}.csv`} query={query} />}
    >
      <FilterBar
        filters={filters}
        always={
          <SegmentedControl
            aria-label="Which disputes"
            data={[
              { value: 'open', label: 'Open' },
              { value: 'all', label: 'All' },
            ]}
            value={isAll || chosen !== undefined ? 'all' : 'open'}
            onChange={(next) => filters.set({ view: next === 'all' ? 'all' : '', state: '' })}
          />
        }
      >
        <ChoiceFilter
          filters={filters}
          name="state"
          label="State"
          choices={disputeStates}
          wordsFor={(each) => disputeText(each as (typeof disputeStates)[number])}
        />
      </FilterBar>
      <DataTable<DisputeListItem>
        caption="Disputes"
        rows={data?.rows}
        keyOf={({ orderId, caseNumber }) => `${orderId} ${caseNumber}`}
        linkOf={({ orderId }) => orderPath(merchantId, orderId)}
        columns={[
          { title: 'Order', cell: ({ orderId }) => <RowName>{orderId}</RowName> },
          {
            title: 'Case',
            cell: ({ caseNumber }) => (caseNumber === '' ? <NoValue /> : <ShortCode>{caseNumber}</ShortCode>),
          },
          { title: 'State', isPlain: true, cell: (dispute) => <DisputeBadge dispute={dispute} /> },
          { title: 'Respond by', cell: (dispute) => <Deadline dispute={dispute} /> },
          {
            title: 'Amount',
            isPlain: true,
            isNumber: true,
            cell: ({ amount, currency, state: itsState }) => (
              <Money amount={amount} currency={currency} isOutgoing={itsState !== 'WON'} />
            ),
          },
          { title: 'Last changed', isMinor: true, cell: ({ updatedAt }) => <Time at={updatedAt} isRelative /> },
        ]}
        {...(mayAnswer && {
          actions: (dispute: DisputeListItem) =>
            isAnswerable(dispute) && (
              <Button size="compact-sm" variant="light" onClick={() => setContested(dispute)}>
                Contest
              </Button>
            ),
        })}
        empty={
          state === 'OPEN' ? (
            <EmptyState icon="check" title="No open disputes">
              Disputes appear here when a payer’s bank asks about a payment or claims money back.
            </EmptyState>
          ) : (
            <EmptyState title="No matching disputes">Try removing some filters.</EmptyState>
          )
        }
        error={error}
        onRetry={() => void refetch()}
        isStale={isPlaceholderData}
      />
      <Paging position={filters.pagePosition} next={data?.next} />
      {contested && (
        <DisputeDialog
          choice="CONTEST"
          merchantId={merchantId}
          orderId={contested.orderId}
          dispute={contested}
          onClose={() => setContested(undefined)}
        />
      )}
    </Page>
  )
}

function isAnswerable({ state, isContested }: DisputeListItem): boolean {
  return (state === 'PENDING' || state === 'INFORMATION_REQUESTED') && !isContested
}
