// All merchants of the gateway, for the operator.
import { Button } from '@mantine/core'
import { Link } from 'wouter'
import type { MerchantListBody } from '../../../../../src/http/console/response-bodies/merchants.ts'
import { useRead } from '../../api/queries.ts'
import { countText } from '../../format/text.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { ChoiceFilter, FilterBar, TextFilter } from '../../parts/filters.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Page } from '../../parts/page.tsx'
import { CsvButton } from '../../parts/paging.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useUrlFilters } from '../../parts/url-filters.ts'
import { ShortCode, StatusBadge } from '../../parts/values.tsx'
import { useRight } from '../../session/session-context.tsx'
import { merchantPath } from './merchant.ts'

type Row = MerchantListBody['merchants'][number]

const columns: readonly [Column<Row>, ...Column<Row>[]] = [
  { title: 'Merchant', cell: ({ name }) => name },
  { title: 'ID', cell: ({ merchantId }) => <ShortCode>{merchantId}</ShortCode> },
  { title: 'Status', cell: ({ isEnabled }) => <StatusBadge status={isEnabled ? 'ENABLED' : 'DISABLED'} /> },
  { title: 'Acquirer', cell: ({ acquirerId }) => <ShortCode>{acquirerId}</ShortCode> },
]

export function MerchantsPage() {
  const mayBoard = useRight('CONFIGURE')
  const filters = useUrlFilters(['find', 'state'])
  const { data, error, refetch } = useRead<MerchantListBody>('/merchants')
  const { find, state } = filters.values
  const wanted = find.toLowerCase()
  const rows = data?.merchants.filter(
    ({ merchantId, name, isEnabled }) =>
      `${name} ${merchantId}`.toLowerCase().includes(wanted) && (state === '' || (state === 'ENABLED') === isEnabled),
  )
  return (
    <Page
      title="Merchants"
      description={data && countText(data.merchants.length, 'merchant')}
      actions={
        <>
          <CsvButton path="/merchants.csv" />
          {mayBoard && (
            <Button component={Link} href="/board" leftSection={<Icon name="plus" size={16} />}>
              Create merchant
            </Button>
          )}
        </>
      }
    >
      <FilterBar
        filters={filters}
        always={<TextFilter filters={filters} name="find" label="Search" placeholder="Name or ID" width={240} />}
      >
        <ChoiceFilter filters={filters} name="state" label="Status" choices={['ENABLED', 'DISABLED']} />
      </FilterBar>
      <DataTable
        caption="Merchants"
        columns={columns}
        rows={rows}
        keyOf={({ merchantId }) => merchantId}
        linkOf={({ merchantId }) => merchantPath(merchantId)}
        actions={({ merchantId, name }) => (
          <Button
            component={Link}
            href={`${merchantPath(merchantId)}/profile`}
            variant="subtle"
            size="compact-sm"
            aria-label={`Profile of ${name}`}
          >
            Profile
          </Button>
        )}
        empty={
          filters.isFiltered ? (
            <EmptyState icon="search" title="No matching merchants">
              Try removing some filters.
            </EmptyState>
          ) : (
            <EmptyState icon="shop" title="No merchants yet">
              Create a merchant to begin taking payments.
            </EmptyState>
          )
        }
        error={error}
        onRetry={() => void refetch()}
      />
    </Page>
  )
}
