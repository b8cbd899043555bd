// The fields of a merchant's profile, the same for boarding and for changing: what it is and what it may take.
import { MultiSelect, Select, SimpleGrid, Switch, TagsInput, TextInput } from '@mantine/core'
import { cardSchemes, instrumentKinds } from '../../../../../src/kernel/instrument.ts'
import { currencies } from '../../../../../src/kernel/money.ts'
import { verificationStrategies } from '../../../../../src/kernel/verification-strategy.ts'
import {
  accountNumbersInTextPolicies,
  authenticationPolicies,
  cardMaskings,
} from '../../../../../src/merchants/rules/merchant.ts'
import { t } from '../../language/text.ts'
import { Section } from '../../parts/page.tsx'
import { allOrSome } from './all-or-some.ts'
import { type FieldsProps, type Profile, problemAt } from './merchant.ts'
import { AbuseFields } from './profile-abuse.tsx'
import { AccessFields, PageFields } from './profile-access.tsx'
import { BrandingFields } from './profile-branding.tsx'
import { useProfileChoices, withPresent } from './profile-choices.ts'
import { aboutField } from './profile-defaults.ts'
import {
  accountNumbersInTextLabels,
  choiceOptions,
  maskingLabels,
  policyLabels,
  sourceLabels,
  strategyLabels,
} from './profile-labels.ts'
import { AcquirerFields, ProviderFields } from './profile-links.tsx'
import { profileSection } from './profile-section.ts'
import { RouteFields } from './route-fields.tsx'

interface ProfileFieldsProps extends FieldsProps {
  readonly mayConfigure: boolean
  /** Routes and providers take a permission of their own. */
  readonly mayRoute: boolean
}

/** The sections that the user may change. */
export function ProfileFields({ mayConfigure, mayRoute, ...props }: ProfileFieldsProps) {
  const routes = props.profile.routes ? <RouteFields {...props} /> : <AcquirerFields {...props} />
  return (
    <>
      {mayConfigure && <GeneralFields {...props} />}
      {mayConfigure && <PaymentFields {...props} />}
      {mayRoute && routes}
      {mayRoute && <ProviderFields {...props} />}
      {mayConfigure && (
        <>
          <BrandingFields {...props} />
          <CardFields {...props} />
          <AbuseFields {...props} />
          <PageFields {...props} />
          <AccessFields {...props} />
        </>
      )}
    </>
  )
}

export const GeneralFields = profileSection(['name', 'isEnabled', 'isAggregator'], (props) => {
  const { profile, onChange, error } = props
  return (
    <Section title={t('General')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label={t('Name')}
          description={aboutField(props, 'name')}
          maxLength={100}
          value={profile.name}
          error={problemAt(error, 'name')}
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        />
        <Switch
          className="beside"
          label={t('Enabled')}
          description={aboutField(
            props,
            'isEnabled',
            t('If disabled, all API requests of this merchant are rejected.'),
          )}
          checked={profile.isEnabled}
          onChange={({ currentTarget }) => onChange({ isEnabled: currentTarget.checked })}
        />
        <Switch
          className="beside"
          label={t('Aggregator of other merchants')}
          description={aboutField(props, 'isAggregator')}
          checked={profile.isAggregator}
          onChange={({ currentTarget }) => onChange({ isAggregator: currentTarget.checked })}
        />
      </SimpleGrid>
    </Section>
  )
})

export const PaymentFields = profileSection(
  ['currencies', 'schemes', 'sources', 'operations', 'categoryCodes', 'payerAuthentication'],
  (props) => {
    const { profile, onChange, error } = props
    const choices = useProfileChoices()
    return (
      <Section title={t('Payments')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <MultiSelect
            label={t('Currencies')}
            description={aboutField(props, 'currencies')}
            data={currencies}
            searchable
            limit={50}
            value={[...profile.currencies]}
            error={problemAt(error, 'currencies')}
            onChange={(chosen) => onChange({ currencies: chosen })}
          />
          <MultiSelect
            label={t('Card schemes')}
            description={aboutField(props, 'schemes')}
            data={choiceOptions(['ALL', ...cardSchemes])}
            value={[...profile.schemes]}
            error={problemAt(error, 'schemes')}
            onChange={(chosen) => onChange({ schemes: allOrSome(profile.schemes, chosen) as Profile['schemes'] })}
          />
          <MultiSelect
            label={t('Payment methods')}
            description={aboutField(props, 'sources')}
            data={choiceOptions(['ALL', ...instrumentKinds], sourceLabels)}
            value={[...profile.sources]}
            error={problemAt(error, 'sources')}
            onChange={(chosen) => onChange({ sources: allOrSome(profile.sources, chosen) as Profile['sources'] })}
          />
          <MultiSelect
            label={t('Operations')}
            description={aboutField(props, 'operations')}
            data={choiceOptions(withPresent(choices?.operations, profile.operations))}
            searchable
            value={[...profile.operations]}
            error={problemAt(error, 'operations')}
            onChange={(chosen) => onChange({ operations: allOrSome(profile.operations, chosen) })}
          />
          <TagsInput
            label={t('Merchant category codes')}
            description={aboutField(props, 'categoryCodes', t('Codes allowed in orders. Leave empty to allow any.'))}
            value={[...profile.categoryCodes]}
            error={problemAt(error, 'categoryCodes')}
            onChange={(categoryCodes) => onChange({ categoryCodes })}
          />
          <Select
            label={t('Payer authentication')}
            description={aboutField(props, 'payerAuthentication')}
            data={choiceOptions(authenticationPolicies, policyLabels)}
            allowDeselect={false}
            value={profile.payerAuthentication}
            error={problemAt(error, 'payerAuthentication')}
            onChange={(chosen) => onChange({ payerAuthentication: chosen as Profile['payerAuthentication'] })}
          />
        </SimpleGrid>
      </Section>
    )
  },
)

export const CardFields = profileSection(
  ['cardMasking', 'accountNumbersInText', 'verificationStrategy', 'usesAccountUpdater'],
  (props) => {
    const { profile, onChange, error } = props
    return (
      <Section title={t('Cards and tokens')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Select
            label={t('Card number masking in responses')}
            description={aboutField(props, 'cardMasking')}
            data={choiceOptions(cardMaskings, maskingLabels)}
            allowDeselect={false}
            value={profile.cardMasking}
            error={problemAt(error, 'cardMasking')}
            onChange={(chosen) => onChange({ cardMasking: chosen as Profile['cardMasking'] })}
          />
          <Select
            label={t('Card numbers in free-text fields')}
            description={aboutField(props, 'accountNumbersInText')}
            data={choiceOptions(accountNumbersInTextPolicies, accountNumbersInTextLabels)}
            allowDeselect={false}
            value={profile.accountNumbersInText}
            error={problemAt(error, 'accountNumbersInText')}
            onChange={(chosen) => onChange({ accountNumbersInText: chosen as Profile['accountNumbersInText'] })}
          />
          <Select
            label={t('Verification before a card is stored')}
            description={aboutField(props, 'verificationStrategy')}
            data={choiceOptions(verificationStrategies, strategyLabels)}
            allowDeselect={false}
            value={profile.verificationStrategy}
            error={problemAt(error, 'verificationStrategy')}
            onChange={(chosen) => onChange({ verificationStrategy: chosen as Profile['verificationStrategy'] })}
          />
          <Switch
            className="beside"
            label={t('Use the account updater')}
            description={aboutField(props, 'usesAccountUpdater')}
            checked={profile.usesAccountUpdater}
            onChange={({ currentTarget }) => onChange({ usesAccountUpdater: currentTarget.checked })}
          />
        </SimpleGrid>
      </Section>
    )
  },
)
