// The transactions of a merchant: authorizations, captures, refunds and all other types.

import type { FoundPageBody, TransactionListItemBody } from '../../../../../src/console/response-bodies/orders.ts'
import { transactionTypes } from '../../../../../src/kernel/transaction-type.ts'
import type { Jsonified } from '../../api/json.ts'
import { useRead } from '../../api/queries.ts'
import { codeText, typeText } from '../../format/text.ts'
import { isOutgoing } from '../../format/transaction.ts'
import { english, t } from '../../language/text.ts'
import { ColumnChoice } from '../../parts/column-choice.tsx'
import { DataAgeText } from '../../parts/data-age.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { ChoiceFilter, TextFilter } from '../../parts/filters.tsx'
import { Page } from '../../parts/page.tsx'
import { CsvButton, Paging } from '../../parts/paging.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useUrlFilters } from '../../parts/url-filters.ts'
import { amountSorts, timeSorts, useCount, useSorting } from '../../parts/use-list.ts'
import { Money, NoValue, ShortCode, Time } from '../../parts/values.tsx'
import { SavedViews } from '../../preferences/saved-views.tsx'
import { useColumns } from '../../preferences/use-columns.ts'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { RowName, SourceText, TransactionBadge } from '../orders/cells.tsx'
import { commonFilters, SearchBar } from '../orders/search-bar.tsx'
import { orderPath, transactionsPath } from '../orders/wire.ts'

const results = ['SUCCESS', 'FAILURE', 'IN_REVIEW', 'PENDING', 'UNKNOWN'] as const

type TransactionRow = Jsonified<TransactionListItemBody>

/** Amounts of different currencies have no order. */
function columnsOf(isOneCurrency: boolean): readonly [Column<TransactionRow>, ...Column<TransactionRow>[]] {
  return [
    { title: english('Order'), cell: ({ orderId }) => <RowName>{orderId}</RowName> },
    {
      title: english('Transaction'),
      isMinor: true,
      cell: ({ transactionId }) => <ShortCode>{transactionId}</ShortCode>,
    },
    { title: english('Type'), isPlain: true, cell: ({ type }) => typeText(type) },
    { title: english('Result'), isPlain: true, cell: (transaction) => <TransactionBadge transaction={transaction} /> },
    {
      title: english('Amount'),
      isPlain: true,
      isNumber: true,
      ...(isOneCurrency && { sorts: amountSorts }),
      cell: (transaction) => (
        <Money amount={transaction.amount} currency={transaction.currency} isOutgoing={isOutgoing(transaction)} />
      ),
    },
    { title: english('Paid with'), isPlain: true, cell: (transaction) => <SourceText {...transaction} /> },
    { title: english('Reference'), isExtra: true, cell: ({ reference }) => reference ?? <NoValue /> },
    { title: english('Acquirer'), isExtra: true, cell: ({ acquirerId }) => acquirerId ?? <NoValue /> },
    { title: english('Batch'), isExtra: true, isNumber: true, cell: ({ batch }) => batch ?? <NoValue /> },
    { title: english('Entry point'), isExtra: true, cell: ({ entryPoint }) => codeText(entryPoint) },
    { title: english('Time'), isPlain: true, sorts: timeSorts, cell: ({ timeOfRecord }) => <Time at={timeOfRecord} /> },
  ]
}

export function TransactionsPage() {
  const merchantId = useMerchantId()
  const filters = useUrlFilters([...commonFilters, 'transactionId', 'type', 'result', 'gatewayCode', 'sort'])
  const path = transactionsPath(merchantId)
  const { data, error, refetch, isPlaceholderData } = useRead<FoundPageBody<TransactionListItemBody>>(
    path,
    filters.query,
    {
      keepsPrevious: true,
    },
  )
  const total = useCount(path, filters.query)
  const sorting = useSorting(filters)
  const chosenColumns = useColumns('transactions')
  const columns = columnsOf(filters.values.currency !== '')
  return (
    <Page
      title={t('Transactions')}
      description={<DataAgeText age={data?.age} />}
      actions={
        <>
          <SavedViews />
          <ColumnChoice columns={columns} chosen={chosenColumns} />
          <CsvButton path={`${path}.csv`} query={filters.query} />
        </>
      }
    >
      <SearchBar
        filters={filters}
        rareOnes={
          <>
            <TextFilter filters={filters} name="transactionId" label={t('Transaction')} />
            <TextFilter filters={filters} name="gatewayCode" label={t('Gateway code')} placeholder="DECLINED" />
          </>
        }
      >
        <ChoiceFilter filters={filters} name="type" label={t('Type')} choices={transactionTypes} wordsFor={typeText} />
        <ChoiceFilter filters={filters} name="result" label={t('Result')} choices={results} />
      </SearchBar>
      <DataTable
        caption={t('Transactions')}
        rows={data?.rows}
        keyOf={({ orderId, transactionId }) => `${orderId} ${transactionId}`}
        linkOf={({ orderId, transactionId }) =>
          `${orderPath(merchantId, orderId)}?transaction=${encodeURIComponent(transactionId)}`
        }
        columns={columns}
        sorting={sorting}
        shownColumns={chosenColumns.shown}
        empty={
          filters.isFiltered ? (
            <EmptyState title={t('No matching transactions')}>{t('Try removing some filters.')}</EmptyState>
          ) : (
            <EmptyState icon="card" title={t('No transactions yet')}>
              {t(
                'Transactions appear here moments after a payment is made through the API, a payment page or the console.',
              )}
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
