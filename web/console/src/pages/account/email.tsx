// The address that alerts go to, on the account page.
import { Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { User } from '../../../../../src/kernel/user.ts'
import { emailCodeDigits, emailCodeValidMinutes } from '../../../../../src/users/rules/user-email.ts'
import { fieldProblem } from '../../api/problem.ts'
import { useChange } from '../../api/queries.ts'
import { t } from '../../language/text.ts'
import { notifySuccess } from '../../parts/notify.ts'
import { Section } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useCurrentSession, useSessionControl } from '../../session/session-context.tsx'

export function EmailSection() {
  const session = useCurrentSession()
  const { ask } = useSessionControl()
  const { email } = session.user
  const [address, setAddress] = useState(email?.address ?? '')
  const saving = useChange<User>(() => ({ method: 'PUT', path: '/email', body: { address } }), {
    onDone() {
      notifySuccess(t('Your e-mail address was saved.'))
      void ask()
    },
  })
  const problem = fieldProblem(saving.error, 'email')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <Section
      title={t('E-mail for alerts')}
      description={
        session.isOperator
          ? t(
              'Alerts, a daily summary, and what needs attention are sent to this address once you have confirmed it: money at risk, parked notifications and overdue disputes.',
            )
          : t(
              'Money at risk, parked notifications and overdue disputes are reported to this address once you have confirmed it.',
            )
      }
      actions={
        email && (
          <Badge variant="light" {...(!email.isConfirmed && { color: 'yellow' })}>
            {email.isConfirmed ? t('Confirmed') : t('Not confirmed')}
          </Badge>
        )
      }
    >
      <Stack gap="md">
        <form onSubmit={submit}>
          <Stack gap="md">
            <TextInput
              type="email"
              label={t('E-mail address')}
              description={t('Leave empty to receive no e-mails.')}
              value={address}
              onChange={({ currentTarget }) => setAddress(currentTarget.value)}
              autoComplete="email"
              error={problem}
            />
            {saving.error && problem === undefined ? <Problem error={saving.error} /> : null}
            <Group>
              <Button
                type="submit"
                variant="default"
                loading={saving.isPending}
                disabled={address.trim() === (email?.address ?? '')}
              >
                {t('Save')}
              </Button>
            </Group>
          </Stack>
        </form>
        {email && !email.isConfirmed && <EmailConfirmation key={email.address} />}
      </Stack>
    </Section>
  )
}

function EmailConfirmation() {
  const { ask } = useSessionControl()
  const [code, setCode] = useState('')
  const [isSent, setSent] = useState(false)
  const sending = useChange(() => ({ method: 'POST', path: '/email/code' }), { onDone: () => setSent(true) })
  const confirming = useChange<User>(() => ({ method: 'PUT', path: '/email/code', body: { code } }), {
    onDone() {
      notifySuccess(t('Your e-mail address is confirmed.'))
      void ask()
    },
  })
  const problem = fieldProblem(confirming.error, 'code')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirming.mutate()
  }
  return (
    <Stack gap="md">
      {sending.error ? <Problem error={sending.error} /> : null}
      {isSent && (
        <form onSubmit={submit}>
          <Stack gap="md">
            <Text fz="sm" role="status">
              {t('A code was sent to your address. It is valid for {minutes} minutes.', {
                minutes: emailCodeValidMinutes,
              })}
            </Text>
            <TextInput
              label={t('Code from the e-mail')}
              value={code}
              onChange={({ currentTarget }) =>
                setCode(currentTarget.value.replaceAll(/\D/g, '').slice(0, emailCodeDigits))
              }
              autoComplete="one-time-code"
              inputMode="numeric"
              placeholder={'0'.repeat(emailCodeDigits)}
              error={problem}
              required
              className="numbers"
            />
            {confirming.error && problem === undefined ? <Problem error={confirming.error} /> : null}
            <Group>
              <Button type="submit" loading={confirming.isPending} disabled={code.length !== emailCodeDigits}>
                {t('Confirm')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
      <Group>
        <Button variant={isSent ? 'subtle' : 'filled'} loading={sending.isPending} onClick={() => sending.mutate()}>
          {isSent ? t('Send another code') : t('Send code')}
        </Button>
      </Group>
    </Stack>
  )
}
