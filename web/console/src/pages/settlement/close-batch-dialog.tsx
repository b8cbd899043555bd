// Closing the open batch at an acquirer, after asking.
import { Text } from '@mantine/core'
import type { ClosedBatchesBody } from '../../../../../src/http/console/response-bodies/settlement.ts'
import { useChange } from '../../api/queries.ts'
import { t, tn } from '../../language/text.ts'
import { ConfirmDialog } from '../../parts/dialogs.tsx'
import { notifySuccess } from '../../parts/notify.ts'
import type { Batch } from './batches.ts'

interface CloseBatchProps {
  readonly batch: Batch
  readonly list: string
  readonly onClose: () => void
}

export function CloseBatchDialog({ batch, list, onClose }: CloseBatchProps) {
  const { acquirerId } = batch
  const closing = useChange<ClosedBatchesBody>(
    () => ({ method: 'POST', path: `${list}/close`, body: { acquirerId } }),
    {
      refreshes: [list],
      onDone: ({ batches }) => {
        if (batches.length > 0)
          notifySuccess(
            tn(batches.length, 'Batch {batches} was closed.', 'Batches {batches} were closed.', {
              batches: batches.map((each) => each.batch).join(', '),
            }),
          )
        onClose()
      },
    },
  )
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('Close batch {batch} at {acquirer}?', { batch: String(batch.batch), acquirer: acquirerId })}
      confirm={t('Close batch {batch}', { batch: String(batch.batch) })}
      onConfirm={() => closing.mutate()}
      isBusy={closing.isPending}
      error={closing.error}
    >
      <Text fz="sm">
        {t(
          'The acquirer settles its transactions, which can then be refunded but no longer voided. The next capture opens a new batch.',
        )}
      </Text>
    </ConfirmDialog>
  )
}
