// The user's own settings: password, second factor, active sessions.
import { SimpleGrid, Stack } from '@mantine/core'
import { operatorLabel, roleLabel } from '../../format/permissions.ts'
import { t } from '../../language/text.ts'
import { KeyValues } from '../../parts/key-values.tsx'
import { notifySuccess } from '../../parts/notify.ts'
import { Page, Section } from '../../parts/page.tsx'
import { Time } from '../../parts/values.tsx'
import { PreferencesSection } from '../../preferences/preferences-section.tsx'
import { PasswordForm } from '../../session/password-form.tsx'
import { useCurrentSession, usePermission } from '../../session/session-context.tsx'
import { ActiveSessions } from './active-sessions.tsx'
import { EmailSection } from './email.tsx'
import { SecondFactorSection } from './second-factor.tsx'

export function AccountPage() {
  const { user, merchant } = useCurrentSession()
  const seesAlerts = usePermission('VIEW')
  return (
    <Page title={t('Your account')}>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <Stack gap="lg">
          <Section title={t('Profile')}>
            <KeyValues
              items={[
                [t('Name'), user.name],
                [t('Login'), user.login],
                [t('Organization'), merchant ? `${merchant.name} (${merchant.merchantId})` : operatorLabel],
                [t('Permissions'), roleLabel(user.permissions)],
                [t('Created'), <Time key="since" at={user.createdAt} />],
              ]}
            />
          </Section>
          <PreferencesSection />
          <SecondFactorSection />
        </Stack>
        <Stack gap="lg">
          <Section title={t('Password')} description={t('Changing your password signs you out of all other sessions.')}>
            <PasswordForm onDone={() => notifySuccess(t('Your password was changed.'))} />
          </Section>
          {seesAlerts && <EmailSection />}
        </Stack>
      </SimpleGrid>
      <ActiveSessions />
    </Page>
  )
}
