// The payment links of a merchant, and how a new one is made.
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { PaymentLinkBody } from '../../../../../src/console/response-bodies/payment-links.ts'
import { paymentLinkStates } from '../../../../../src/kernel/order-status.ts'
import type { ResultPage } from '../../../../../src/kernel/page.ts'
import { useRead } from '../../api/queries.ts'
import { english, t } from '../../language/text.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { ChoiceFilter, FilterBar } from '../../parts/filters.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Page } from '../../parts/page.tsx'
import { CsvButton, Paging } from '../../parts/paging.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useUrlFilters } from '../../parts/url-filters.ts'
import { CopyButton, StatusBadge, Time } from '../../parts/values.tsx'
import { usePermission } from '../../session/session-context.tsx'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { RowName } from '../orders/cells.tsx'
import { CreatePaymentLinkDialog } from './create-payment-link-dialog.tsx'
import { paymentLinkPath, paymentLinksPath } from './paths.ts'
import { askedAmountText, type PaymentLinkView, paymentsText, stateTones } from './wire.ts'

const columns: readonly [Column<PaymentLinkView>, ...Column<PaymentLinkView>[]] = [
  {
    title: english('Payment link'),
    cell: ({ description, orderId }) => (
      <RowName reference={description === undefined ? undefined : orderId}>{description ?? orderId}</RowName>
    ),
  },
  {
    title: english('State'),
    cell: ({ state }) => <StatusBadge status={state} tone={stateTones[state]} subject="PAYMENT_LINK" />,
  },
  {
    title: english('Amount'),
    isNumber: true,
    cell: (paymentLink) => <span className="numbers">{askedAmountText(paymentLink)}</span>,
  },
  {
    title: english('Payments'),
    isNumber: true,
    cell: (paymentLink) => <span className="numbers">{paymentsText(paymentLink)}</span>,
  },
  {
    title: english('Expires'),
    cell: ({ expiresAt }) => (expiresAt === undefined ? t('Never') : <Time at={expiresAt} />),
  },
  { title: english('Created'), isMinor: true, cell: ({ createdAt }) => <Time at={createdAt} isRelative /> },
]

export function PaymentLinksPage() {
  const merchantId = useMerchantId()
  const mayCreate = usePermission('REQUEST_PAYMENT')
  const [isCreating, setCreating] = useState(false)
  const filters = useUrlFilters(['state'])
  const path = paymentLinksPath(merchantId)
  const { data, error, refetch, isPlaceholderData } = useRead<ResultPage<PaymentLinkBody>>(path, filters.query, {
    keepsPrevious: true,
  })
  const create = mayCreate && (
    <Button onClick={() => setCreating(true)} leftSection={<Icon name="plus" size={16} />}>
      {t('Create payment link')}
    </Button>
  )
  return (
    <Page
      title={t('Payment links')}
      description={t('Send a link, or show its QR code. The payer pays on the payment page.')}
      actions={
        <>
          <CsvButton path={`${path}.csv`} query={filters.query} />
          {create}
        </>
      }
    >
      <FilterBar filters={filters}>
        <ChoiceFilter filters={filters} name="state" label={t('State')} choices={paymentLinkStates} />
      </FilterBar>
      <DataTable<PaymentLinkView>
        caption={t('Payment links')}
        columns={columns}
        rows={data?.rows}
        keyOf={({ paymentLinkId }) => paymentLinkId}
        linkOf={({ paymentLinkId }) => paymentLinkPath(merchantId, paymentLinkId)}
        actions={({ url, state, orderId }) =>
          state === 'OPEN' && <CopyButton value={url} label={t('Copy the URL of {order}', { order: orderId })} />
        }
        empty={
          filters.isFiltered ? (
            <EmptyState title={t('No matching payment links')}>{t('Try removing some filters.')}</EmptyState>
          ) : (
            <EmptyState icon="link" title={t('No payment links')} action={create}>
              {t('Links that you create appear here with their state, and lead to the orders that were paid.')}
            </EmptyState>
          )
        }
        error={error}
        onRetry={() => void refetch()}
        isStale={isPlaceholderData}
      />
      <Paging position={filters.pagePosition} next={data?.next} />
      {isCreating && <CreatePaymentLinkDialog merchantId={merchantId} onClose={() => setCreating(false)} />}
    </Page>
  )
}
