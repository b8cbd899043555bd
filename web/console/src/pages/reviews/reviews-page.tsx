// The review queue: payments that a risk rule held back, and refunds that need approval.
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { actorName } from '../../../../../src/domain/users/user.ts'
import type { ReviewListItemBody } from '../../../../../src/http/console/response-bodies/orders.ts'
import type { ResultPage } from '../../../../../src/ports/search/search.ts'
import { useRead } from '../../api/queries.ts'
import { codeText } from '../../format/text.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Page } from '../../parts/page.tsx'
import { Paging } from '../../parts/paging.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useUrlFilters } from '../../parts/url-filters.ts'
import { Money, NoValue, Time } from '../../parts/values.tsx'
import { useCurrentSession, useRight } from '../../session/session-context.tsx'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { AccessRequestsPart } from '../credentials/access-requests-part.tsx'
import { DecisionButtons, DecisionDialog, type DecisionRequest } from '../order/decision-dialog.tsx'
import { RowName, SourceText } from '../orders/cells.tsx'
import { orderPath, type ReviewListItem, reviewsPath } from '../orders/wire.ts'

const kinds = [
  { value: 'RISK', label: 'Held by risk rules' },
  { value: 'REFUND_REQUEST', label: 'Refund requests' },
] as const

const everyMs = 30_000

export function ReviewsPage() {
  const merchantId = useMerchantId()
  const { person } = useCurrentSession()
  const mayApprove = useRight('APPROVE')
  const [pending, setPending] = useState<DecisionRequest>()
  const filters = useUrlFilters(['kind'])
  const kind = filters.values.kind === 'REFUND_REQUEST' ? 'REFUND_REQUEST' : 'RISK'
  const { data, error, refetch, isPlaceholderData } = useRead<ResultPage<ReviewListItemBody>>(
    reviewsPath(merchantId),
    { ...filters.query, kind },
    { keepsPrevious: true, everyMs },
  )
  const isOwn = ({ requestedBy, entryPoint }: ReviewListItem) =>
    entryPoint === 'MERCHANT_ADMINISTRATION' && requestedBy === actorName(person)
  return (
    <Page
      title="Reviews"
      description="Payments and refunds waiting for a decision. You cannot decide on your own requests."
    >
      <div>
        <SegmentedControl
          aria-label="Review type"
          data={[...kinds]}
          value={kind}
          onChange={(chosen) => filters.set({ kind: chosen === 'RISK' ? '' : chosen })}
        />
      </div>
      <DataTable<ReviewListItem>
        caption={kind === 'RISK' ? 'Payments waiting for review' : 'Refund requests'}
        rows={data?.rows}
        keyOf={({ orderId, transactionId }) => `${orderId} ${transactionId}`}
        linkOf={({ orderId }) => orderPath(merchantId, orderId)}
        columns={[firstColumn, ...(kind === 'RISK' ? [typeColumn] : [requestedByColumn]), ...otherColumns]}
        {...(mayApprove && {
          actions: (row: ReviewListItem) => (
            <DecisionButtons
              kind={kind}
              isOwn={isOwn(row)}
              onAsk={(decision) => setPending({ decision, waiting: { ...row, merchantId } })}
            />
          ),
        })}
        empty={
          <EmptyState icon="check" title="Nothing to review">
            {kind === 'RISK'
              ? 'Payments appear here when a risk rule holds them for review.'
              : 'Refunds appear here when the merchant’s profile requires approval by a second user.'}
          </EmptyState>
        }
        error={error}
        onRetry={() => void refetch()}
        isStale={isPlaceholderData}
      />
      <Paging position={filters.pagePosition} next={data?.next} />
      <AccessRequestsPart />
      {pending && <DecisionDialog {...pending} onClose={() => setPending(undefined)} />}
    </Page>
  )
}

const firstColumn: Column<ReviewListItem> = { title: 'Order', cell: ({ orderId }) => <RowName>{orderId}</RowName> }
const typeColumn: Column<ReviewListItem> = { title: 'Type', cell: ({ type }) => codeText(type) }
const requestedByColumn: Column<ReviewListItem> = {
  title: 'Requested by',
  cell: ({ requestedBy }) => requestedBy ?? <NoValue />,
}
const otherColumns: readonly Column<ReviewListItem>[] = [
  { title: 'Amount', isNumber: true, cell: ({ amount, currency }) => <Money amount={amount} currency={currency} /> },
  { title: 'Paid with', isMinor: true, cell: (row) => <SourceText {...row} /> },
  { title: 'Waiting since', cell: ({ timeOfRecord }) => <Time at={timeOfRecord} isRelative /> },
]
