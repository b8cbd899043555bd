// The merchants of every sandbox. They accept every operation and currency; they differ in how their tokens are generated.

import { simulatorLinks } from '../../compose/adapters.ts'
import { currencies } from '../../kernel/money.ts'
import { providers } from '../../kernel/provider.ts'
import { type Merchant, type MerchantProfile, profileDefaults } from '../../merchants/rules/merchant.ts'
import { newRepository, type TokenRepository } from '../../merchants/rules/token-repository.ts'

// Shown first where a currency is chosen.
const usualCurrencies = ['USD', 'EUR', 'GBP', 'AUD', 'CAD', 'CHF', 'JPY', 'KWD', 'NZD', 'SGD']

const everywhere: MerchantProfile = {
  ...profileDefaults,
  name: 'Sandbox merchant',
  isEnabled: true,
  authenticationMethods: ['PASSWORD', 'CERTIFICATE'],
  currencies: [...new Set([...usualCurrencies, ...currencies])],
  operations: ['ALL'],
  acquirerLink: { ...simulatorLinks.acquirer, acquirerMerchantId: '' },
  tokenRepositoryId: '',
  verificationStrategy: 'NONE',
  usesAccountUpdater: true,
  isAggregator: true,
  hasReporting: true,
  // The published test cards are declined all day long; a test of the limits sets them.
  velocityLimits: [],
}

export const sandboxMerchants: readonly Merchant[] = [
  sandboxMerchant('TESTMERCHANT', { profile: { verificationStrategy: 'BASIC', payerAuthentication: 'ON_PAGES' } }),
  sandboxMerchant('TESTSUPPLIED', { repository: { generation: 'MERCHANT_SUPPLIED' } }),
  sandboxMerchant('TESTPRESERVE64', {
    repository: { generation: 'PRESERVE_6_4', management: 'UNIQUE_ACCOUNT_IDENTIFIER' },
  }),
  sandboxMerchant('TESTUNIQUE', {
    repository: { generation: 'MERCHANT_SUPPLIED', management: 'UNIQUE_ACCOUNT_IDENTIFIER' },
  }),
]

interface Differences {
  /** In place of the simulator's. */
  readonly acquirerLink?: { readonly linkId: string; readonly adapter: string; readonly acquirerId: string }
  readonly profile?: Partial<MerchantProfile>
  readonly repository?: Partial<TokenRepository>
}

/** Each has a separate token repository, by its own id. */
export function sandboxMerchant(id: string, { acquirerLink: link, profile, repository }: Differences): Merchant {
  const acquirerLink = { ...(link ?? everywhere.acquirerLink), acquirerMerchantId: id }
  const links = providers.map((provider) => ({
    provider,
    adapter: simulatorLinks.providers[provider],
    account: `${id}-${provider}`,
  }))
  return {
    id,
    profile: { ...everywhere, acquirerLink, providers: links, tokenRepositoryId: id, ...profile },
    tokenRepository: newRepository(id, repository),
  }
}
