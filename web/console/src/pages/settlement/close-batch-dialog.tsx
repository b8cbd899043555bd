// Closing the open batch at an acquirer, after asking.
import { Text } from '@mantine/core'
import type { ClosedBatchesBody } from '../../../../../src/http/console/response-bodies/settlement.ts'
import { useChange } from '../../api/queries.ts'
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
        if (batches.length > 0) notifySuccess(`Batch ${batches.map((each) => each.batch).join(', ')} was closed.`)
        onClose()
      },
    },
  )
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Close batch ${batch.batch} at ${acquirerId}?`}
      confirm={`Close batch ${batch.batch}`}
      onConfirm={() => closing.mutate()}
      isBusy={closing.isPending}
      error={closing.error}
    >
      <Text fz="sm">
        The acquirer settles its transactions, which can then be refunded but no longer voided. The next capture opens a
        new batch.
      </Text>
    </ConfirmDialog>
  )
}
