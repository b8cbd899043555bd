// What people decide about themselves: their password, their second factor, where they are signed in.
import { SimpleGrid, Stack } from '@mantine/core'
import { operatorLabel, roleLabel } from '../../format/rights.ts'
import { KeyValues } from '../../parts/key-values.tsx'
import { notifySuccess } from '../../parts/notify.ts'
import { Page, Section } from '../../parts/page.tsx'
import { Time } from '../../parts/values.tsx'
import { PasswordForm } from '../../session/password-form.tsx'
import { useCurrentSession } from '../../session/session-context.tsx'
import { Logins } from './logins.tsx'
import { SecondFactor } from './second-factor.tsx'

export function AccountPage() {
  const { person, merchant } = useCurrentSession()
  return (
    <Page title="Your account">
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <Stack gap="lg">
          <Section title="You">
            <KeyValues
              items={[
                ['Name', person.name],
                ['Login', person.login],
                ['Belongs to', merchant ? `${merchant.name} (${merchant.merchantId})` : operatorLabel],
                ['May', roleLabel(person.rights)],
                ['Since', <Time key="since" at={person.createdAt} />],
              ]}
            />
          </Section>
          <SecondFactor />
        </Stack>
        <Section title="Password" about="Other places where you are signed in are signed out.">
          <PasswordForm onDone={() => notifySuccess('Your password was changed.')} />
        </Section>
      </SimpleGrid>
      <Logins />
    </Page>
  )
}
