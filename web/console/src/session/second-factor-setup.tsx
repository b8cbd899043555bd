// The forms that set up a second factor: the secret goes to an app by a picture, and comes back as a code.
import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type {
  AcceptedSecondFactorBody,
  OfferedSecondFactorBody,
} from '../../../../src/console/response-bodies/users.ts'
import type { Jsonified } from '../api/json.ts'
import { fieldProblem, isProblem, problemText } from '../api/problem.ts'
import { useChange } from '../api/queries.ts'
import { t } from '../language/text.ts'
import { notifySuccess } from '../parts/notify.ts'
import { Problem } from '../parts/problem.tsx'
import { QrCode } from '../parts/qr-code.tsx'
import { Code } from '../parts/values.tsx'
import { CodeInput } from './code-input.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useSessionControl } from './session-context.tsx'

type OfferedSecret = Jsonified<OfferedSecondFactorBody>
type AcceptedSession = Jsonified<AcceptedSecondFactorBody>

export function SecondFactorSetup() {
  const { opened } = useSessionControl()
  const [offered, setOffered] = useState<OfferedSecret>()
  const [accepted, setAccepted] = useState<AcceptedSession>()
  // The page changes with the session: the codes are shown before.
  const finish = ({ recoveryCodes: _, ...session }: AcceptedSession) => {
    opened(session)
    notifySuccess(t('Your second factor is set up.'))
  }
  if (accepted) return <RecoveryCodes codes={accepted.recoveryCodes} onStored={() => finish(accepted)} />
  return offered ? (
    <ConfirmSecret offered={offered} onAccepted={setAccepted} onCancel={() => setOffered(undefined)} />
  ) : (
    <OfferSecret onOffered={setOffered} />
  )
}

function OfferSecret({ onOffered }: { readonly onOffered: (offered: OfferedSecret) => void }) {
  const [password, setPassword] = useState('')
  const offering = useChange<OfferedSecondFactorBody>(
    () => ({ method: 'POST', path: '/second-factor', body: { password } }),
    {
      onDone: onOffered,
    },
  )
  const { error } = offering
  const ofPassword = isProblem(error, 'WRONG_PASSWORD') ? problemText(error) : fieldProblem(error, 'password')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    offering.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <PasswordInput
          label={t('Your password')}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          autoComplete="current-password"
          error={ofPassword}
          required
        />
        {error && ofPassword === undefined ? <Problem error={error} /> : null}
        <Group>
          <Button type="submit" loading={offering.isPending}>
            {t('Set up')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface ConfirmSecretProps {
  readonly offered: OfferedSecret
  readonly onAccepted: (session: AcceptedSession) => void
  readonly onCancel: () => void
}

function ConfirmSecret({ offered, onAccepted, onCancel }: ConfirmSecretProps) {
  const [code, setCode] = useState('')
  const accepting = useChange<AcceptedSecondFactorBody>(
    () => ({ method: 'PUT', path: '/second-factor', body: { code } }),
    { onDone: onAccepted },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    accepting.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text fz="sm">{t('Scan this QR code with your authenticator app, then enter the code it shows.')}</Text>
        <QrCode text={offered.uri} label={t('QR code for your authenticator app')} />
        <div>
          <Text fz="sm" c="dimmed">
            {t('Or enter this secret in the app')}
          </Text>
          <Code isCopyable>{offered.secret}</Code>
        </div>
        <CodeInput
          label={t('Code')}
          value={code}
          onChange={setCode}
          error={accepting.error ? problemText(accepting.error) : undefined}
        />
        <Group>
          <Button type="submit" loading={accepting.isPending} disabled={code.length !== 6}>
            {t('Finish')}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
