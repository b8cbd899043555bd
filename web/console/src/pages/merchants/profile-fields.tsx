// The fields of a merchant's profile, the same for boarding and for changing.
import { MultiSelect, Select, SimpleGrid, Switch, TagsInput, TextInput } from '@mantine/core'
import { cardSchemes } from '../../../../../src/domain/card.ts'
import {
  accountNumbersInTextPolicies,
  authenticationPolicies,
  cardMaskings,
  loginWays,
  privileges,
  verificationStrategies,
} from '../../../../../src/domain/merchants/merchant.ts'
import { instrumentKinds } from '../../../../../src/domain/payments/instrument.ts'
import { Section } from '../../parts/page.tsx'
import { allOrSome } from './all-or-some.ts'
import { type FieldsProps, type Profile, problemAt } from './merchant.ts'
import { AbuseFields } from './profile-abuse.tsx'
import { useProfileChoices, withPresent } from './profile-choices.ts'
import {
  accountNumbersInTextLabels,
  choiceOptions,
  maskingLabels,
  policyLabels,
  sourceLabels,
  strategyLabels,
} from './profile-labels.ts'
import { AcquirerFields, ProviderFields } from './profile-links.tsx'
import { RouteFields } from './route-fields.tsx'

const currencies = Intl.supportedValuesOf('currency')

export function ProfileFields(props: FieldsProps) {
  return (
    <>
      <Trade {...props} />
      <Payments {...props} />
      {props.profile.routes ? <RouteFields {...props} /> : <AcquirerFields {...props} />}
      <ProviderFields {...props} />
      <Cards {...props} />
      <AbuseFields {...props} />
      <PrivilegeFields {...props} />
    </>
  )
}

function Trade({ profile, onChange, error }: FieldsProps) {
  return (
    <Section title="General">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="Name"
          maxLength={100}
          value={profile.name}
          error={problemAt(error, 'name')}
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        />
        <Switch
          className="beside"
          label="Enabled"
          description="If disabled, all API requests of this merchant are rejected."
          checked={profile.isEnabled}
          onChange={({ currentTarget }) => onChange({ isEnabled: currentTarget.checked })}
        />
        <MultiSelect
          label="API authentication"
          data={choiceOptions(loginWays)}
          value={[...profile.loginWays]}
          error={problemAt(error, 'loginWays')}
          onChange={(chosen) => onChange({ loginWays: chosen as Profile['loginWays'] })}
        />
        <TagsInput
          label="Shop origins"
          description="Websites allowed to embed the gateway’s pages in a frame."
          placeholder="https://shop.example"
          value={[...profile.pageOrigins]}
          error={problemAt(error, 'pageOrigins')}
          onChange={(pageOrigins) => onChange({ pageOrigins })}
        />
      </SimpleGrid>
    </Section>
  )
}

function Payments({ profile, onChange, error }: FieldsProps) {
  const choices = useProfileChoices()
  return (
    <Section title="Payments">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <MultiSelect
          label="Currencies"
          data={currencies}
          searchable
          limit={50}
          value={[...profile.currencies]}
          error={problemAt(error, 'currencies')}
          onChange={(chosen) => onChange({ currencies: chosen })}
        />
        <MultiSelect
          label="Card schemes"
          data={choiceOptions(['ALL', ...cardSchemes])}
          value={[...profile.schemes]}
          error={problemAt(error, 'schemes')}
          onChange={(chosen) => onChange({ schemes: allOrSome(profile.schemes, chosen) as Profile['schemes'] })}
        />
        <MultiSelect
          label="Payment methods"
          data={choiceOptions(['ALL', ...instrumentKinds], sourceLabels)}
          value={[...profile.sources]}
          error={problemAt(error, 'sources')}
          onChange={(chosen) => onChange({ sources: allOrSome(profile.sources, chosen) as Profile['sources'] })}
        />
        <MultiSelect
          label="Operations"
          data={choiceOptions(withPresent(choices?.operations, profile.operations))}
          searchable
          value={[...profile.operations]}
          error={problemAt(error, 'operations')}
          onChange={(chosen) => onChange({ operations: allOrSome(profile.operations, chosen) })}
        />
        <TagsInput
          label="Merchant category codes"
          description="Codes allowed in orders. Leave empty to allow any."
          value={[...profile.categoryCodes]}
          error={problemAt(error, 'categoryCodes')}
          onChange={(categoryCodes) => onChange({ categoryCodes })}
        />
        <Select
          label="Payer authentication"
          data={choiceOptions(authenticationPolicies, policyLabels)}
          allowDeselect={false}
          value={profile.payerAuthentication}
          error={problemAt(error, 'payerAuthentication')}
          onChange={(chosen) => onChange({ payerAuthentication: chosen as Profile['payerAuthentication'] })}
        />
      </SimpleGrid>
    </Section>
  )
}

function Cards({ profile, onChange, error }: FieldsProps) {
  return (
    <Section title="Cards and tokens">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label="Card number masking in responses"
          data={choiceOptions(cardMaskings, maskingLabels)}
          allowDeselect={false}
          value={profile.cardMasking}
          error={problemAt(error, 'cardMasking')}
          onChange={(chosen) => onChange({ cardMasking: chosen as Profile['cardMasking'] })}
        />
        <Select
          label="Card numbers in free-text fields"
          data={choiceOptions(accountNumbersInTextPolicies, accountNumbersInTextLabels)}
          allowDeselect={false}
          value={profile.accountNumbersInText}
          error={problemAt(error, 'accountNumbersInText')}
          onChange={(chosen) => onChange({ accountNumbersInText: chosen as Profile['accountNumbersInText'] })}
        />
        <Select
          label="Verification before a card is stored"
          data={choiceOptions(verificationStrategies, strategyLabels)}
          allowDeselect={false}
          value={profile.verificationStrategy}
          error={problemAt(error, 'verificationStrategy')}
          onChange={(chosen) => onChange({ verificationStrategy: chosen as Profile['verificationStrategy'] })}
        />
        <Switch
          className="beside"
          label="Use the account updater"
          checked={profile.usesAccountUpdater}
          onChange={({ currentTarget }) => onChange({ usesAccountUpdater: currentTarget.checked })}
        />
      </SimpleGrid>
    </Section>
  )
}

function PrivilegeFields({ profile, onChange, error }: FieldsProps) {
  return (
    <Section title="Advanced">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <MultiSelect
          label="Privileges"
          data={choiceOptions(privileges)}
          value={[...profile.privileges]}
          error={problemAt(error, 'privileges')}
          onChange={(chosen) => onChange({ privileges: chosen as Profile['privileges'] })}
        />
        <Switch
          className="beside"
          label="Manual refunds require approval by a second user"
          checked={profile.refundsNeedApproval}
          onChange={({ currentTarget }) => onChange({ refundsNeedApproval: currentTarget.checked })}
        />
        <TagsInput
          label="Notification hosts"
          description="Hosts allowed in an order's notification URL. Leave empty to allow any public host."
          value={[...profile.notificationHosts]}
          error={problemAt(error, 'notificationHosts')}
          onChange={(notificationHosts) => onChange({ notificationHosts })}
        />
        <Switch
          className="beside"
          label="Accept amounts set by the shop’s page (older checkout sessions)"
          checked={profile.takesPageAmounts}
          onChange={({ currentTarget }) => onChange({ takesPageAmounts: currentTarget.checked })}
        />
        <Switch
          className="beside"
          label="Allow report downloads"
          checked={profile.hasReporting}
          onChange={({ currentTarget }) => onChange({ hasReporting: currentTarget.checked })}
        />
        <Switch
          className="beside"
          label="Aggregator of other merchants"
          checked={profile.isAggregator}
          onChange={({ currentTarget }) => onChange({ isAggregator: currentTarget.checked })}
        />
      </SimpleGrid>
    </Section>
  )
}
