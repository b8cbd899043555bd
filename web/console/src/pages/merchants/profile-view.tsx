// A merchant's profile to read.
import { SimpleGrid } from '@mantine/core'
import { codeText } from '../../format/text.ts'
import { KeyValues } from '../../parts/key-values.tsx'
import { Section } from '../../parts/page.tsx'
import { StatusBadge } from '../../parts/values.tsx'
import type { MerchantDetails } from './merchant.ts'
import {
  accountNumbersInTextLabels,
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

export function ProfileView({ merchant }: { readonly merchant: MerchantDetails }) {
  const { acquirerLink, tokenRepository, providers } = merchant
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Section title="Who it is">
        <KeyValues
          items={[
            ['Name', merchant.name],
            ['State', <StatusBadge key="state" status={merchant.isEnabled ? 'ENABLED' : 'DISABLED'} />],
            ['Programs prove themselves by', listText(merchant.loginWays)],
            ['Origins of the shop', merchant.pageOrigins.join(', ')],
            ['Acquirer', acquirerLink.acquirerId],
            ['Known there as', acquirerLink.acquirerMerchantId],
          ]}
        />
      </Section>
      <Section title="What it may take">
        <KeyValues
          items={[
            ['Currencies', merchant.currencies.join(', ')],
            ['Card schemes', listText(merchant.schemes)],
            ['Sources of funds', merchant.sources.map((source) => sourceLabels[source]).join(', ') || 'None'],
            ...providers.map(({ provider, account }) => [providerLabels[provider], `As ${account}`] as const),
            ['Operations', listText(merchant.operations)],
            [
              'Partial approvals',
              acquirerLink.needsPartialAmountFlag ? 'Payments must mention them' : 'Payments may mention them',
            ],
            ['Category codes', merchant.categoryCodes.join(', ') || 'Any'],
            ['Payer authentication', policyLabels[merchant.payerAuthentication]],
          ]}
        />
      </Section>
      <Section title="Cards and tokens">
        <KeyValues
          items={[
            ['Card numbers show', maskingLabels[merchant.cardMasking]],
            ['Card numbers in texts', accountNumbersInTextLabels[merchant.accountNumbersInText]],
            ['Check before storing', strategyLabels[merchant.verificationStrategy]],
            ['Account updater', yesNo(merchant.usesAccountUpdater)],
            ['Token repository', tokenRepository.id],
            ['An account gets', managementLabels[tokenRepository.management]],
            ['Tokens are named', generationLabels[tokenRepository.generation]],
            ['Scheme tokens', yesNo(tokenRepository.hasSchemeTokens)],
            ['Kept up to date', yesNo(tokenRepository.hasMaintenance)],
          ]}
        />
      </Section>
      <Section title="Abuse protection">
        <KeyValues
          items={[
            ['Velocity limits', merchant.velocityLimits.join(', ') || 'Off'],
            ['Velocity limits of the API', merchant.apiVelocityLimits.join(', ') || 'Off'],
            ['Authentication from declines of', percentText(merchant.authenticationDeclinePercent)],
            ['Request limits', merchant.requestLimits.join(', ') || 'Off'],
          ]}
        />
      </Section>
      <Section title="Beyond the usual">
        <KeyValues
          items={[
            ['Privileges', listText(merchant.privileges)],
            ['Refunds need a second person', yesNo(merchant.refundsNeedApproval)],
            ['Takes amounts from its pages', yesNo(merchant.takesPageAmounts)],
            ['Notification hosts', listText(merchant.notificationHosts) || 'Any'],
            ['Reports', yesNo(merchant.hasReporting)],
            ['Aggregator', yesNo(merchant.isAggregator)],
          ]}
        />
      </Section>
    </SimpleGrid>
  )
}
