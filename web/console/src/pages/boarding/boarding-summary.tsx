// What is about to be created, before it is.
import { Text } from '@mantine/core'
import { codeText } from '../../format/text.ts'
import { t, tn } from '../../language/text.ts'
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
      <Section title={t('To be created')} description={changedText(copyFrom, changed.length)}>
        <KeyValues
          items={[
            [t('Merchant ID'), merchantId],
            [t('Settings copied from'), copyFrom],
            [
              t('Test twin'),
              wantsTwin ? t('{twin}, where there is a simulator', { twin: `TEST${merchantId}` }) : t('None'),
            ],
            [t('Notification URL'), notificationUrl.trim() || t('None; notifications are off')],
            [t('First API credential'), scopeLabel(credentialScope)],
            [
              t('First user'),
              firstUser.login === ''
                ? t('None')
                : t('{name} ({login}), {role}', {
                    name: firstUser.name.trim() || firstUser.login,
                    login: firstUser.login,
                    role: codeText(firstUser.role),
                  }),
            ],
          ]}
        />
      </Section>
      <ProfileView merchant={shownMerchant(draft)} />
      <Text fz="sm" c="dimmed">
        {t('All settings can be changed later in the profile, except the ID.')}
      </Text>
    </>
  )
}

/** The merchant that was copied; '' where there is none. */
function changedText(merchant: string, changed: number): string {
  if (changed === 0)
    return merchant === '' ? t('With the defaults.') : t('With the settings of {merchant}.', { merchant })
  if (merchant === '')
    return tn(
      changed,
      'With the defaults, of which {count} was changed.',
      'With the defaults, of which {count} were changed.',
    )
  return tn(
    changed,
    'With the settings of {merchant}, of which {count} was changed.',
    'With the settings of {merchant}, of which {count} were changed.',
    { merchant },
  )
}

/** As the profile page would show it. */
function shownMerchant({ merchantId, profile, tokens }: BoardingDraft): MerchantDetails {
  const named = withOwnIds(profile, merchantId)
  const { repositoryId, generation, management } = tokens
  const id = repositoryId === '' ? t('Its own repository') : repositoryId
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
