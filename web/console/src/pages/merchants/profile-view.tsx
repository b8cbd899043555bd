// A merchant's profile to read.
import { SimpleGrid } from '@mantine/core'
import { type AcquirerRoute, describeConditions } from '../../../../../src/domain/links/routes.ts'
import { currencyListText } from '../../../../../src/domain/money.ts'
import { codeText } from '../../format/text.ts'
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

const listText = (codes: readonly string[]) => (codes.length === 0 ? 'None' : codes.map(codeText).join(', '))
const percentText = (percent: number) => (percent > 0 ? `${percent} %` : 'Off')
const yesNo = (is: boolean) => (is ? 'Yes' : 'No')

function routeText(route: AcquirerRoute): string {
  return `${route.linkId}: ${describeConditions(route).join('; ') || 'every payment'}`
}

export function ProfileView({ merchant }: { readonly merchant: MerchantDetails }) {
  const { acquirerLink, routes, tokenRepository, providers } = merchant
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Section title="General">
        <KeyValues
          items={[
            ['Name', merchant.name],
            ['Status', <StatusBadge key="state" status={merchant.isEnabled ? 'ENABLED' : 'DISABLED'} />],
            ['API authentication', listText(merchant.loginWays)],
            ['Shop origins', merchant.pageOrigins.join(', ')],
            ['Colour of payment pages', colourText(merchant.pageColour)],
            ['Font of payment pages', fontLabels[merchant.pageFont]],
            ['Acquirer', acquirerLink.acquirerId],
            ['Acquirer’s ID for the merchant', acquirerLink.acquirerMerchantId],
            ...routes.map((route, index) => [`Route ${index + 1}`, routeText(route)] as const),
          ]}
        />
      </Section>
      <Section title="Payments">
        <KeyValues
          items={[
            ['Currencies', currencyListText(merchant.currencies)],
            ['Card schemes', listText(merchant.schemes)],
            ['Payment methods', merchant.sources.map((source) => sourceLabels[source]).join(', ') || 'None'],
            ...providers.map(({ provider, account }) => [providerLabels[provider], `Account ${account}`] as const),
            ['Operations', listText(merchant.operations)],
            [
              'Partial approvals',
              acquirerLink.needsPartialAmountFlag
                ? 'Payments must state whether they are accepted'
                : 'Optional in payments',
            ],
            ['Merchant category codes', merchant.categoryCodes.join(', ') || 'Any'],
            ['Payer authentication', policyLabels[merchant.payerAuthentication]],
          ]}
        />
      </Section>
      <Section title="Cards and tokens">
        <KeyValues
          items={[
            ['Card number masking in responses', maskingLabels[merchant.cardMasking]],
            ['Card numbers in free-text fields', accountNumbersInTextLabels[merchant.accountNumbersInText]],
            ['Verification before storing', strategyLabels[merchant.verificationStrategy]],
            ['Account updater', yesNo(merchant.usesAccountUpdater)],
            ['Token repository', tokenRepository.id],
            ['Tokens per account', managementLabels[tokenRepository.management]],
            ['Token generation', generationLabels[tokenRepository.generation]],
            ['Scheme tokens', yesNo(tokenRepository.hasSchemeTokens)],
            ['Automatic card updates', yesNo(tokenRepository.hasMaintenance)],
          ]}
        />
      </Section>
      <Section title="Abuse protection">
        <KeyValues
          items={[
            ['Velocity limits', merchant.velocityLimits.join(', ') || 'Off'],
            ['API velocity limits', merchant.apiVelocityLimits.join(', ') || 'Off'],
            ['Decline rate that requires payer authentication', percentText(merchant.authenticationDeclinePercent)],
            ['Request limits', merchant.requestLimits.join(', ') || 'Off'],
          ]}
        />
      </Section>
      <Section title="Advanced">
        <KeyValues
          items={[
            ['Privileges', listText(merchant.privileges)],
            ['Manual refunds require approval', yesNo(merchant.refundsNeedApproval)],
            ['Accept amounts set by the shop’s page', yesNo(merchant.takesPageAmounts)],
            ['Notification hosts', merchant.notificationHosts.join(', ') || 'Any'],
            ['Reports', yesNo(merchant.hasReporting)],
            ['Aggregator', yesNo(merchant.isAggregator)],
          ]}
        />
      </Section>
    </SimpleGrid>
  )
}
