// Closing the open batch at an acquirer, after asking.
import { Alert, Text } from '@mantine/core'
import { useState } from 'react'
import type { ReviewListItemBody } from '../../../../../src/console/response-bodies/orders.ts'
import type { ClosedSettlementBatchesBody } from '../../../../../src/console/response-bodies/reports.ts'
import type { ResultPage } from '../../../../../src/kernel/page.ts'
import { isProblem } from '../../api/problem.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { t, tn } from '../../language/text.ts'
import { ConfirmDialog } from '../../parts/dialogs.tsx'
import { Icon } from '../../parts/icon.tsx'
import { notifyProblem, notifySuccess } from '../../parts/notify.ts'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { reviewsPath } from '../orders/wire.ts'
import type { Batch } from './batches.ts'

interface CloseBatchProps {
  readonly batch: Batch
  readonly list: string
  readonly onClose: () => void
}

export function CloseBatchDialog({ batch, list, onClose }: CloseBatchProps) {
  const { acquirerId } = batch
  const merchantId = useMerchantId()
  const reading = useRead<ResultPage<ReviewListItemBody>>(reviewsPath(merchantId), { kind: 'RISK', limit: '100' })
  const held = (reading.data?.rows ?? []).filter(
    (row) => row.type === 'PAYMENT' && row.batch === batch.batch && row.acquirerId === acquirerId,
  )
  const [isRefused, setRefused] = useState(false)
  // The gateway also knows of those that are not on the first page of the queue, or began to wait a moment ago.
  const isAsked = held.length > 0 || isRefused
  const closing = useChange<ClosedSettlementBatchesBody>(
    () => ({
      method: 'POST',
      path: `${list}/close`,
      body: { acquirerId, ...(isAsked && { settlesReviews: true }) },
    }),
    {
      refreshes: [list],
      onDone(answer) {
        const { batches } = answer
        if (batches.length > 0)
          notifySuccess(
            tn(batches.length, 'Batch {batches} was closed.', 'Batches {batches} were closed.', {
              batches: batches.map((each) => each.batch).join(', '),
            }),
          )
        for (const problem of unclosedTexts(answer)) notifyProblem(problem)
        onClose()
      },
    },
  )
  const close = () =>
    closing.mutate(undefined, { onError: (error) => isProblem(error, 'PAYMENTS_IN_REVIEW') && setRefused(true) })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('Close batch {batch} at {acquirer}?', { batch: String(batch.batch), acquirer: acquirerId })}
      confirm={
        isAsked ? t('Settle them and close the batch') : t('Close batch {batch}', { batch: String(batch.batch) })
      }
      isDangerous={isAsked}
      onConfirm={close}
      isBusy={closing.isPending}
      error={closing.error}
    >
      {held.length > 0 && (
        <Alert color="yellow" variant="light" role="alert" icon={<Icon name="review" />}>
          {tn(
            held.length,
            '{count} payment in review is in this batch and will be settled: {orders}. The payer is charged; rejecting it later is a refund. Decide it first, or go on.',
            '{count} payments in review are in this batch and will be settled: {orders}. The payers are charged; rejecting one later is a refund. Decide them first, or go on.',
            { orders: held.map(({ orderId }) => orderId).join(', ') },
          )}
        </Alert>
      )}
      <Text fz="sm">
        {t(
          'The acquirer settles its transactions, which can then be refunded but no longer voided. The next capture opens a new batch.',
        )}
      </Text>
    </ConfirmDialog>
  )
}

/** What was not closed, although the request was taken. */
function unclosedTexts({ differing, silent, inFlight }: ClosedSettlementBatchesBody): readonly string[] {
  const atAcquirers = [
    ...silent.map((acquirer) =>
      t(
        '{acquirer} has not responded: it is not known whether its batch was closed. Look at its status before you close it again.',
        { acquirer },
      ),
    ),
    ...inFlight.map((acquirer) =>
      t(
        'The batch at {acquirer} was not closed: it has transactions without outcome. Close it again in a few minutes.',
        {
          acquirer,
        },
      ),
    ),
  ]
  return [
    ...differing.map(({ batch, acquirerId }) =>
      t('Batch {batch} was not closed: {acquirer} counts other totals. The operator has to compare both sides.', {
        batch: String(batch),
        acquirer: acquirerId,
      }),
    ),
    ...atAcquirers,
  ]
}
