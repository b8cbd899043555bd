// A merchant's profile to read.
import { SimpleGrid } from '@mantine/core'
import { codeText } from '../../format/text.ts'
import { t } from '../../language/text.ts'
import { KeyValues } from '../../parts/key-values.tsx'
import { Section } from '../../parts/page.tsx'
import { StatusBadge } from '../../parts/values.tsx'
import type { MerchantDetails } from './merchant.ts'
import {
  accountNumbersInTextLabels,
  colourText,
  fontLabels,
  generationLabels,
  managementLabels,
  maskingLabels,
  policyLabels,
  providerLabels,
  sourceLabels,
  strategyLabels,
} from './profile-labels.ts'
import { currenciesText, routeText } from './profile-texts.ts'

const listText = (codes: readonly string[]) => (codes.length === 0 ? t('None') : codes.map(codeText).join(', '))
const percentText = (percent: number) => (percent > 0 ? `${percent} %` : t('Off'))
const yesNo = (is: boolean) => (is ? t('Yes') : t('No'))

export function ProfileView({ merchant }: { readonly merchant: MerchantDetails }) {
  const { acquirerLink, routes, tokenRepository, providers } = merchant
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Section title={t('General')}>
        <KeyValues
          items={[
            [t('Name'), merchant.name],
            [t('Status'), <StatusBadge key="state" status={merchant.isEnabled ? 'ENABLED' : 'DISABLED'} />],
            [t('API authentication'), listText(merchant.authenticationMethods)],
            [t('Shop origins'), merchant.pageOrigins.join(', ')],
            [t('Colour of payment pages'), colourText(merchant.pageColour)],
            [t('Font of payment pages'), fontLabels[merchant.pageFont]],
            [t('Acquirer'), acquirerLink.acquirerId],
            [t('Acquirer’s ID for the merchant'), acquirerLink.acquirerMerchantId],
            ...routes.map((route, index) => [t('Route {number}', { number: index + 1 }), routeText(route)] as const),
          ]}
        />
      </Section>
      <Section title={t('Payments')}>
        <KeyValues
          items={[
            [t('Currencies'), currenciesText(merchant.currencies)],
            [t('Card schemes'), listText(merchant.schemes)],
            [t('Payment methods'), merchant.sources.map((source) => sourceLabels[source]).join(', ') || t('None')],
            ...providers.map(
              ({ provider, account }) => [providerLabels[provider], t('Account {account}', { account })] as const,
            ),
            [t('Operations'), listText(merchant.operations)],
            [
              t('Partial approvals'),
              acquirerLink.needsPartialAmountFlag
                ? t('Payments must state whether they are accepted')
                : t('Optional in payments'),
            ],
            [t('Merchant category codes'), merchant.categoryCodes.join(', ') || t('Any')],
            [t('Payer authentication'), policyLabels[merchant.payerAuthentication]],
          ]}
        />
      </Section>
      <Section title={t('Cards and tokens')}>
        <KeyValues
          items={[
            [t('Card number masking in responses'), maskingLabels[merchant.cardMasking]],
            [t('Card numbers in free-text fields'), accountNumbersInTextLabels[merchant.accountNumbersInText]],
            [t('Verification before storing'), strategyLabels[merchant.verificationStrategy]],
            [t('Account updater'), yesNo(merchant.usesAccountUpdater)],
            [t('Token repository'), tokenRepository.id],
            [t('Tokens per account'), managementLabels[tokenRepository.management]],
            [t('Token generation'), generationLabels[tokenRepository.generation]],
            [t('Scheme tokens'), yesNo(tokenRepository.hasSchemeTokens)],
            [t('Automatic card updates'), yesNo(tokenRepository.hasMaintenance)],
          ]}
        />
      </Section>
      <Section title={t('Abuse protection')}>
        <KeyValues
          items={[
            [t('Velocity limits'), merchant.velocityLimits.join(', ') || t('Off')],
            [t('API velocity limits'), merchant.apiVelocityLimits.join(', ') || t('Off')],
            [t('Decline rate that requires payer authentication'), percentText(merchant.authenticationDeclinePercent)],
            [t('Request limits'), merchant.requestLimits.join(', ') || t('Off')],
          ]}
        />
      </Section>
      <Section title={t('Advanced')}>
        <KeyValues
          items={[
            [t('Privileges'), listText(merchant.privileges)],
            [t('Manual refunds require approval'), yesNo(merchant.refundsNeedApproval)],
            [t('Accept amounts set by the shop’s page'), yesNo(merchant.takesPageAmounts)],
            [t('Notification hosts'), merchant.notificationHosts.join(', ') || t('Any')],
            [t('Reports'), yesNo(merchant.hasReporting)],
            [t('Aggregator'), yesNo(merchant.isAggregator)],
          ]}
        />
      </Section>
    </SimpleGrid>
  )
}
