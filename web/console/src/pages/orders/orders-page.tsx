// The orders of a merchant, with search.
import { Button } from '@mantine/core'
import { Link } from 'wouter'
import type { FoundPageBody, OrderListItemBody } from '../../../../../src/console/response-bodies/orders.ts'
import { shownStatuses } from '../../../../../src/payments/rules/shown-status.ts'
import type { Jsonified } from '../../api/json.ts'
import { useRead } from '../../api/queries.ts'
import { english, t } from '../../language/text.ts'
import { ColumnChoice } from '../../parts/column-choice.tsx'
import { DataAgeText } from '../../parts/data-age.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { ChoiceFilter } from '../../parts/filters.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Page } from '../../parts/page.tsx'
import { CsvButton, Paging } from '../../parts/paging.tsx'
import { SelectionBar, useSelection } from '../../parts/selection.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useUrlFilters } from '../../parts/url-filters.ts'
import { amountSorts, timeSorts, useCount, useSorting } from '../../parts/use-list.ts'
import { Money, NoValue, ShortCode, Time } from '../../parts/values.tsx'
import { SavedViews } from '../../preferences/saved-views.tsx'
import { useColumns } from '../../preferences/use-columns.ts'
import { usePermission } from '../../session/session-context.tsx'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { OrderStatusBadge, RowName, SourceText } from './cells.tsx'
import { commonFilters, SearchBar } from './search-bar.tsx'
import { orderPath, ordersPath } from './wire.ts'

type OrderRow = Jsonified<OrderListItemBody>

/** Amounts of different currencies have no order. */
function columnsOf(isOneCurrency: boolean): readonly [Column<OrderRow>, ...Column<OrderRow>[]] {
  return [
    { title: english('Order'), cell: ({ orderId, reference }) => <RowName reference={reference}>{orderId}</RowName> },
    { title: english('Status'), isPlain: true, cell: (order) => <OrderStatusBadge order={order} /> },
    {
      title: english('Amount'),
      isPlain: true,
      isNumber: true,
      ...(isOneCurrency && { sorts: amountSorts }),
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    {
      title: english('Captured'),
      isNumber: true,
      isMinor: true,
      cell: ({ captured, currency }) => <Money amount={captured} currency={currency} />,
    },
    {
      title: english('Refunded'),
      isNumber: true,
      isMinor: true,
      cell: ({ refunded, currency }) => <Money amount={refunded} currency={currency} isOutgoing />,
    },
    { title: english('Paid with'), isPlain: true, cell: (order) => <SourceText {...order} /> },
    {
      title: english('Authorized'),
      isNumber: true,
      isExtra: true,
      cell: ({ authorized, currency }) => <Money amount={authorized} currency={currency} />,
    },
    {
      title: english('Token'),
      isExtra: true,
      cell: ({ token }) => (token ? <ShortCode>{token}</ShortCode> : <NoValue />),
    },
    { title: english('Last changed'), isExtra: true, cell: ({ updatedAt }) => <Time at={updatedAt} /> },
    { title: english('Opened'), sorts: timeSorts, cell: ({ createdAt }) => <Time at={createdAt} /> },
  ]
}

export function OrdersPage() {
  const merchantId = useMerchantId()
  const mayPay = usePermission('PAY')
  const filters = useUrlFilters([...commonFilters, 'status', 'sort'])
  const path = ordersPath(merchantId)
  const { data, error, refetch, isPlaceholderData } = useRead<FoundPageBody<OrderListItemBody>>(path, filters.query, {
    keepsPrevious: true,
  })
  const total = useCount(path, filters.query)
  const chosenColumns = useColumns('orders')
  const sorting = useSorting(filters)
  const selection = useSelection(JSON.stringify(filters.query))
  const columns = columnsOf(filters.values.currency !== '')
  const payButton = mayPay && (
    <Button
      component={Link}
      href={`/merchants/${encodeURIComponent(merchantId)}/pay`}
      leftSection={<Icon name="plus" size={16} />}
    >
      {t('Take a payment')}
    </Button>
  )
  return (
    <Page
      title={t('Orders')}
      description={<DataAgeText age={data?.age} />}
      actions={
        <>
          <SavedViews />
          <ColumnChoice columns={columns} chosen={chosenColumns} />
          <CsvButton path={`${path}.csv`} query={filters.query} />
          {payButton}
        </>
      }
    >
      <SearchBar filters={filters}>
        <ChoiceFilter filters={filters} name="status" label={t('Status')} choices={shownStatuses} />
      </SearchBar>
      <SelectionBar selection={selection}>
        <CsvButton path={`${path}.csv`} query={{ selected: JSON.stringify([...selection.keys]) }} isSmall />
      </SelectionBar>
      <DataTable
        caption={t('Orders')}
        rows={data?.rows}
        keyOf={({ orderId }) => orderId}
        linkOf={({ orderId }) => orderPath(merchantId, orderId)}
        columns={columns}
        sorting={sorting}
        shownColumns={chosenColumns.shown}
        selection={selection}
        empty={
          filters.isFiltered ? (
            <EmptyState title={t('No matching orders')}>
              {t(
                'Try removing some filters. To search by the beginning of an order ID, end it with an asterisk: shop-12*. The search field at the top finds parts of IDs, payers and e-mails.',
              )}
            </EmptyState>
          ) : (
            <EmptyState icon="order" title={t('No orders yet')} action={payButton}>
              {t('Orders appear here moments after a payment is made through the API, a payment page or the console.')}
            </EmptyState>
          )
        }
        error={error}
        onRetry={() => void refetch()}
        isStale={isPlaceholderData}
      />
      <Paging position={filters.pagePosition} next={data?.next} shown={data?.rows.length} total={total} />
    </Page>
  )
}
