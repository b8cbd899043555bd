// The forms that set up a second factor: the secret goes to an app by a picture, and comes back as a code.
import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type {
  CurrentSessionBody,
  OfferedSecondFactorBody,
} from '../../../../src/http/console/response-bodies/session.ts'
import type { Jsonified } from '../api/json.ts'
import { fieldProblem, isProblem, problemText } from '../api/problem.ts'
import { useChange } from '../api/queries.ts'
import { t } from '../language/text.ts'
import { notifySuccess } from '../parts/notify.ts'
import { Problem } from '../parts/problem.tsx'
import { QrCode } from '../parts/qr-code.tsx'
import { Code } from '../parts/values.tsx'
import { CodeInput } from './code-input.tsx'
import { useSessionControl } from './session-context.tsx'

type OfferedSecret = Jsonified<OfferedSecondFactorBody>

export function SecondFactorSetup() {
  const [offered, setOffered] = useState<OfferedSecret>()
  return offered ? (
    <ConfirmSecret offered={offered} onDone={() => setOffered(undefined)} />
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

function ConfirmSecret({ offered, onDone }: { readonly offered: OfferedSecret; readonly onDone: () => void }) {
  const { opened } = useSessionControl()
  const [code, setCode] = useState('')
  const accepting = useChange<CurrentSessionBody>(() => ({ method: 'PUT', path: '/second-factor', body: { code } }), {
    onDone(session) {
      opened(session)
      notifySuccess(t('Your second factor is set up.'))
      onDone()
    },
  })
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
          <Button variant="default" onClick={onDone}>
            {t('Cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
