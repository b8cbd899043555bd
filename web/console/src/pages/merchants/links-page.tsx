// Whether the other side of each acquirer link is there, asked again and again while somebody looks.
import type {
  AcquirerLinkBody,
  AcquirerLinkListBody,
} from '../../../../../src/http/console/response-bodies/merchants.ts'
import { useRead } from '../../api/queries.ts'
import { timeText } from '../../format/time.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Page } from '../../parts/page.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { StatusBadge } from '../../parts/values.tsx'

const columns: readonly [Column<AcquirerLinkBody>, ...Column<AcquirerLinkBody>[]] = [
  { title: 'Link', cell: ({ adapter }) => adapter },
  {
    title: 'Status',
    cell: ({ isReachable }) => (
      <StatusBadge status={isReachable ? 'UP' : 'DOWN'}>{isReachable ? 'Connected' : 'Not connected'}</StatusBadge>
    ),
  },
  { title: 'Merchants', cell: ({ merchants }) => merchants.toLocaleString(), isNumber: true },
]

export function LinksPage() {
  const { data, error, refetch, dataUpdatedAt } = useRead<AcquirerLinkListBody>('/links', {}, { everyMs: 10_000 })
  return (
    <Page
      title="Acquirer links"
      about={
        data ? `As of ${timeText(new Date(dataUpdatedAt).toISOString())}. Updated every ten seconds.` : 'Checking…'
      }
    >
      <DataTable
        caption="Acquirer links"
        columns={columns}
        rows={data?.links}
        keyOf={({ adapter }) => adapter}
        empty={
          <EmptyState icon="link" title="No acquirer links yet">
            Links appear here once you create a merchant.
          </EmptyState>
        }
        error={error}
        onRetry={() => void refetch()}
      />
    </Page>
  )
}
