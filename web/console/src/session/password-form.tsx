// Choosing another password.
import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { CurrentSessionBody } from '../../../../src/console/response-bodies/users.ts'
import { fieldProblem, isProblem, problemText } from '../api/problem.ts'
import { useChange } from '../api/queries.ts'
import { t } from '../language/text.ts'
import { Problem } from '../parts/problem.tsx'
import { useSessionControl } from './session-context.tsx'

export function PasswordForm({ onDone }: { readonly onDone?: () => void }) {
  const { opened } = useSessionControl()
  const [present, setPresent] = useState('')
  const [next, setNext] = useState('')
  const [again, setAgain] = useState('')
  const changing = useChange<CurrentSessionBody>(
    () => ({ method: 'PUT', path: '/password', body: { present, next } }),
    {
      onDone(session) {
        for (const set of [setPresent, setNext, setAgain]) set('')
        opened(session)
        onDone?.()
      },
    },
  )
  const { error } = changing
  const isWrong = isProblem(error, 'WRONG_PASSWORD')
  const ofNext = fieldProblem(error, 'next')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (next === again) changing.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <PasswordInput
          label={t('Current password')}
          value={present}
          onChange={({ currentTarget }) => setPresent(currentTarget.value)}
          autoComplete="current-password"
          error={isWrong ? problemText(error) : undefined}
          required
        />
        <PasswordInput
          label={t('New password')}
          description={t('At least 12 characters, with letters and digits. Use a few unrelated words and a number.')}
          value={next}
          onChange={({ currentTarget }) => setNext(currentTarget.value)}
          autoComplete="new-password"
          error={ofNext}
          required
        />
        <PasswordInput
          label={t('Confirm new password')}
          value={again}
          onChange={({ currentTarget }) => setAgain(currentTarget.value)}
          autoComplete="new-password"
          error={again && next !== again ? t('The passwords do not match.') : undefined}
          required
        />
        {error && !isWrong && ofNext === undefined ? <Problem error={error} /> : null}
        <Group>
          <Button type="submit" loading={changing.isPending} disabled={next !== again}>
            {t('Change password')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
