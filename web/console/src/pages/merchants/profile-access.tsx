// The fields of a profile about the shop's websites and notifications, and about who may do what.
import { MultiSelect, SimpleGrid, Switch, TagsInput } from '@mantine/core'
import { authenticationMethods, privileges } from '../../../../../src/merchants/rules/merchant.ts'
import { t } from '../../language/text.ts'
import { Section } from '../../parts/page.tsx'
import { type Profile, problemAt } from './merchant.ts'
import { aboutField } from './profile-defaults.ts'
import { choiceOptions } from './profile-labels.ts'
import { profileSection } from './profile-section.ts'

export const PageFields = profileSection(['pageOrigins', 'notificationHosts', 'takesPageAmounts'], (props) => {
  const { profile, onChange, error } = props
  return (
    <Section title={t('Payment pages and notifications')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TagsInput
          label={t('Shop origins')}
          description={aboutField(props, 'pageOrigins', t('Websites allowed to embed the gateway’s pages in a frame.'))}
          placeholder="https://shop.example"
          value={[...profile.pageOrigins]}
          error={problemAt(error, 'pageOrigins')}
          onChange={(pageOrigins) => onChange({ pageOrigins })}
        />
        <TagsInput
          label={t('Notification hosts')}
          description={aboutField(
            props,
            'notificationHosts',
            t("Hosts allowed in an order's notification URL. Leave empty to allow any public host."),
          )}
          value={[...profile.notificationHosts]}
          error={problemAt(error, 'notificationHosts')}
          onChange={(notificationHosts) => onChange({ notificationHosts })}
        />
        <Switch
          className="beside"
          label={t('Accept amounts set by the shop’s page (older checkout sessions)')}
          description={aboutField(props, 'takesPageAmounts')}
          checked={profile.takesPageAmounts}
          onChange={({ currentTarget }) => onChange({ takesPageAmounts: currentTarget.checked })}
        />
      </SimpleGrid>
    </Section>
  )
})

export const AccessFields = profileSection(
  ['authenticationMethods', 'privileges', 'refundsNeedApproval', 'hasReporting'],
  (props) => {
    const { profile, onChange, error } = props
    return (
      <Section title={t('Access and approvals')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <MultiSelect
            label={t('API authentication')}
            description={aboutField(props, 'authenticationMethods')}
            data={choiceOptions(authenticationMethods)}
            value={[...profile.authenticationMethods]}
            error={problemAt(error, 'authenticationMethods')}
            onChange={(chosen) => onChange({ authenticationMethods: chosen as Profile['authenticationMethods'] })}
          />
          <MultiSelect
            label={t('Privileges')}
            description={aboutField(props, 'privileges')}
            data={choiceOptions(privileges)}
            value={[...profile.privileges]}
            error={problemAt(error, 'privileges')}
            onChange={(chosen) => onChange({ privileges: chosen as Profile['privileges'] })}
          />
          <Switch
            className="beside"
            label={t('Manual refunds require approval by a second user')}
            description={aboutField(props, 'refundsNeedApproval')}
            checked={profile.refundsNeedApproval}
            onChange={({ currentTarget }) => onChange({ refundsNeedApproval: currentTarget.checked })}
          />
          <Switch
            className="beside"
            label={t('Allow report downloads')}
            description={aboutField(props, 'hasReporting')}
            checked={profile.hasReporting}
            onChange={({ currentTarget }) => onChange({ hasReporting: currentTarget.checked })}
          />
        </SimpleGrid>
      </Section>
    )
  },
)
