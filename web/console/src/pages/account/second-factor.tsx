// The person's second factor, on the account page.
import { Badge, Stack, Text } from '@mantine/core'
import { Section } from '../../parts/page.tsx'
import { SecondFactorSetup } from '../../session/second-factor-setup.tsx'
import { useCurrentSession } from '../../session/session-context.tsx'

export function SecondFactor() {
  const { person } = useCurrentSession()
  return (
    <Section title="Second factor" actions={person.hasSecondFactor && <Badge variant="light">Set up</Badge>}>
      {person.hasSecondFactor ? (
        <Text fz="sm">
          Signing in, and what is sensitive, asks for a code of your authenticator app. If you lose the device, somebody
          who manages people can take the second factor away.
        </Text>
      ) : (
        <Stack gap="md">
          <Text fz="sm">
            With an authenticator app on your telephone, a stolen password is not enough to get in. Production requires
            one.
          </Text>
          <SecondFactorSetup />
        </Stack>
      )}
    </Section>
  )
}
