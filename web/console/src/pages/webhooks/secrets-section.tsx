// The secrets by which a merchant recognizes notifications: showing them, and rotating them without a gap.
import { Alert, Button, Group, NumberInput, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { RevealedSecretsBody, WebhookSettingsBody } from '../../../../../src/console/response-bodies/webhooks.ts'
import { useChange } from '../../api/queries.ts'
import { timeText } from '../../format/time.ts'
import { t } from '../../language/text.ts'
import { ChangeDialog } from '../../parts/change-dialog.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { ConfirmDialog } from '../../parts/dialogs.tsx'
import { Icon } from '../../parts/icon.tsx'
import { notifySuccess } from '../../parts/notify.ts'
import { Section } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { SecretLine } from '../../parts/secret-line.tsx'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { type RevealedSecrets, type WebhookSettingsView, webhooksPath } from './webhooks.ts'

export function SecretsSection({ setting }: { readonly setting: WebhookSettingsView }) {
  const path = webhooksPath(useMerchantId())
  const [shown, setShown] = useState<RevealedSecrets>()
  const [pending, setPending] = useState<'rotate' | 'finish'>()
  const view = useChange<RevealedSecretsBody>(() => ({ method: 'POST', path: `${path}/secrets/view` }), {
    onDone: setShown,
  })
  const isRotating = setting.validSecrets > 1
  return (
    <Section
      title={t('Secrets')}
      description={t('Use these secrets to verify that notifications come from the gateway.')}
    >
      <Stack gap="md">
        {setting.validSecrets === 0 ? (
          <Text fz="sm">{t('Secrets are created when you set up notifications for the first time.')}</Text>
        ) : (
          <>
            {isRotating && (
              <Alert color="yellow" icon={<Icon name="refresh" />} title={t('Rotation in progress')}>
                {setting.previousUntil
                  ? t(
                      'The previous secrets are valid until {time}. End the rotation once your server uses the new secrets.',
                      { time: timeText(setting.previousUntil) },
                    )
                  : t(
                      'The previous secrets are valid alongside the new ones. End the rotation once your server uses the new secrets.',
                    )}
              </Alert>
            )}
            <Group gap="sm">
              <Button
                variant="default"
                loading={view.isPending}
                onClick={() => view.mutate()}
                leftSection={<Icon name="key" size={16} />}
              >
                {t('Show secrets')}
              </Button>
              {isRotating ? (
                <Button variant="default" onClick={() => setPending('finish')}>
                  {t('End rotation')}
                </Button>
              ) : (
                <Button variant="default" onClick={() => setPending('rotate')}>
                  {t('Rotate secrets')}
                </Button>
              )}
            </Group>
            {view.error ? <Problem error={view.error} /> : null}
          </>
        )}
      </Stack>
      <Secrets shown={shown} onClose={() => setShown(undefined)} />
      {pending === 'rotate' && <Rotate onClose={() => setPending(undefined)} />}
      {pending === 'finish' && <Finish onClose={() => setPending(undefined)} />}
    </Section>
  )
}

interface SecretsProps {
  readonly shown: RevealedSecrets | undefined
  readonly onClose: () => void
}

function Secrets({ shown, onClose }: SecretsProps) {
  return (
    <Dialog opened={shown !== undefined} onClose={onClose} title={t('Webhook secrets')}>
      <Stack gap="lg">
        <Text fz="sm">
          {t('Anyone with these secrets can forge notifications. Viewing them is recorded in the audit log.')}
        </Text>
        {shown?.secrets.map(({ sent, signing }, place) => (
          <Stack key={sent} gap="xs">
            {shown.secrets.length > 1 && (
              <Text fw={600} fz="sm">
                {place === 0 ? t('New') : t('Previous')}
              </Text>
            )}
            <SecretLine label={t('Sent as X-Notification-Secret')} secret={sent} />
            <SecretLine label={t('Signing secret (Standard Webhooks)')} secret={signing} />
          </Stack>
        ))}
        <Group justify="end">
          <Button onClick={onClose}>{t('Done')}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function Rotate({ onClose }: { readonly onClose: () => void }) {
  const path = webhooksPath(useMerchantId())
  const [hours, setHours] = useState<number | string>(24)
  const rotation = useChange<WebhookSettingsBody>(
    () => ({ method: 'POST', path: `${path}/secrets`, body: { hours: Number(hours) } }),
    {
      refreshes: [path],
      onDone: () => {
        notifySuccess(t('New secrets were created. Show them and configure them on your server.'))
        onClose()
      },
    },
  )
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('Rotate secrets?')}
      confirm={t('Rotate secrets')}
      onConfirm={() => rotation.mutate()}
      isBusy={rotation.isPending}
      isDisabled={hours === ''}
      error={rotation.error}
    >
      <Text fz="sm">
        {t(
          'During the rotation, notifications carry both signatures so that your server can switch without interruption.',
        )}
      </Text>
      <NumberInput
        label={t('Hours the previous secrets stay valid')}
        min={1}
        max={720}
        clampBehavior="strict"
        allowDecimal={false}
        value={hours}
        onChange={setHours}
      />
    </ConfirmDialog>
  )
}

function Finish({ onClose }: { readonly onClose: () => void }) {
  const path = webhooksPath(useMerchantId())
  return (
    <ChangeDialog
      onClose={onClose}
      title={t('End rotation now?')}
      confirm={t('End rotation')}
      call={{ method: 'DELETE', path: `${path}/secrets/previous` }}
      refreshes={[path]}
      done={t('The rotation has ended.')}
    >
      <Text fz="sm">
        {t('Servers that still use the previous secrets will no longer be able to verify notifications.')}
      </Text>
    </ChangeDialog>
  )
}
