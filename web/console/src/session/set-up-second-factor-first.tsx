// Production: nothing else is shown until the user has a second factor.
import { Button } from '@mantine/core'
import { SecondFactorSetup } from './second-factor-setup.tsx'
import { SignInCard } from './sign-in-card.tsx'
import { useSignOut } from './sign-out.ts'

export function SetUpSecondFactorFirst() {
  const signOut = useSignOut()
  return (
    <SignInCard
      title="Set up a second factor"
      about="This gateway requires a second factor. Have your authenticator app ready and enter your password to begin."
    >
      <SecondFactorSetup />
      <Button variant="subtle" color="gray" onClick={() => signOut.mutate()}>
        Sign out
      </Button>
    </SignInCard>
  )
}
