// A merchant's profile: shown to its users, changed by the operator's.
import { Button, Group, Stack } from '@mantine/core'
import { useMemo } from 'react'
import type { ChangedMerchantBody, MerchantBody } from '../../../../../src/console/response-bodies/merchants.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { t } from '../../language/text.ts'
import { notifySuccess } from '../../parts/notify.ts'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { QueryContent } from '../../parts/states.tsx'
import { useEdits } from '../../parts/use-edits.ts'
import { useCurrentSession, usePermission } from '../../session/session-context.tsx'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { approvalsPath, MerchantApprovals } from '../approvals/approval-requests-part.tsx'
import { type MerchantDetails, merchantPath, type Profile, profileChanges, profileOf } from './merchant.ts'
import { PageLogoSection } from './page-logo-section.tsx'
import { ProfileFields } from './profile-fields.tsx'
import { TokenFields } from './profile-tokens.tsx'
import { ProfileView } from './profile-view.tsx'
import { repositoriesPath } from './repositories.ts'
import { repositoryBody, type TokenSettings } from './token-settings.ts'

export function ProfilePage() {
  const merchantId = useMerchantId()
  const { isOperator } = useCurrentSession()
  const permissions = { mayConfigure: usePermission('CONFIGURE'), mayRoute: usePermission('MANAGE_ROUTES') }
  const reading = useRead<MerchantBody>(merchantPath(merchantId))
  const mayChange = isOperator && (permissions.mayConfigure || permissions.mayRoute)
  const approvals = <MerchantApprovals kinds={['PROFILE']} refreshes={[merchantPath(merchantId), '/merchants']} />
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
              {approvals}
              <Form key={merchantId} merchant={merchant} {...permissions} />
              {permissions.mayConfigure && <PageLogoSection merchant={merchant} />}
            </Stack>
          ) : (
            <Stack gap="md">
              {approvals}
              <ProfileView merchant={merchant} />
            </Stack>
          )
        }
      </QueryContent>
    </Page>
  )
}

/** What the form held when it was sent. */
interface SavedForm {
  readonly profile: Profile
  readonly tokens: TokenSettings
}

interface FormProps {
  readonly merchant: MerchantDetails
  readonly mayConfigure: boolean
  readonly mayRoute: boolean
}

function Form({ merchant, mayConfigure, mayRoute }: FormProps) {
  const merchantId = useMerchantId()
  const before = useMemo(() => profileOf(merchant), [merchant])
  const { values: profile, ...profileEdits } = useEdits(before)
  const tokensBefore = useMemo(() => tokensOf(merchant), [merchant])
  const { values: tokens, ...tokenEdits } = useEdits(tokensBefore)
  const isMoved = tokens.repositoryId !== tokensBefore.repositoryId
  // The acquirer link of a merchant that is there is its first route.
  const { acquirerLink: _, ...changed } = profileChanges(before, profile)
  const changes = { ...changed, ...(isMoved && repositoryBody(tokens)) }
  const isChanged = Object.keys(changes).length > 0
  const change = useChange<ChangedMerchantBody, SavedForm>(
    () => ({ method: 'PUT', path: `${merchantPath(merchantId)}/profile`, body: changes }),
    {
      refreshes: [merchantPath(merchantId), '/merchants', repositoriesPath, approvalsPath(merchantId)],
      onDone: (saved, sent) => {
        profileEdits.markSaved(sent.profile)
        tokenEdits.markSaved(sent.tokens)
        notifySuccess(
          saved.awaitsApproval
            ? t(
                'The profile was saved. Changes that weaken a control or lead payments elsewhere are waiting for another user’s approval.',
              )
            : t('The profile was saved.'),
        )
      },
    },
  )
  const undo = () => {
    profileEdits.discard()
    tokenEdits.discard()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate({ profile, tokens })
      }}
    >
      <Stack gap="md">
        <ProfileFields
          profile={profile}
          error={change.error}
          onChange={profileEdits.edit}
          mayConfigure={mayConfigure}
          mayRoute={mayRoute}
        />
        {mayConfigure && (
          <TokenFields
            about={t('Existing tokens stay in the current repository when the merchant moves to another one.')}
            tokens={tokens}
            error={change.error}
            onChange={tokenEdits.edit}
          />
        )}
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
