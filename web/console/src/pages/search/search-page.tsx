// What the search field found, as a list.
import type { TextSearchBody } from '../../../../../src/console/response-bodies/search.ts'
import type { Jsonified } from '../../api/json.ts'
import { english, t } from '../../language/text.ts'
import { DataAgeText } from '../../parts/data-age.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { FilterBar, TextFilter } from '../../parts/filters.tsx'
import { Page } from '../../parts/page.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useUrlFilters } from '../../parts/url-filters.ts'
import { Money, NoValue, Time } from '../../parts/values.tsx'
import { matchText } from '../../search/field-labels.ts'
import { useTextSearch } from '../../search/use-text-search.ts'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { OrderStatusBadge, RowName, SourceText } from '../orders/cells.tsx'
import { orderPath } from '../orders/wire.ts'

type FoundOrder = Jsonified<TextSearchBody>['orders'][number]

const resultsMax = 50

const columns: readonly [Column<FoundOrder>, ...Column<FoundOrder>[]] = [
  { title: english('Order'), cell: ({ order }) => <RowName reference={order.reference}>{order.orderId}</RowName> },
  { title: english('Found by'), cell: ({ matches }) => matchText(matches) || <NoValue /> },
  { title: english('Status'), isPlain: true, cell: ({ order }) => <OrderStatusBadge order={order} /> },
  {
    title: english('Amount'),
    isPlain: true,
    isNumber: true,
    cell: ({ order }) => <Money amount={order.amount} currency={order.currency} />,
  },
  { title: english('Paid with'), isPlain: true, cell: ({ order }) => <SourceText {...order} />, isMinor: true },
  { title: english('Opened'), cell: ({ order }) => <Time at={order.createdAt} /> },
]

export function SearchPage() {
  const merchantId = useMerchantId()
  const filters = useUrlFilters(['text'])
  const { text } = filters.values
  const { data, error, refetch, isPlaceholderData, isWanted, isCardNumber } = useTextSearch(
    merchantId,
    text,
    resultsMax,
  )
  return (
    <Page
      title={t('Search')}
      description={
        <>
          {t('Exact matches first, then the newest.')} <DataAgeText age={data?.age} />
        </>
      }
    >
      <FilterBar
        filters={filters}
        always={<TextFilter filters={filters} name="text" label={t('Search for')} width={420} />}
      />
      <DataTable
        caption={t('Results')}
        columns={columns}
        rows={isWanted ? data?.orders : []}
        keyOf={({ order }) => order.orderId}
        linkOf={({ order, transactionId }) =>
          `${orderPath(merchantId, order.orderId)}?transaction=${encodeURIComponent(transactionId)}`
        }
        empty={
          isCardNumber ? (
            <EmptyState title={t('Card numbers are not searched')}>{t('Enter the last four digits.')}</EmptyState>
          ) : text === '' ? (
            <EmptyState title={t('Find an order')}>
              {t(
                'By order or transaction ID, reference, receipt, authorization code, acquirer reference, e-mail, payer, last four digits, amount, token or X-Request-Id.',
              )}
            </EmptyState>
          ) : (
            <EmptyState title={t('No matching orders')}>
              {t(
                'Every word must match. Three characters of an ID, a name or an e-mail are enough; codes are found in full.',
              )}
            </EmptyState>
          )
        }
        error={isWanted ? error : null}
        onRetry={() => void refetch()}
        isStale={isWanted && isPlaceholderData}
      />
      {data?.hasMore && <p className="search-note">{t('There are more matches. Add a word to narrow the search.')}</p>}
    </Page>
  )
}
