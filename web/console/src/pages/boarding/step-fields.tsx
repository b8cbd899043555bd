// The fields of each step of boarding, each with its default explained.
import { Alert, Select, SimpleGrid, Switch, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { permissions, type Role, roles } from '../../../../../src/kernel/user.ts'
import { codeText } from '../../format/text.ts'
import { t } from '../../language/text.ts'
import { Section } from '../../parts/page.tsx'
import { useCurrentSession } from '../../session/session-context.tsx'
import { scopeAbout, scopeLabel } from '../credentials/scope-labels.ts'
import { type FieldsProps, problemAt } from '../merchants/merchant.ts'
import { AbuseFields } from '../merchants/profile-abuse.tsx'
import { AccessFields, PageFields } from '../merchants/profile-access.tsx'
import { BrandingFields } from '../merchants/profile-branding.tsx'
import { CardFields, GeneralFields, PaymentFields } from '../merchants/profile-fields.tsx'
import { AcquirerFields, ProviderFields } from '../merchants/profile-links.tsx'
import { TokenFields } from '../merchants/profile-tokens.tsx'
import { RouteFields } from '../merchants/route-fields.tsx'
import { CopyFromField } from './copy-from-field.tsx'
import { type BoardingDraft, type DraftStart, scopeChoices } from './draft.ts'

interface StepProps {
  readonly draft: BoardingDraft
  readonly start: DraftStart
  readonly error: unknown
  readonly onChange: (changes: Partial<BoardingDraft>) => void
}

interface StepFieldsProps extends StepProps {
  readonly step: number
  readonly onProfileChange: FieldsProps['onChange']
}

export function StepFields({ step, onProfileChange, ...props }: StepFieldsProps) {
  const { draft, error, onChange } = props
  const fields: FieldsProps = {
    profile: draft.profile,
    error,
    // Copied values are no defaults of the gateway.
    explainsDefaults: draft.copyFrom === '',
    onChange: onProfileChange,
  }
  const contents: readonly ReactNode[] = [
    <>
      <IdentityFields {...props} />
      <GeneralFields {...fields} />
    </>,
    <>
      {draft.profile.routes ? <RouteFields {...fields} /> : <AcquirerFields {...fields} />}
      <ProviderFields {...fields} />
    </>,
    <>
      <PaymentFields {...fields} />
      <AbuseFields {...fields} />
      <CardFields {...fields} />
      <TokenFields
        about={
          draft.copyFrom === ''
            ? t(
                'Default: a repository of its own with random tokens, a new one each time a card is stored. Generation and management cannot be changed once tokens exist.',
              )
            : t(
                'A repository of its own with the copied settings; tokens are not shared. Generation and management cannot be changed once tokens exist.',
              )
        }
        tokens={draft.tokens}
        error={error}
        onChange={(changes) => onChange({ tokens: { ...draft.tokens, ...changes } })}
      />
    </>,
    <>
      <WebhookFields {...props} />
      <BrandingFields {...fields} />
      <PageFields {...fields} />
    </>,
    <>
      <FirstUserFields {...props} />
      <CredentialFields {...props} />
      <AccessFields {...fields} />
    </>,
  ]
  return (
    <>
      {draft.copyFrom !== '' && step > 0 && (
        <Alert color="blue" variant="light">
          {t('The settings are copied from {source}. Change what is different for {merchant}.', {
            source: draft.copyFrom,
            merchant: draft.merchantId,
          })}
        </Alert>
      )}
      {contents[step]}
    </>
  )
}

function IdentityFields({ draft, start, error, onChange }: StepProps) {
  const { merchantId, wantsTwin } = draft
  return (
    <Section title={t('Identity')} description={t('The ID is used in every API request. It cannot be changed later.')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label={t('Merchant ID')}
          description={t('Letters, digits, hyphens and underscores. It is the only value without a default.')}
          required
          maxLength={40}
          placeholder="CORNERSHOP"
          value={merchantId}
          error={problemAt(error, 'merchantId')}
          onChange={({ currentTarget }) => onChange({ merchantId: currentTarget.value.trim() })}
        />
        <CopyFromField draft={draft} start={start} error={error} onChange={onChange} />
        {start.isSandbox && (
          <Switch
            className="beside"
            label={t('Create a test twin')}
            description={
              merchantId
                ? t('{twin} uses the simulator; no money moves. Default: on, where there is a simulator.', {
                    twin: `TEST${merchantId}`,
                  })
                : t(
                    'TEST followed by the ID uses the simulator; no money moves. Default: on, where there is a simulator.',
                  )
            }
            checked={wantsTwin}
            onChange={({ currentTarget }) => onChange({ wantsTwin: currentTarget.checked })}
          />
        )}
      </SimpleGrid>
    </Section>
  )
}

function WebhookFields({ draft, error, onChange }: StepProps) {
  return (
    <Section
      title={t('Webhooks')}
      description={t('Secrets are created with the URL; the merchant’s users see them under Webhooks.')}
    >
      <TextInput
        label={t('Notification URL')}
        description={t(
          'Must begin with https://. Default: empty, so notifications are off until the merchant enables them.',
        )}
        placeholder="https://shop.example/notifications"
        type="url"
        maw={560}
        value={draft.notificationUrl}
        error={problemAt(error, 'notificationUrl')}
        onChange={({ currentTarget }) => onChange({ notificationUrl: currentTarget.value })}
      />
    </Section>
  )
}

function FirstUserFields({ draft: { firstUser }, error, onChange }: StepProps) {
  const { permissions: held } = useCurrentSession().user
  const mayAdd = held.includes('MANAGE_USERS')
  const covered = (Object.keys(roles) as Role[]).filter((role) =>
    roles[role].every((permission) => held.includes(permission)),
  )
  const change = (changes: Partial<BoardingDraft['firstUser']>) => onChange({ firstUser: { ...firstUser, ...changes } })
  return (
    <Section
      title={t('First user')}
      description={
        mayAdd
          ? t('Signs in to the console and adds the others. Default: none; users can be added later.')
          : t('You do not have permission to add users. They can be added later.')
      }
    >
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <TextInput
          label={t('Login')}
          description={t('Lowercase letters, digits and . - _ @')}
          disabled={!mayAdd}
          autoComplete="off"
          value={firstUser.login}
          error={problemAt(error, 'firstUser.login')}
          onChange={({ currentTarget }) => change({ login: currentTarget.value.trim().toLowerCase() })}
        />
        <TextInput
          label={t('User’s name')}
          description={t('Default: the login.')}
          disabled={!mayAdd || firstUser.login === ''}
          autoComplete="off"
          value={firstUser.name}
          error={problemAt(error, 'firstUser.name')}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <Select
          label={t('Role')}
          description={t('Default: administrator, who can add other users.')}
          disabled={!mayAdd || firstUser.login === ''}
          allowDeselect={false}
          data={covered.map((role) => ({ value: role, label: codeText(role) }))}
          value={covered.includes(firstUser.role) ? firstUser.role : null}
          error={
            problemAt(error, 'firstUser.permissions') ??
            (firstUser.login !== '' && !covered.includes(firstUser.role) && t('Choose a role that you hold yourself.'))
          }
          onChange={(role) => role && change({ role: role as Role })}
        />
      </SimpleGrid>
    </Section>
  )
}

function CredentialFields({ draft: { credentialScope }, onChange }: StepProps) {
  const { permissions: held } = useCurrentSession().user
  const isLimited = permissions.some((permission) => permission !== 'UNMASK' && !held.includes(permission))
  const about = [
    scopeAbout[credentialScope],
    t('Default: full access.'),
    ...(isLimited ? [t('It permits no more than your own permissions.')] : []),
  ]
  return (
    <Section
      title={t('First API credential')}
      description={t('Its password is shown once, after the merchant is created.')}
    >
      <Select
        label={t('Scope')}
        description={about.join(' ')}
        maw={420}
        allowDeselect={false}
        data={scopeChoices.map((value) => ({ value, label: scopeLabel(value) }))}
        value={credentialScope}
        onChange={(chosen) => chosen && onChange({ credentialScope: chosen as BoardingDraft['credentialScope'] })}
      />
    </Section>
  )
}
