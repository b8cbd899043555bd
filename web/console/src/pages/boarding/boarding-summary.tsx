// What is about to be created, before it is.
import { Text } from '@mantine/core'
import { codeText } from '../../format/text.ts'
import { KeyValues } from '../../parts/key-values.tsx'
import { Section } from '../../parts/page.tsx'
import { scopeLabel } from '../credentials/scope-labels.ts'
import type { MerchantDetails, Profile } from '../merchants/merchant.ts'
import { ProfileView } from '../merchants/profile-view.tsx'
import { type BoardingDraft, changedFields } from './draft.ts'

export function BoardingSummary({ draft }: { readonly draft: BoardingDraft }) {
  const { merchantId, copyFrom, wantsTwin, notificationUrl, credentialScope, firstUser } = draft
  const changed = changedFields(draft)
  return (
    <>
      <Section title="To be created" description={changedText(copyFrom, changed.length)}>
        <KeyValues
          items={[
            ['Merchant ID', merchantId],
            ['Settings copied from', copyFrom],
            ['Test twin', wantsTwin ? `TEST${merchantId}, where there is a simulator` : 'None'],
            ['Notification URL', notificationUrl.trim() || 'None; notifications are off'],
            ['First API credential', scopeLabel(credentialScope)],
            [
              'First user',
              firstUser.login === ''
                ? 'None'
                : `${firstUser.name.trim() || firstUser.login} (${firstUser.login}), ${codeText(firstUser.role)}`,
            ],
          ]}
        />
      </Section>
      <ProfileView merchant={shownMerchant(draft)} />
      <Text fz="sm" c="dimmed">
        All settings can be changed later in the profile, except the ID.
      </Text>
    </>
  )
}

function changedText(copyFrom: string, changed: number): string {
  const base = copyFrom === '' ? 'the defaults' : `the settings of ${copyFrom}`
  if (changed === 0) return `With ${base}.`
  return `With ${base}, of which ${changed} ${changed === 1 ? 'was' : 'were'} changed.`
}

/** As the profile page would show it. */
function shownMerchant({ merchantId, profile, tokens }: BoardingDraft): MerchantDetails {
  const named = withOwnIds(profile, merchantId)
  const { repositoryId, generation, management } = tokens
  const id = repositoryId === '' ? 'Its own repository' : repositoryId
  const tokenRepository = { id, generation, management, hasSchemeTokens: false, hasMaintenance: false }
  return { ...named, merchantId, tokenRepository } as unknown as MerchantDetails
}

function withOwnIds(profile: Profile, merchantId: string) {
  const { acquirerLink, routes = [] } = profile
  return {
    ...profile,
    name: profile.name || merchantId,
    acquirerLink: { ...acquirerLink, acquirerMerchantId: acquirerLink.acquirerMerchantId || merchantId },
    routes: routes.map((route) => ({ ...route, acquirerMerchantId: route.acquirerMerchantId || merchantId })),
  }
}
