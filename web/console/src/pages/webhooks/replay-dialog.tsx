// Replays the notifications of a period, for a webhook that was unavailable or has lost them.
import { SimpleGrid, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ReplayBody } from '../../../../../src/console/response-bodies/webhooks.ts'
import { useChange } from '../../api/queries.ts'
import { instantAt } from '../../format/zone.ts'
import { t, tn } from '../../language/text.ts'
import { ConfirmDialog } from '../../parts/dialogs.tsx'
import { notifySuccess } from '../../parts/notify.ts'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { deliveriesPath } from './webhooks.ts'

export function notifyReplayed({ replayed }: { readonly replayed: number }): void {
  notifySuccess(
    replayed === 0
      ? t('There were no notifications to replay.')
      : tn(replayed, '{count} notification queued for replay.', '{count} notifications queued for replay.'),
  )
}

export function notifySending({ sending }: { readonly sending: number }): void {
  notifySuccess(
    sending === 0
      ? t('There were no pending notifications to send.')
      : tn(sending, '{count} notification being sent.', '{count} notifications being sent.'),
  )
}

export function ReplayDialog({ onClose }: { readonly onClose: () => void }) {
  const path = deliveriesPath(useMerchantId())
  const [since, setSince] = useState('')
  const [until, setUntil] = useState('')
  const replay = useChange<ReplayBody>(
    () => ({
      method: 'POST',
      path: `${path}/replay`,
      body: { since: instantAt(since)?.toISOString(), ...(until && { until: instantAt(until)?.toISOString() }) },
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
      title={t('Replay by time')}
      confirm={t('Replay')}
      onConfirm={() => replay.mutate()}
      isBusy={replay.isPending}
      isDisabled={since === ''}
      error={replay.error}
    >
      <Text fz="sm">
        {t(
          'Sends all delivered and parked notifications created in this period again, with the same IDs so that your server can detect duplicates. Pending notifications are not affected.',
        )}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          type="datetime-local"
          label={t('From')}
          required
          value={since}
          onChange={({ currentTarget }) => setSince(currentTarget.value)}
        />
        <TextInput
          type="datetime-local"
          label={t('To')}
          description={t('Leave empty for the current time')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={until}
          onChange={({ currentTarget }) => setUntil(currentTarget.value)}
        />
      </SimpleGrid>
    </ConfirmDialog>
  )
}
