// The password was set by another user: nothing else is shown until this user has chosen one.
import { Button } from '@mantine/core'
import { t } from '../language/text.ts'
import { PasswordForm } from './password-form.tsx'
import { SignInCard } from './sign-in-card.tsx'
import { useSignOut } from './sign-out.ts'

export function ChangePasswordFirst() {
  const signOut = useSignOut()
  return (
    <SignInCard
      title={t('Choose your password')}
      about={t('Your current password was set by an administrator. Choose a new one that only you know.')}
    >
      <PasswordForm />
      <Button variant="subtle" color="gray" onClick={() => signOut.mutate()}>
        {t('Sign out')}
      </Button>
    </SignInCard>
  )
}
