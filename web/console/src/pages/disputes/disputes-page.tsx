// The disputes of a merchant: open ones by their deadline, the soonest first.
import { Button, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { DisputeListItemBody } from '../../../../../src/console/response-bodies/disputes.ts'
import { disputeStates } from '../../../../../src/kernel/order-status.ts'
import type { ResultPage } from '../../../../../src/kernel/page.ts'
import type { Jsonified } from '../../api/json.ts'
import { useRead } from '../../api/queries.ts'
import { disputeText } from '../../format/text.ts'
import { english, t } from '../../language/text.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { ChoiceFilter, FilterBar } from '../../parts/filters.tsx'
import { Page } from '../../parts/page.tsx'
import { CsvButton, Paging } from '../../parts/paging.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useUrlFilters } from '../../parts/url-filters.ts'
import { Money, NoValue, ShortCode, Time } from '../../parts/values.tsx'
import { usePermission } from '../../session/session-context.tsx'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { RowName } from '../orders/cells.tsx'
import { disputesPath, orderPath } from '../orders/wire.ts'
import { choicesFor, type DisputeChoice } from './dispute-choices.ts'
import { DisputeDialog, disputeChoices } from './dispute-dialog.tsx'
import { Deadline, DisputeBadge } from './dispute-status.tsx'

type DisputeListItem = Jsonified<DisputeListItemBody>

const everyMs = 60_000

export function DisputesPage() {
  const merchantId = useMerchantId()
  const mayAnswer = usePermission('REFUND')
  const [answered, setAnswered] = useState<DisputeListItem>()
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
      title={t('Disputes')}
      description={
        state === 'OPEN'
          ? t('The next deadline first. After it, the bank decides without you.')
          : t('The latest change first.')
      }
      actions={<CsvButton path={`${path}.csv`} query={query} />}
    >
      <FilterBar
        filters={filters}
        always={
          <SegmentedControl
            aria-label={t('Which disputes')}
            data={[
              { value: 'open', label: t('Open||disputes') },
              { value: 'all', label: t('All||disputes') },
            ]}
            value={isAll || chosen !== undefined ? 'all' : 'open'}
            onChange={(next) => filters.set({ view: next === 'all' ? 'all' : '', state: '' })}
          />
        }
      >
        <ChoiceFilter
          filters={filters}
          name="state"
          label={t('State')}
          choices={disputeStates}
          wordsFor={(each) => disputeText(each as (typeof disputeStates)[number])}
        />
      </FilterBar>
      <DataTable<DisputeListItem>
        caption={t('Disputes')}
        rows={data?.rows}
        keyOf={({ orderId, caseNumber }) => `${orderId} ${caseNumber}`}
        linkOf={({ orderId }) => orderPath(merchantId, orderId)}
        columns={[
          { title: english('Order'), cell: ({ orderId }) => <RowName>{orderId}</RowName> },
          {
            title: english('Case'),
            cell: ({ caseNumber }) => (caseNumber === '' ? <NoValue /> : <ShortCode>{caseNumber}</ShortCode>),
          },
          { title: english('State'), isPlain: true, cell: (dispute) => <DisputeBadge dispute={dispute} /> },
          { title: english('Respond by'), cell: (dispute) => <Deadline dispute={dispute} /> },
          {
            title: english('Amount'),
            isPlain: true,
            isNumber: true,
            cell: ({ amount, currency, state: itsState }) => (
              <Money amount={amount} currency={currency} isOutgoing={itsState !== 'WON'} />
            ),
          },
          {
            title: english('Last changed'),
            isMinor: true,
            cell: ({ updatedAt }) => <Time at={updatedAt} isRelative />,
          },
        ]}
        {...(mayAnswer && {
          actions: (dispute: DisputeListItem) =>
            isAnswerable(dispute) && (
              <Button size="compact-sm" variant="light" onClick={() => setAnswered(dispute)}>
                {disputeChoices[nextChoice(dispute)].button}
              </Button>
            ),
        })}
        empty={
          state === 'OPEN' ? (
            <EmptyState icon="check" title={t('No open disputes')}>
              {t('Disputes appear here when a payer’s bank asks about a payment or claims money back.')}
            </EmptyState>
          ) : (
            <EmptyState title={t('No matching disputes')}>{t('Try removing some filters.')}</EmptyState>
          )
        }
        error={error}
        onRetry={() => void refetch()}
        isStale={isPlaceholderData}
      />
      <Paging position={filters.pagePosition} next={data?.next} />
      {answered && (
        <DisputeDialog
          choice={nextChoice(answered)}
          merchantId={merchantId}
          orderId={answered.orderId}
          dispute={answered}
          onClose={() => setAnswered(undefined)}
        />
      )}
    </Page>
  )
}

function isAnswerable({ state, isEvidenceSent }: DisputeListItem): boolean {
  return (state === 'PENDING' || state === 'INFORMATION_REQUESTED') && !isEvidenceSent
}

const nextChoice = (dispute: DisputeListItem): DisputeChoice => choicesFor(dispute)[0] ?? 'NOTE'
