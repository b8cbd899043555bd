// A merchant's profile: shown to its users, changed by the operator's.
import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import type { ChangedMerchantBody, MerchantBody } from '../../../../../src/http/console/response-bodies/merchants.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { t } from '../../language/text.ts'
import { notifySuccess } from '../../parts/notify.ts'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { QueryContent } from '../../parts/states.tsx'
import { useCurrentSession, useRight } from '../../session/session-context.tsx'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { type MerchantDetails, merchantPath, profileChanges, profileOf } from './merchant.ts'
import { PageLogoSection } from './page-logo-section.tsx'
import { ProfileFields } from './profile-fields.tsx'
import { TokenFields } from './profile-tokens.tsx'
import { ProfileView } from './profile-view.tsx'
import { repositoriesPath } from './repositories.ts'
import { repositoryBody, type TokenSettings } from './token-settings.ts'

export function ProfilePage() {
  const merchantId = useMerchantId()
  const { isOperator } = useCurrentSession()
  const mayConfigure = useRight('CONFIGURE')
  const reading = useRead<MerchantBody>(merchantPath(merchantId))
  const mayChange = isOperator && mayConfigure
  return (
    <Page
      title={t('Profile')}
      description={
        mayChange
          ? merchantId
          : t('{merchant}. Managed by the operator. Contact the operator to request changes.', { merchant: merchantId })
      }
    >
      <QueryContent reading={reading} lines={12}>
        {(merchant) =>
          mayChange ? (
            <Stack gap="md">
              <Form key={merchantId} merchant={merchant} />
              <PageLogoSection merchant={merchant} />
            </Stack>
          ) : (
            <ProfileView merchant={merchant} />
          )
        }
      </QueryContent>
    </Page>
  )
}

function Form({ merchant }: { readonly merchant: MerchantDetails }) {
  const merchantId = useMerchantId()
  const before = profileOf(merchant)
  const [profile, setProfile] = useState(before)
  const tokensBefore = tokensOf(merchant)
  const [tokens, setTokens] = useState(tokensBefore)
  const isMoved = tokens.repositoryId !== tokensBefore.repositoryId
  // The acquirer link of a merchant that is there is its first route.
  const { acquirerLink: _, ...changed } = profileChanges(before, profile)
  const changes = { ...changed, ...(isMoved && repositoryBody(tokens)) }
  const isChanged = Object.keys(changes).length > 0
  const change = useChange<ChangedMerchantBody>(
    () => ({ method: 'PUT', path: `${merchantPath(merchantId)}/profile`, body: changes }),
    {
      refreshes: [merchantPath(merchantId), '/merchants', repositoriesPath],
      onDone: (saved) => {
        setTokens(tokensOf(saved))
        notifySuccess(
          saved.awaitsApproval
            ? t('The profile was saved. Access to unmasked account numbers is waiting for another user’s approval.')
            : t('The profile was saved.'),
        )
      },
    },
  )
  const undo = () => {
    setProfile(before)
    setTokens(tokensBefore)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate()
      }}
    >
      <Stack gap="md">
        <ProfileFields
          profile={profile}
          error={change.error}
          onChange={(changes) => setProfile((last) => ({ ...last, ...changes }))}
        />
        <TokenFields
          about={t('Existing tokens stay in the current repository when the merchant moves to another one.')}
          tokens={tokens}
          error={change.error}
          onChange={(changes) => setTokens((last) => ({ ...last, ...changes }))}
        />
        {change.error ? <Problem error={change.error} /> : null}
        <Group gap="sm">
          <Button type="submit" disabled={!isChanged} loading={change.isPending}>
            {t('Save profile')}
          </Button>
          <Button variant="default" disabled={!isChanged} onClick={undo}>
            {t('Discard changes')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function tokensOf({ tokenRepository: { id, generation, management } }: MerchantDetails): TokenSettings {
  return { repositoryId: id, generation, management }
}
