// The transactions that add up to the money at risk, each with what to do about it.
import { Anchor } from '@mantine/core'
import { Link } from 'wouter'
import type { MoneyAtRiskBody } from '../../../../../src/console/response-bodies/reports.ts'
import type { ResultPage } from '../../../../../src/kernel/page.ts'
import { path } from '../../api/client.ts'
import type { Jsonified } from '../../api/json.ts'
import { useRead } from '../../api/queries.ts'
import { typeText } from '../../format/text.ts'
import { english, t } from '../../language/text.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Page } from '../../parts/page.tsx'
import { CsvButton, Paging } from '../../parts/paging.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useUrlFilters } from '../../parts/url-filters.ts'
import { Money, StatusBadge, Time } from '../../parts/values.tsx'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { RowName } from '../orders/cells.tsx'
import { orderPath } from '../orders/wire.ts'
import { riskTexts } from './risk-texts.ts'

type RiskyTransaction = Jsonified<MoneyAtRiskBody>

export function MerchantMoneyAtRisk() {
  const merchantId = useMerchantId()
  return <MoneyAtRisk service={path`/merchants/${merchantId}/money-at-risk`} audience="merchant" />
}

export function OperatorMoneyAtRisk() {
  return <MoneyAtRisk service="/money-at-risk" audience="operator" />
}

const everyMs = 15_000

function MoneyAtRisk({ service, audience }: { readonly service: string; readonly audience: 'merchant' | 'operator' }) {
  const filters = useUrlFilters([])
  const { data, error, refetch, isPlaceholderData } = useRead<ResultPage<MoneyAtRiskBody>>(service, filters.query, {
    keepsPrevious: true,
    everyMs,
  })
  return (
    <Page
      title={t('Money at risk')}
      description={t('Transactions that an acquirer may have executed, without certainty. The oldest first.')}
      actions={<CsvButton path={`${service}.csv`} />}
    >
      <DataTable<RiskyTransaction>
        caption={t('Money at risk')}
        rows={data?.rows}
        keyOf={({ merchantId, orderId, transactionId, kind }) => `${merchantId} ${orderId} ${transactionId} ${kind}`}
        linkOf={({ merchantId, orderId, transactionId }) =>
          `${orderPath(merchantId, orderId)}?transaction=${encodeURIComponent(transactionId)}`
        }
        columns={[
          { title: english('Order'), cell: ({ orderId }) => <RowName>{orderId}</RowName> },
          ...(audience === 'operator'
            ? [{ title: english('Merchant'), cell: ({ merchantId }: RiskyTransaction) => merchantId }]
            : []),
          {
            title: english('State'),
            cell: ({ kind }) => <StatusBadge status={kind}>{riskTexts[kind].label}</StatusBadge>,
          },
          { title: english('What to do'), cell: (row) => <Advice row={row} audience={audience} /> },
          { title: english('Type'), isMinor: true, cell: ({ type }) => typeText(type) },
          {
            title: english('Amount'),
            isNumber: true,
            cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
          },
          { title: english('Since'), cell: ({ since }) => <Time at={since} isRelative /> },
        ]}
        empty={
          <EmptyState icon="check" title={t('No money at risk')}>
            {t('Every outcome is known. Transactions appear here while an acquirer does not answer.')}
          </EmptyState>
        }
        error={error}
        onRetry={() => void refetch()}
        isStale={isPlaceholderData}
      />
      <Paging position={filters.pagePosition} next={data?.next} />
    </Page>
  )
}

function Advice({
  row: { kind },
  audience,
}: {
  readonly row: RiskyTransaction
  readonly audience: 'merchant' | 'operator'
}) {
  const isManual = kind === 'REVERSAL_REFUSED' || kind === 'MANUAL_RESOLUTION'
  return (
    <>
      {riskTexts[kind][audience]}{' '}
      {isManual && audience === 'operator' && (
        <Anchor component={Link} href="/attempts" inherit underline="always">
          {t('Open manual resolution')}
        </Anchor>
      )}
    </>
  )
}
