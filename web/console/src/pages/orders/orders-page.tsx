// The orders of a merchant, with search.
import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { orderStatuses } from '../../../../../src/domain/payments/order-status.ts'
import type { OrderListItemBody } from '../../../../../src/http/console/response-bodies/orders.ts'
import type { ResultPage } from '../../../../../src/ports/search/search.ts'
import { useRead } from '../../api/queries.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { ChoiceFilter } from '../../parts/filters.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Page } from '../../parts/page.tsx'
import { CsvButton, Paging } from '../../parts/paging.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useUrlFilters } from '../../parts/url-filters.ts'
import { Money, NoValue, StatusBadge, Time } from '../../parts/values.tsx'
import { useRight } from '../../session/session-context.tsx'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { RowName, SourceText } from './cells.tsx'
import { commonFilters, SearchBar } from './search-bar.tsx'
import { orderPath, ordersPath } from './wire.ts'

export function OrdersPage() {
  const merchantId = useMerchantId()
  const mayPay = useRight('PAY')
  const filters = useUrlFilters([...commonFilters, 'status'])
  const path = ordersPath(merchantId)
  const { data, error, refetch, isPlaceholderData } = useRead<ResultPage<OrderListItemBody>>(path, filters.query, {
    keepsPrevious: true,
  })
  const payButton = mayPay && (
    <Button
      component={Link}
      href={`/merchants/${encodeURIComponent(merchantId)}/pay`}
      leftSection={<Icon name="plus" size={16} />}
    >
      Take a payment
    </Button>
  )
  return (
    <Page
      title="Orders"
      description="Newest first."
      actions={
        <>
          <CsvButton path={`${path}.csv`} query={filters.query} />
          {payButton}
        </>
      }
    >
      <SearchBar filters={filters}>
        <ChoiceFilter filters={filters} name="status" label="Status" choices={orderStatuses} />
      </SearchBar>
      <DataTable
        caption="Orders"
        rows={data?.rows}
        keyOf={({ orderId }) => orderId}
        linkOf={({ orderId }) => orderPath(merchantId, orderId)}
        columns={[
          { title: 'Order', cell: ({ orderId, reference }) => <RowName reference={reference}>{orderId}</RowName> },
          { title: 'Status', cell: ({ status }) => (status ? <StatusBadge status={status} /> : <NoValue />) },
          {
            title: 'Amount',
            isNumber: true,
            cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
          },
          {
            title: 'Captured',
            isNumber: true,
            isMinor: true,
            cell: ({ captured, currency }) => <Money amount={captured} currency={currency} />,
          },
          {
            title: 'Refunded',
            isNumber: true,
            isMinor: true,
            cell: ({ refunded, currency }) => <Money amount={refunded} currency={currency} />,
          },
          { title: 'Paid with', cell: (order) => <SourceText {...order} /> },
          { title: 'Opened', cell: ({ createdAt }) => <Time at={createdAt} /> },
        ]}
        empty={
          filters.isFiltered ? (
            <EmptyState title="No matching orders">
              Try removing some filters. To search by the beginning of an order ID, end it with an asterisk: shop-12*.
            </EmptyState>
          ) : (
            <EmptyState icon="order" title="No orders yet" action={payButton}>
              Orders appear here moments after a payment is made through the API, a payment page or the console.
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
}
