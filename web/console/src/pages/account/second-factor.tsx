// The user's second factor, on the account page.
import { Badge, Stack, Text } from '@mantine/core'
import { t } from '../../language/text.ts'
import { Section } from '../../parts/page.tsx'
import { SecondFactorSetup } from '../../session/second-factor-setup.tsx'
import { useCurrentSession } from '../../session/session-context.tsx'

export function SecondFactorSection() {
  const { person } = useCurrentSession()
  return (
    <Section
      title={t('Second factor')}
      actions={person.hasSecondFactor && <Badge variant="light">{t('Set up||done')}</Badge>}
    >
      {person.hasSecondFactor ? (
        <Text fz="sm">
          {t(
            'You are asked for a code from your authenticator app when you sign in and before sensitive actions. If you lose your device, ask a user administrator to reset your second factor.',
          )}
        </Text>
      ) : (
        <Stack gap="md">
          <Text fz="sm">
            {t(
              'Protect your account with an authenticator app on your phone, so that a stolen password is not enough to sign in. Required in production.',
            )}
          </Text>
          <SecondFactorSetup />
        </Stack>
      )}
    </Section>
  )
}
