// The transactions of a merchant: authorizations, captures, refunds and all other types.
import { transactionTypes } from '../../../../../src/domain/payments/transaction-type.ts'
import type { TransactionListItemBody } from '../../../../../src/http/console/response-bodies/orders.ts'
import type { ResultPage } from '../../../../../src/ports/search/search.ts'
import { useRead } from '../../api/queries.ts'
import { codeText } from '../../format/text.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { ChoiceFilter, TextFilter } from '../../parts/filters.tsx'
import { Page } from '../../parts/page.tsx'
import { CsvButton, Paging } from '../../parts/paging.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useUrlFilters } from '../../parts/url-filters.ts'
import { Money, ShortCode, StatusBadge, Time } from '../../parts/values.tsx'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { RowName, SourceText } from '../orders/cells.tsx'
import { commonFilters, SearchBar } from '../orders/search-bar.tsx'
import { orderPath, transactionsPath } from '../orders/wire.ts'

const results = ['SUCCESS', 'FAILURE', 'PENDING', 'UNKNOWN'] as const

export function TransactionsPage() {
  const merchantId = useMerchantId()
  const filters = useUrlFilters([...commonFilters, 'transactionId', 'type', 'result', 'gatewayCode'])
  const path = transactionsPath(merchantId)
  const { data, error, refetch, isPlaceholderData } = useRead<ResultPage<TransactionListItemBody>>(
    path,
    filters.query,
    {
      keepsPrevious: true,
    },
  )
  return (
    <Page
      title="Transactions"
      description="Newest first."
      actions={<CsvButton path={`${path}.csv`} query={filters.query} />}
    >
      <SearchBar
        filters={filters}
        rareOnes={
          <>
            <TextFilter filters={filters} name="transactionId" label="Transaction" />
            <TextFilter filters={filters} name="gatewayCode" label="Gateway code" placeholder="DECLINED" />
          </>
        }
      >
        <ChoiceFilter filters={filters} name="type" label="Type" choices={transactionTypes} />
        <ChoiceFilter filters={filters} name="result" label="Result" choices={results} />
      </SearchBar>
      <DataTable
        caption="Transactions"
        rows={data?.rows}
        keyOf={({ orderId, transactionId }) => `${orderId} ${transactionId}`}
        linkOf={({ orderId, transactionId }) =>
          `${orderPath(merchantId, orderId)}?transaction=${encodeURIComponent(transactionId)}`
        }
        columns={[
          { title: 'Order', cell: ({ orderId }) => <RowName>{orderId}</RowName> },
          { title: 'Transaction', isMinor: true, cell: ({ transactionId }) => <ShortCode>{transactionId}</ShortCode> },
          { title: 'Type', cell: ({ type }) => codeText(type) },
          {
            title: 'Result',
            cell: ({ result, gatewayCode }) => <StatusBadge status={result}>{codeText(gatewayCode)}</StatusBadge>,
          },
          {
            title: 'Amount',
            isNumber: true,
            cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
          },
          { title: 'Paid with', cell: (transaction) => <SourceText {...transaction} /> },
          { title: 'Time', cell: ({ timeOfRecord }) => <Time at={timeOfRecord} /> },
        ]}
        empty={
          filters.isFiltered ? (
            <EmptyState title="No matching transactions">Try removing some filters.</EmptyState>
          ) : (
            <EmptyState icon="card" title="No transactions yet">
              Transactions appear here moments after a payment is made through the API, a payment page or the console.
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
