// Who did what and when, of a merchant or of the operator's own.
import { Button, Stack, Text } from '@mantine/core'
import { memo, useState } from 'react'
import type { AuditLine } from '../../../../../src/audit/ports/audit.ts'
import type { ResultPage } from '../../../../../src/kernel/page.ts'
import { path } from '../../api/client.ts'
import type { Jsonified } from '../../api/json.ts'
import { useRead } from '../../api/queries.ts'
import { indentedJson } from '../../format/json.ts'
import { exactTimeText } from '../../format/time.ts'
import { english, t } from '../../language/text.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { ChoiceFilter, DayFilter, FilterBar, TextFilter } from '../../parts/filters.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { Page } from '../../parts/page.tsx'
import { CsvButton, Paging } from '../../parts/paging.tsx'
import { PeriodFilter } from '../../parts/period-filter.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { TextBlock } from '../../parts/text-block.tsx'
import { useUrlFilters } from '../../parts/url-filters.ts'
import { Code, NoValue, StatusBadge, Time } from '../../parts/values.tsx'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { actionLabel, auditActions } from './action-labels.ts'

type AuditRow = Jsonified<AuditLine>

export function MerchantAudit() {
  return (
    <AuditPage
      servicePath={path`/merchants/${useMerchantId()}/audit`}
      about={t('Actions by users and API clients at this merchant.')}
    />
  )
}

export function OperatorAudit() {
  return (
    <AuditPage servicePath="/audit" about={t('Actions by operator users that do not concern a single merchant.')} />
  )
}

const columns: readonly [Column<AuditRow>, ...Column<AuditRow>[]] = [
  { title: english('Action'), cell: ({ action }) => actionLabel(action) },
  { title: english('Time'), cell: ({ at }) => <Time at={at} /> },
  { title: english('User'), cell: ({ actor }) => <span className="numbers">{actor}</span> },
  { title: english('Subject'), cell: ({ subject }) => <Glimpse subject={subject} />, isMinor: true },
]

interface AuditPageProps {
  readonly servicePath: string
  readonly about: string
}

function AuditPage(props: AuditPageProps) {
  const [shown, setShown] = useState<AuditRow>()
  return (
    <>
      <AuditList {...props} onShow={setShown} />
      <Dialog
        opened={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={shown && actionLabel(shown.action)}
        size="lg"
      >
        {shown && <Detail line={shown} />}
      </Dialog>
    </>
  )
}

interface AuditListProps extends AuditPageProps {
  readonly onShow: (line: AuditRow) => void
}

/** Not drawn again when an entry is opened or closed: a list may be long, and its filter has a hundred actions. */
const AuditList = memo(({ servicePath, about, onShow }: AuditListProps) => {
  const filters = useUrlFilters(['actor', 'action', 'from', 'to'])
  const reading = useRead<ResultPage<AuditLine>>(servicePath, filters.query, {
    keepsPrevious: true,
  })
  const { data, error, refetch, isPlaceholderData } = reading
  return (
    <Page
      title={t('Audit log')}
      description={about}
      actions={<CsvButton path={`${servicePath}.csv`} query={filters.query} />}
    >
      <FilterBar filters={filters}>
        <TextFilter filters={filters} name="actor" label={t('User')} placeholder={t('Exact login')} width={220} />
        <ChoiceFilter
          filters={filters}
          name="action"
          label={t('Action')}
          choices={auditActions}
          wordsFor={actionLabel}
        />
        <PeriodFilter filters={filters} from="from" to="to" />
        <DayFilter filters={filters} name="from" label={t('From')} />
        <DayFilter filters={filters} name="to" label={t('To')} isEnd />
      </FilterBar>
      <DataTable
        caption={t('Audit log')}
        columns={columns}
        rows={error ? undefined : data?.rows}
        keyOf={({ auditId }) => auditId}
        actions={(line) => (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t('Details: {action}, {time}', {
              action: actionLabel(line.action),
              time: exactTimeText(line.at),
            })}
            onClick={() => onShow(line)}
          >
            {t('Details')}
          </Button>
        )}
        empty={
          filters.isFiltered ? (
            <EmptyState icon="search" title={t('No matching audit log entries')}>
              {t('Try removing some filters.')}
            </EmptyState>
          ) : (
            <EmptyState icon="audit" title={t('No audit log entries yet')}>
              {t('Security-relevant actions by users and API clients appear here as they happen.')}
            </EmptyState>
          )
        }
        error={error}
        onRetry={() => void refetch()}
        isStale={isPlaceholderData}
      />
      <Paging position={filters.pagePosition} next={data?.next} />
    </Page>
  )
})

function Detail({ line }: { readonly line: AuditRow }) {
  return (
    <Stack gap="md">
      <KeyValues
        items={[
          [t('Time'), exactTimeText(line.at)],
          [t('User'), <Code key="who">{line.actor}</Code>],
          [t('Action'), <Code key="action">{line.action}</Code>],
          [
            t('Chain'),
            line.position === undefined ? (
              <StatusBadge key="chain" status="PENDING">
                {t('Not chained yet')}
              </StatusBadge>
            ) : (
              t('Position {position}', { position: line.position })
            ),
          ],
        ]}
      />
      <div>
        <Text fz="sm" c="dimmed" mb={4}>
          {t('Subject')}
        </Text>
        <TextBlock label={t('Subject')}>{indentedJson(JSON.stringify(line.subject))}</TextBlock>
      </div>
    </Stack>
  )
}

/** As much of the subject as fits in a line: its plain values. */
function Glimpse({ subject }: Pick<AuditRow, 'subject'>) {
  const plain = Object.entries(subject).filter(([, value]) => typeof value === 'string' || typeof value === 'number')
  const text = plain.map(([name, value]) => `${name} ${value}`).join(', ')
  if (text === '') return <NoValue />
  return <Code>{text.length > 44 ? `${text.slice(0, 43)}…` : text}</Code>
}
