// The user's second factor, on the account page.
import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { RecoveryCodesBody } from '../../../../../src/console/response-bodies/users.ts'
import { problemText } from '../../api/problem.ts'
import { useChange } from '../../api/queries.ts'
import { t } from '../../language/text.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { ConfirmDialog } from '../../parts/dialogs.tsx'
import { Section } from '../../parts/page.tsx'
import { AnyCodeInput, isCodeComplete } from '../../session/code-input.tsx'
import { RecoveryCodes } from '../../session/recovery-codes.tsx'
import { SecondFactorSetup } from '../../session/second-factor-setup.tsx'
import { useCurrentSession, useSessionControl } from '../../session/session-context.tsx'

export function SecondFactorSection() {
  const { user } = useCurrentSession()
  return (
    <Section
      title={t('Second factor')}
      actions={user.hasSecondFactor && <Badge variant="light">{t('Set up||done')}</Badge>}
    >
      {user.hasSecondFactor ? (
        <Stack gap="md">
          <Text fz="sm">
            {t(
              'You are asked for a code from your authenticator app when you sign in and before sensitive actions. Without your device, use a recovery code. If you have lost both, ask a user administrator to reset your second factor.',
            )}
          </Text>
          <RecoveryCodesLeft left={user.recoveryCodesLeft ?? 0} />
        </Stack>
      ) : (
        <Stack gap="md">
          <Text fz="sm">
            {t(
              'Protect your account with an authenticator app on your phone, so that a stolen password is not enough to sign in. Required in production.',
            )}
          </Text>
          <SecondFactorSetup />
        </Stack>
      )}
    </Section>
  )
}

/** From so few on the user is reminded. */
const fewCodes = 3

function RecoveryCodesLeft({ left }: { readonly left: number }) {
  const session = useCurrentSession()
  const { opened } = useSessionControl()
  const [isAsking, setIsAsking] = useState(false)
  const [code, setCode] = useState('')
  const [codes, setCodes] = useState<readonly string[]>()
  const renewing = useChange<RecoveryCodesBody>(
    () => ({ method: 'POST', path: '/second-factor/recovery-codes', body: { code } }),
    {
      onDone({ recoveryCodes }) {
        setIsAsking(false)
        setCode('')
        setCodes(recoveryCodes)
        opened({ ...session, user: { ...session.user, recoveryCodesLeft: recoveryCodes.length } })
      },
    },
  )
  const close = () => {
    renewing.reset()
    setCode('')
    setIsAsking(false)
  }
  return (
    <>
      <Group justify="space-between">
        <Text fz="sm" {...(left <= fewCodes && { fw: 600 })}>
          {t('Recovery codes left: {number}', { number: left })}
        </Text>
        <Button variant="default" onClick={() => setIsAsking(true)}>
          {t('New recovery codes')}
        </Button>
      </Group>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={close}
        title={t('New recovery codes')}
        confirm={t('Make new codes')}
        onConfirm={() => renewing.mutate()}
        isBusy={renewing.isPending}
        isDisabled={!isCodeComplete(code)}
      >
        <Text fz="sm">{t('All recovery codes that you have now become invalid.')}</Text>
        <AnyCodeInput
          value={code}
          onChange={setCode}
          error={renewing.error ? problemText(renewing.error) : undefined}
        />
      </ConfirmDialog>
      <Dialog
        opened={codes !== undefined}
        onClose={() => setCodes(undefined)}
        title={t('Recovery codes')}
        closeOnClickOutside={false}
      >
        <RecoveryCodes codes={codes ?? []} onStored={() => setCodes(undefined)} />
      </Dialog>
    </>
  )
}
