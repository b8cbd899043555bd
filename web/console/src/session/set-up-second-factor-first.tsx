// Production: nothing else is shown until the user has a second factor.
import { Button } from '@mantine/core'
import { t } from '../language/text.ts'
import { SecondFactorSetup } from './second-factor-setup.tsx'
import { SignInCard } from './sign-in-card.tsx'
import { useSignOut } from './sign-out.ts'

export function SetUpSecondFactorFirst() {
  const signOut = useSignOut()
  return (
    <SignInCard
      title={t('Set up a second factor')}
      about={t(
        'This gateway requires a second factor. Have your authenticator app ready and enter your password to begin.',
      )}
    >
      <SecondFactorSetup />
      <Button variant="subtle" color="gray" onClick={() => signOut.mutate()}>
        {t('Sign out')}
      </Button>
    </SignInCard>
  )
}
