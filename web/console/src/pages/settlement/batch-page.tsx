// One settlement batch: what it pays out in each currency, and the transactions that make it up.
import { Anchor, Group, Stack } from '@mantine/core'
import { Link } from 'wouter'
import type {
  SettlementBatchBody,
  SettlementBatchTransactionBody,
} from '../../../../../src/console/response-bodies/reports.ts'
import type { ResultPage } from '../../../../../src/kernel/page.ts'
import { settlementBatchStatusOf } from '../../../../../src/settlement/rules/batch-status.ts'
import { path } from '../../api/client.ts'
import { useRead } from '../../api/queries.ts'
import { codeText, typeText } from '../../format/text.ts'
import { isOutgoing } from '../../format/transaction.ts'
import { english, t } from '../../language/text.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { ChoiceFilter, FilterBar } from '../../parts/filters.tsx'
import { ListPart } from '../../parts/list-part.tsx'
import { Page } from '../../parts/page.tsx'
import { CsvButton, Paging } from '../../parts/paging.tsx'
import { EmptyState, QueryContent } from '../../parts/states.tsx'
import { useUrlFilters } from '../../parts/url-filters.ts'
import { Money, ShortCode, StatusBadge, StatusSentence, Time } from '../../parts/values.tsx'
import { usePathParameter } from '../../shell/address.ts'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { RowName, SourceText } from '../orders/cells.tsx'
import { orderPath } from '../orders/wire.ts'
import { Difference } from './batch-difference.tsx'
import {
  type Batch,
  type BatchTransactionRow,
  batchServicePath,
  currenciesOf,
  type SchemeTotal,
  sumOfTotals,
} from './batches.ts'
import { moneyColumns, moneyTotals } from './settlement-columns.tsx'

export function BatchPage() {
  const merchantId = useMerchantId()
  const acquirerId = usePathParameter('acquirerId')
  const batch = usePathParameter('batch')
  const service = path`/merchants/${merchantId}/batches/${acquirerId}/${batch}`
  const reading = useRead<SettlementBatchBody>(service, {}, { everyMs: 30_000 })
  return (
    <Page
      title={t('Batch {batch}', { batch })}
      description={
        <>
          <Group gap="sm">
            <Anchor component={Link} href={path`/merchants/${merchantId}/settlement`} inherit>
              {t('Settlement')}
            </Anchor>
            <span>{acquirerId}</span>
            {reading.data && <StatusBadge status={settlementBatchStatusOf(reading.data)} subject="BATCH" />}
            {reading.data?.closedAt && <Time at={reading.data.closedAt} />}
          </Group>
          <StatusSentence subject="BATCH" status={reading.data && settlementBatchStatusOf(reading.data)} />
        </>
      }
      actions={reading.data && <CsvButton path={`${service}/transactions.csv`} />}
    >
      <QueryContent reading={reading}>
        {(found) => (
          <Stack gap="xl">
            {found.closing?.difference && (
              <Difference acquirerId={found.acquirerId} difference={found.closing.difference} />
            )}
            {currenciesOf(found.totals).map((currency) => (
              <TotalsPart key={currency} currency={currency} totals={found.totals} />
            ))}
            <TransactionsPart batch={found} />
          </Stack>
        )}
      </QueryContent>
    </Page>
  )
}

const totalColumns: readonly [Column<SchemeTotal>, ...Column<SchemeTotal>[]] = [
  { title: english('Scheme'), cell: ({ scheme }) => codeText(scheme) },
  ...moneyColumns<SchemeTotal>((total) => total),
]

function TotalsPart({ currency, totals }: { readonly currency: string; readonly totals: readonly SchemeTotal[] }) {
  const rows = totals.filter((total) => total.currency === currency)
  return (
    <ListPart title={currency}>
      <DataTable
        caption={t('Totals in {currency} by scheme', { currency })}
        columns={totalColumns}
        rows={rows}
        keyOf={({ scheme }) => scheme}
        empty={null}
        {...(rows.length > 1 && {
          totals: moneyTotals(english('Scheme'), t('Total in {currency}', { currency }), sumOfTotals(currency, rows)),
        })}
      />
    </ListPart>
  )
}

const transactionColumns: readonly [Column<BatchTransactionRow>, ...Column<BatchTransactionRow>[]] = [
  { title: english('Order'), cell: ({ orderId }) => <RowName>{orderId}</RowName> },
  { title: english('Transaction'), isMinor: true, cell: ({ transactionId }) => <ShortCode>{transactionId}</ShortCode> },
  { title: english('Type'), cell: ({ type }) => typeText(type) },
  {
    title: english('Amount'),
    isNumber: true,
    cell: (transaction) => (
      <Money amount={transaction.amount} currency={transaction.currency} isOutgoing={isOutgoing(transaction)} />
    ),
  },
  { title: english('Paid with'), cell: (transaction) => <SourceText {...transaction} /> },
  { title: english('Time'), cell: ({ timeOfRecord }) => <Time at={timeOfRecord} /> },
]

function TransactionsPart({ batch }: { readonly batch: Batch }) {
  const merchantId = useMerchantId()
  const service = `${batchServicePath(merchantId, batch)}/transactions`
  const filters = useUrlFilters(['currency'])
  const { data, error, refetch, isPlaceholderData } = useRead<ResultPage<SettlementBatchTransactionBody>>(
    service,
    filters.query,
    { keepsPrevious: true },
  )
  const currencies = currenciesOf(batch.totals)
  return (
    <ListPart
      title={t('Transactions')}
      description={t('Without voided transactions. Fees count in the batch of their payment.')}
    >
      {currencies.length > 1 && (
        <FilterBar filters={filters}>
          <ChoiceFilter
            filters={filters}
            name="currency"
            label={t('Currency')}
            choices={currencies}
            wordsFor={(code) => code}
          />
        </FilterBar>
      )}
      <DataTable
        caption={t('Transactions of the batch')}
        columns={transactionColumns}
        rows={data?.rows}
        keyOf={({ orderId, transactionId }) => `${orderId} ${transactionId}`}
        linkOf={({ orderId, transactionId }) =>
          `${orderPath(merchantId, orderId)}?transaction=${encodeURIComponent(transactionId)}`
        }
        empty={
          <EmptyState icon="settlement" title={t('No transactions')}>
            {t('This batch is empty.')}
          </EmptyState>
        }
        error={error}
        onRetry={() => void refetch()}
        isStale={isPlaceholderData}
      />
      <Paging position={filters.pagePosition} next={data?.next} />
    </ListPart>
  )
}
