// The user's second factor, on the account page.
import { Badge, Stack, Text } from '@mantine/core'
import { Section } from '../../parts/page.tsx'
import { SecondFactorSetup } from '../../session/second-factor-setup.tsx'
import { useCurrentSession } from '../../session/session-context.tsx'

export function SecondFactorSection() {
  const { person } = useCurrentSession()
  return (
    <Section title="Second factor" actions={person.hasSecondFactor && <Badge variant="light">Set up</Badge>}>
      {person.hasSecondFactor ? (
        <Text fz="sm">
          You are asked for a code from your authenticator app when you sign in and before sensitive actions. If you
          lose your device, ask a user administrator to reset your second factor.
        </Text>
      ) : (
        <Stack gap="md">
          <Text fz="sm">
            Protect your account with an authenticator app on your phone, so that a stolen password is not enough to
            sign in. Required in production.
          </Text>
          <SecondFactorSetup />
        </Stack>
      )}
    </Section>
  )
}
