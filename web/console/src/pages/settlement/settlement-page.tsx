// Settlement: the batches of each currency with what they pay out, and closing the open one now.
import { Alert, Anchor, Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import type { SettlementBatchBody } from '../../../../../src/console/response-bodies/reports.ts'
import type { ResultPage } from '../../../../../src/kernel/page.ts'
import { settlementBatchStatusOf } from '../../../../../src/settlement/rules/batch-status.ts'
import { useRead } from '../../api/queries.ts'
import { english, t, tx } from '../../language/text.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { FilterBar, TextFilter } from '../../parts/filters.tsx'
import { Icon } from '../../parts/icon.tsx'
import { ListPart } from '../../parts/list-part.tsx'
import { Page } from '../../parts/page.tsx'
import { CsvButton, Paging } from '../../parts/paging.tsx'
import { EmptyState, QueryContent } from '../../parts/states.tsx'
import { useUrlFilters } from '../../parts/url-filters.ts'
import { NoValue, StatusBadge, Time } from '../../parts/values.tsx'
import { usePermission } from '../../session/session-context.tsx'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { type Batch, batchesPath, batchPagePath, type CurrencyGroup, groupByCurrency, sumOfTotals } from './batches.ts'
import { CloseBatchDialog } from './close-batch-dialog.tsx'
import { moneyColumns, moneyTotals } from './settlement-columns.tsx'

const everyMs = 30_000

export function SettlementPage() {
  const list = batchesPath(useMerchantId())
  const mayClose = usePermission('CAPTURE')
  const [isClosing, setClosing] = useState(false)
  const filters = useUrlFilters(['currency'])
  const { query, pagePosition } = filters
  const reading = useRead<ResultPage<SettlementBatchBody>>(list, query, { everyMs, keepsPrevious: true })
  const open = reading.data?.rows.find(({ closedAt }) => closedAt === undefined)
  return (
    <Page
      title={t('Settlement')}
      description={t('Payments, refunds and fees by currency, in the batches that your acquirer settles.')}
      actions={
        <>
          <CsvButton path={`${list}.csv`} query={query} />
          {mayClose && (
            <Button
              disabled={!open}
              onClick={() => setClosing(true)}
              leftSection={<Icon name="settlement" size={16} />}
            >
              {t('Close open batch')}
            </Button>
          )}
        </>
      }
    >
      <FilterBar filters={filters}>
        <TextFilter
          filters={filters}
          name="currency"
          label={t('Currency')}
          placeholder={t('Any, such as EUR')}
          whole={/^[A-Z]{3}$/}
        />
      </FilterBar>
      <QueryContent reading={reading}>
        {({ rows, next }) => (
          <Stack gap="xl">
            <OutOfBalance batches={rows} />
            {rows.length === 0 && <NoBatches isFiltered={filters.isFiltered} />}
            {groupByCurrency(rows).map((group) => (
              <CurrencyPart key={group.currency} group={group} />
            ))}
            <EmptyBatches batches={rows.filter(({ totals }) => totals.length === 0)} />
            <Paging position={pagePosition} next={next} />
          </Stack>
        )}
      </QueryContent>
      {isClosing && open && <CloseBatchDialog batch={open} list={list} onClose={() => setClosing(false)} />}
    </Page>
  )
}

function NoBatches({ isFiltered }: { readonly isFiltered: boolean }) {
  return (
    <div className="paper">
      {isFiltered ? (
        <EmptyState title={t('No matching batches')}>{t('Try removing some filters.')}</EmptyState>
      ) : (
        <EmptyState icon="settlement" title={t('No batches yet')}>
          {t('A batch appears here when the first payment is captured.')}
        </EmptyState>
      )}
    </div>
  )
}

type Row = CurrencyGroup['rows'][number]

const batchText = ({ batch }: Batch) => t('Batch {batch}', { batch: String(batch) })

function stateColumns<Of>(batchOf: (row: Of) => Batch): readonly [Column<Of>, ...Column<Of>[]] {
  return [
    { title: english('Batch'), cell: (row) => batchText(batchOf(row)) },
    { title: english('Acquirer'), isMinor: true, cell: (row) => batchOf(row).acquirerId },
    {
      title: english('Status'),
      cell: (row) => <StatusBadge status={settlementBatchStatusOf(batchOf(row))} subject="BATCH" />,
    },
    {
      title: english('Closed'),
      isMinor: true,
      cell: (row) => {
        const { closedAt } = batchOf(row)
        return closedAt === undefined ? <NoValue /> : <Time at={closedAt} />
      },
    },
  ]
}

const columns: readonly [Column<Row>, ...Column<Row>[]] = [
  ...stateColumns<Row>(({ batch }) => batch),
  ...moneyColumns<Row>(({ sum }) => sum),
]

const keyOf = ({ acquirerId, batch }: Batch) => `${acquirerId} ${batch}`

function CurrencyPart({ group: { currency, rows } }: { readonly group: CurrencyGroup }) {
  const merchantId = useMerchantId()
  const sum = sumOfTotals(
    currency,
    rows.map((row) => row.sum),
  )
  return (
    <ListPart title={currency}>
      <DataTable
        caption={t('Batches in {currency}', { currency })}
        columns={columns}
        rows={rows}
        keyOf={({ batch }) => keyOf(batch)}
        linkOf={({ batch }) => batchPagePath(merchantId, batch)}
        empty={null}
        {...(rows.length > 1 && { totals: moneyTotals(english('Batch'), t('Total in {currency}', { currency }), sum) })}
      />
    </ListPart>
  )
}

/** Closed ones in which nothing is left: of no currency. */
function EmptyBatches({ batches }: { readonly batches: readonly Batch[] }) {
  const merchantId = useMerchantId()
  if (batches.length === 0) return null
  return (
    <ListPart title={t('Without transactions')}>
      <DataTable
        caption={t('Batches without transactions')}
        columns={stateColumns<Batch>((batch) => batch)}
        rows={batches}
        keyOf={keyOf}
        linkOf={(batch) => batchPagePath(merchantId, batch)}
        empty={null}
      />
    </ListPart>
  )
}

function OutOfBalance({ batches }: { readonly batches: readonly Batch[] }) {
  const merchantId = useMerchantId()
  const differing = batches.filter((batch) => settlementBatchStatusOf(batch) === 'OUT_OF_BALANCE')
  if (differing.length === 0) return null
  return (
    <Alert color="red" variant="light" title={t('Out of balance')} icon={<Icon name="alert" />}>
      {tx('The totals of the gateway and of the acquirer differ in {batches}.', {
        batches: differing.map((batch, index) => (
          <span key={keyOf(batch)}>
            {index > 0 && ', '}
            <Anchor component={Link} href={batchPagePath(merchantId, batch)} inherit>
              {t('Batch {batch} at {acquirer}', { batch: String(batch.batch), acquirer: batch.acquirerId })}
            </Anchor>
          </span>
        )),
      })}
    </Alert>
  )
}
