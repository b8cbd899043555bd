// The review queue: payments that a risk rule held back, and refunds that need approval.
import { Button, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import type { WaitingBody } from '../../../../../src/console/response-bodies/disputes.ts'
import type { ReviewListItemBody } from '../../../../../src/console/response-bodies/orders.ts'
import type { ResultPage } from '../../../../../src/kernel/page.ts'
import { actorName } from '../../../../../src/kernel/user.ts'
import { path } from '../../api/client.ts'
import { useRead } from '../../api/queries.ts'
import { english, t } from '../../language/text.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Page } from '../../parts/page.tsx'
import { CsvButton, Paging } from '../../parts/paging.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useUrlFilters } from '../../parts/url-filters.ts'
import { Money, NoValue, Time } from '../../parts/values.tsx'
import { useCurrentSession, usePermission } from '../../session/session-context.tsx'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { MerchantApprovals } from '../approvals/approval-requests-part.tsx'
import { DecisionButtons, DecisionDialog, type DecisionRequest } from '../order/decision-dialog.tsx'
import { RowName, SourceText } from '../orders/cells.tsx'
import { orderPath, type ReviewListItem, reviewsPath, waitingPath } from '../orders/wire.ts'
import { ReviewReasons } from './review-reasons.tsx'

const kinds = [
  { value: 'RISK', label: t('Held by risk rules') },
  { value: 'REFUND_REQUEST', label: t('Refund requests') },
] as const

const everyMs = 30_000

export function ReviewsPage() {
  const merchantId = useMerchantId()
  const { user } = useCurrentSession()
  const mayApprove = usePermission('APPROVE')
  const [pending, setPending] = useState<DecisionRequest>()
  const filters = useUrlFilters(['kind'])
  const firstKind = useFirstKind(merchantId)
  const chosenKind = kinds.find(({ value }) => value === filters.values.kind)?.value
  const kind = chosenKind ?? firstKind ?? 'RISK'
  const { data, error, refetch, isPlaceholderData } = useRead<ResultPage<ReviewListItemBody>>(
    reviewsPath(merchantId),
    { ...filters.query, kind },
    { keepsPrevious: true, everyMs, isWanted: chosenKind !== undefined || firstKind !== undefined },
  )
  const isOwn = ({ requestedBy, entryPoint }: ReviewListItem) =>
    entryPoint === 'MERCHANT_ADMINISTRATION' && requestedBy === actorName(user)
  return (
    <Page
      title={t('Reviews')}
      description={t(
        'Payments and refunds waiting for a decision. Open a payment to see it before you decide. You cannot decide on your own requests.',
      )}
      actions={<CsvButton path={`${reviewsPath(merchantId)}.csv`} query={{ kind }} />}
    >
      <div>
        <SegmentedControl
          aria-label={t('Review type')}
          data={[...kinds]}
          value={kind}
          onChange={(chosen) => filters.set({ kind: chosen })}
        />
      </div>
      <DataTable<ReviewListItem>
        caption={kind === 'RISK' ? t('Payments waiting for review') : t('Refund requests')}
        rows={data?.rows}
        keyOf={({ orderId, transactionId }) => `${orderId} ${transactionId}`}
        linkOf={({ orderId }) => orderPath(merchantId, orderId)}
        columns={[firstColumn, ...(kind === 'RISK' ? [whyColumn] : [requestedByColumn]), ...otherColumns]}
        {...(kind === 'RISK' && {
          actions: ({ orderId }: ReviewListItem) => (
            <Button component={Link} href={orderPath(merchantId, orderId)} size="compact-sm" variant="light">
              {t('Open order')}
            </Button>
          ),
        })}
        {...(kind === 'REFUND_REQUEST' &&
          mayApprove && {
            actions: (row: ReviewListItem) => (
              <DecisionButtons
                kind={kind}
                isOwn={isOwn(row)}
                onAsk={(decision) => setPending({ decision, waiting: { ...row, merchantId } })}
              />
            ),
          })}
        empty={
          <EmptyState icon="check" title={t('Nothing to review')}>
            {kind === 'RISK'
              ? t('Payments appear here when a risk rule holds them for review.')
              : t('Refunds appear here when the merchant’s profile requires approval by a second user.')}
          </EmptyState>
        }
        error={error}
        onRetry={() => void refetch()}
        isStale={isPlaceholderData}
      />
      <Paging position={filters.pagePosition} next={data?.next} />
      <MerchantApprovals refreshes={[path`/merchants/${merchantId}`]} />
      {pending && <DecisionDialog {...pending} onClose={() => setPending(undefined)} />}
    </Page>
  )
}

type Kind = (typeof kinds)[number]['value']

/** The list that has something when the page is opened. It stays, whatever is decided then. */
function useFirstKind(merchantId: string): Kind | undefined {
  const { data, error } = useRead<WaitingBody>(waitingPath(merchantId))
  const [first, setFirst] = useState<Kind>()
  if (first === undefined && data) setFirst(data.reviews === 0 && data.refundRequests > 0 ? 'REFUND_REQUEST' : 'RISK')
  return first ?? (error ? 'RISK' : undefined)
}

const firstColumn: Column<ReviewListItem> = {
  title: english('Order'),
  cell: ({ orderId }) => <RowName>{orderId}</RowName>,
}
const whyColumn: Column<ReviewListItem> = {
  title: english('Why'),
  isPlain: true,
  cell: ({ reviewFacts }) => <ReviewReasons facts={reviewFacts} />,
}
const requestedByColumn: Column<ReviewListItem> = {
  title: english('Requested by'),
  cell: ({ requestedBy }) => requestedBy ?? <NoValue />,
}
const otherColumns: readonly Column<ReviewListItem>[] = [
  {
    title: english('Amount'),
    isPlain: true,
    isNumber: true,
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
  { title: english('Paid with'), isPlain: true, isMinor: true, cell: (row) => <SourceText {...row} /> },
  { title: english('Waiting since'), cell: ({ timeOfRecord }) => <Time at={timeOfRecord} isRelative /> },
]
