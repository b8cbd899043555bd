// Sends again what was made in a time, for a receiver that was away or forgetful.
import { SimpleGrid, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../api/queries.ts'
import { countText } from '../../format/text.ts'
import { ConfirmDialog } from '../../parts/dialogs.tsx'
import { notifySuccess } from '../../parts/notify.ts'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { deliveriesPath } from './webhooks.ts'

export function notifyReplayed({ replayed }: { readonly replayed: number }): void {
  notifySuccess(
    replayed === 0 ? 'There was nothing to send again.' : `${countText(replayed, 'notification')} on the way again.`,
  )
}

export function ReplayDialog({ onClose }: { readonly onClose: () => void }) {
  const path = deliveriesPath(useMerchantId())
  const [since, setSince] = useState('')
  const [until, setUntil] = useState('')
  const replay = useChange<{ readonly replayed: number }>(
    () => ({
      method: 'POST',
      path: `${path}/replay`,
      // The input speaks the viewer's zone, and so does Date.
      body: { since: new Date(since).toISOString(), ...(until && { until: new Date(until).toISOString() }) },
    }),
    {
      refreshes: [path],
      onDone: (answer) => {
        notifyReplayed(answer)
        onClose()
      },
    },
  )
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Send again by time"
      confirm="Send again"
      onConfirm={() => replay.mutate()}
      isBusy={replay.isPending}
      isDisabled={since === ''}
      error={replay.error}
    >
      <Text fz="sm">
        Everything made in this time that was delivered or given up goes out once more, under the same ids, so that your
        server can tell. What waits already is left as it is.
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          type="datetime-local"
          label="From"
          required
          value={since}
          onChange={({ currentTarget }) => setSince(currentTarget.value)}
        />
        <TextInput
          type="datetime-local"
          label="To"
          description="Empty: until now"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={until}
          onChange={({ currentTarget }) => setUntil(currentTarget.value)}
        />
      </SimpleGrid>
    </ConfirmDialog>
  )
}
