// Whom a merchant's payments go to: its acquirer, and the providers on whose sites its payers may pay.
import { Select, SimpleGrid, Switch, TextInput } from '@mantine/core'
import { type Provider, type ProviderLink, providers } from '../../../../../src/kernel/provider.ts'
import { t } from '../../language/text.ts'
import { Section } from '../../parts/page.tsx'
import { type Profile, problemAt } from './merchant.ts'
import { useProfileChoices, withPresent } from './profile-choices.ts'
import { aboutField } from './profile-defaults.ts'
import { providerLabels } from './profile-labels.ts'
import { profileSection } from './profile-section.ts'

export const AcquirerFields = profileSection(
  ['acquirerLink'],
  ({ profile: { acquirerLink }, onChange, error, explainsDefaults = false }) => {
    const choices = useProfileChoices()
    const change = (changes: Partial<Profile['acquirerLink']>) =>
      onChange({ acquirerLink: { ...acquirerLink, ...changes } })
    return (
      <Section title={t('Acquirer')} description={aboutField({ explainsDefaults }, 'acquirerLink')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label={t('Acquirer')}
            value={acquirerLink.acquirerId}
            error={problemAt(error, 'acquirerLink.acquirerId')}
            onChange={({ currentTarget }) => change({ acquirerId: currentTarget.value })}
          />
          <TextInput
            label={t('Acquirer’s ID for the merchant')}
            placeholder={t('Same as the merchant ID')}
            value={acquirerLink.acquirerMerchantId}
            error={problemAt(error, 'acquirerLink.acquirerMerchantId')}
            onChange={({ currentTarget }) => change({ acquirerMerchantId: currentTarget.value })}
          />
          <Select
            label={t('Acquirer adapter')}
            data={[...withPresent(choices?.acquirerAdapters, acquirerLink.adapter ? [acquirerLink.adapter] : [])]}
            placeholder={choices?.acquirerAdapters.length === 0 ? t('No adapter installed') : t('Choose an adapter')}
            allowDeselect={false}
            value={acquirerLink.adapter || null}
            error={problemAt(error, 'acquirerLink.adapter')}
            onChange={(adapter) => adapter !== null && change({ adapter })}
          />
          <Switch
            className="beside"
            label={t('Payments must state whether partial approvals are accepted')}
            checked={acquirerLink.needsPartialAmountFlag ?? false}
            onChange={({ currentTarget }) => change({ needsPartialAmountFlag: currentTarget.checked })}
          />
        </SimpleGrid>
      </Section>
    )
  },
)

export const ProviderFields = profileSection(
  ['providers'],
  ({ profile, onChange, error, explainsDefaults = false }) => {
    const choices = useProfileChoices()
    const linkOf = (provider: Provider) => profile.providers.find((link) => link.provider === provider)
    const change = (provider: Provider, link: ProviderLink | undefined) => {
      // In the order of the providers, so that taking one away and adding it again changes nothing.
      const links = providers.map((each) => (each === provider ? link : linkOf(each)))
      onChange({ providers: links.filter((each) => each !== undefined) })
    }
    return (
      <Section
        title={t('Providers')}
        description={aboutField(
          { explainsDefaults },
          'providers',
          t('Payers are redirected to these providers’ sites to pay.'),
        )}
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {providers.map((provider) => {
            const link = linkOf(provider)
            const place = link ? profile.providers.indexOf(link) : -1
            return [
              <Select
                key={provider}
                label={providerLabels[provider]}
                data={[
                  { value: '', label: t('Not offered') },
                  ...withPresent(choices?.providerAdapters[provider], link && [link.adapter]),
                ]}
                allowDeselect={false}
                value={link?.adapter ?? ''}
                error={problemAt(error, `providers[${place}].adapter`)}
                onChange={(adapter) =>
                  change(provider, adapter ? { provider, account: '', ...link, adapter } : undefined)
                }
              />,
              <TextInput
                key={`${provider} account`}
                label={t('Merchant account at {provider}', { provider: providerLabels[provider] })}
                disabled={!link}
                required={link !== undefined}
                value={link?.account ?? ''}
                error={problemAt(error, `providers[${place}].account`)}
                onChange={({ currentTarget: { value: account } }) => link && change(provider, { ...link, account })}
              />,
            ]
          })}
        </SimpleGrid>
      </Section>
    )
  },
)
