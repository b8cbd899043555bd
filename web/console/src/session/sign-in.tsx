// Signing in: by password, then by a code where a second factor is set up.
import { Button, PasswordInput, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { CurrentSessionBody, PendingSignInBody } from '../../../../src/console/response-bodies/users.ts'
import { sendOnce } from '../api/client.ts'
import { isProblem } from '../api/problem.ts'
import { t } from '../language/text.ts'
import { Problem } from '../parts/problem.tsx'
import { AnyCodeInput, isCodeComplete } from './code-input.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { sessionPath } from './session.ts'
import { useSessionControl } from './session-context.tsx'
import { SignInCard } from './sign-in-card.tsx'

type Side = 'MERCHANT' | 'OPERATOR'

/** Who signed in here last, for next time: no secrets. */
interface RememberedSignIn {
  readonly side: Side
  readonly merchantId: string
}

export function SignIn({ hasEnded }: { readonly hasEnded: boolean }) {
  const [token, setToken] = useState<string>()
  const [isLate, setIsLate] = useState(false)
  if (token === undefined)
    return (
      <SignInCard
        title={t('Sign in')}
        about={
          isLate
            ? t('Your sign-in timed out. Enter your password again.')
            : hasEnded
              ? t('Your session has ended. Sign in to continue where you left off.')
              : undefined
        }
        below={<LanguageChoice />}
      >
        <PasswordForm onAwaited={setToken} />
      </SignInCard>
    )
  return (
    <SignInCard
      title={t('Second factor')}
      about={t('Open your authenticator app and enter the code for Tollgate.')}
      below={<LanguageChoice />}
    >
      <CodeForm
        token={token}
        onBack={(late) => {
          setIsLate(late)
          setToken(undefined)
        }}
      />
    </SignInCard>
  )
}

function PasswordForm({ onAwaited }: { readonly onAwaited: (token: string) => void }) {
  const { opened } = useSessionControl()
  const [remembered, remember] = useLocalStorage<RememberedSignIn>({
    key: 'tollgate-sign-in',
    defaultValue: { side: 'MERCHANT', merchantId: '' },
    getInitialValueInEffect: false,
  })
  const { side } = remembered
  const [merchantId, setMerchantId] = useState(remembered.merchantId)
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const signing = useMutation({
    mutationFn: () =>
      sendOnce<CurrentSessionBody | PendingSignInBody>({
        method: 'POST',
        path: sessionPath,
        body: { ...(side === 'MERCHANT' && { merchantId: merchantId.trim() }), login: login.trim(), password },
      }),
    onSuccess: (answer) => {
      remember({ side, merchantId: merchantId.trim() })
      if ('needs' in answer) onAwaited(answer.token)
      else opened(answer)
    },
    onError: () => setPassword(''),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signing.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <SegmentedControl
          fullWidth
          aria-label={t('Account type')}
          value={side}
          onChange={(chosen) => remember({ side: chosen as Side, merchantId })}
          data={[
            { value: 'MERCHANT', label: t('Merchant') },
            { value: 'OPERATOR', label: t('Operator') },
          ]}
        />
        {side === 'MERCHANT' && (
          <TextInput
            label={t('Merchant ID')}
            value={merchantId}
            onChange={({ currentTarget }) => setMerchantId(currentTarget.value)}
            autoComplete="organization"
            autoCapitalize="characters"
            spellCheck={false}
            required
          />
        )}
        <TextInput
          label={t('Login')}
          value={login}
          onChange={({ currentTarget }) => setLogin(currentTarget.value)}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <PasswordInput
          label={t('Password')}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          autoComplete="current-password"
          required
        />
        {signing.error && <Problem error={signing.error} />}
        <Button type="submit" size="md" fullWidth loading={signing.isPending}>
          {t('Sign in')}
        </Button>
      </Stack>
    </form>
  )
}

interface CodeFormProps {
  readonly token: string
  /** With whether it took too long. */
  readonly onBack: (isLate: boolean) => void
}

function CodeForm({ token, onBack }: CodeFormProps) {
  const { opened } = useSessionControl()
  const [code, setCode] = useState('')
  const showing = useMutation({
    mutationFn: () => sendOnce<CurrentSessionBody>({ method: 'POST', path: '/session/code', body: { token, code } }),
    onSuccess: opened,
    onError: (error) => {
      setCode('')
      if (isProblem(error, 'SIGN_IN_EXPIRED')) onBack(true)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    showing.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <AnyCodeInput
          value={code}
          onChange={setCode}
          error={
            showing.error ? t('The code is incorrect or has already been used. Wait for the next code.') : undefined
          }
        />
        <Button type="submit" size="md" fullWidth loading={showing.isPending} disabled={!isCodeComplete(code)}>
          {t('Continue')}
        </Button>
        <Button variant="subtle" color="gray" onClick={() => onBack(false)}>
          {t('Sign in as a different user')}
        </Button>
      </Stack>
    </form>
  )
}
