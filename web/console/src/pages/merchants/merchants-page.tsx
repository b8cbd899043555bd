// All merchants of the gateway, for the operator.
import { Button } from '@mantine/core'
import { Link } from 'wouter'
import type { MerchantListBody } from '../../../../../src/console/response-bodies/merchants.ts'
import { useRead } from '../../api/queries.ts'
import { english, t, tn } from '../../language/text.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { ChoiceFilter, FilterBar, TextFilter } from '../../parts/filters.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Page } from '../../parts/page.tsx'
import { CsvButton } from '../../parts/paging.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useUrlFilters } from '../../parts/url-filters.ts'
import { ShortCode, StatusBadge } from '../../parts/values.tsx'
import { usePermission } from '../../session/session-context.tsx'
import { merchantPath } from './merchant.ts'

type Row = MerchantListBody['merchants'][number]

const columns: readonly [Column<Row>, ...Column<Row>[]] = [
  { title: english('Merchant'), cell: ({ name }) => name },
  { title: english('ID'), cell: ({ merchantId }) => <ShortCode>{merchantId}</ShortCode> },
  { title: english('Status'), cell: ({ isEnabled }) => <StatusBadge status={isEnabled ? 'ENABLED' : 'DISABLED'} /> },
  { title: english('Acquirer'), cell: ({ acquirerId }) => <ShortCode>{acquirerId}</ShortCode> },
]

export function MerchantsPage() {
  const mayBoard = usePermission('CONFIGURE')
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
      title={t('Merchants')}
      description={data && tn(data.merchants.length, '{count} merchant', '{count} merchants')}
      actions={
        <>
          <CsvButton path="/merchants.csv" />
          {mayBoard && (
            <Button component={Link} href="/board" leftSection={<Icon name="plus" size={16} />}>
              {t('Create merchant')}
            </Button>
          )}
        </>
      }
    >
      <FilterBar
        filters={filters}
        always={
          <TextFilter filters={filters} name="find" label={t('Search')} placeholder={t('Name or ID')} width={240} />
        }
      >
        <ChoiceFilter filters={filters} name="state" label={t('Status')} choices={['ENABLED', 'DISABLED']} />
      </FilterBar>
      <DataTable
        caption={t('Merchants')}
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
            aria-label={t('Profile of {name}', { name })}
          >
            {t('Profile')}
          </Button>
        )}
        empty={
          filters.isFiltered ? (
            <EmptyState icon="search" title={t('No matching merchants')}>
              {t('Try removing some filters.')}
            </EmptyState>
          ) : (
            <EmptyState icon="shop" title={t('No merchants yet')}>
              {t('Create a merchant to begin taking payments.')}
            </EmptyState>
          )
        }
        error={error}
        onRetry={() => void refetch()}
      />
    </Page>
  )
}
