// The merchants of every sandbox. They accept every operation and currency; they differ in how their tokens are generated.

import { createLink, updateLink } from '../../acquirers/index.ts'
import { simulatorLinks } from '../../compose/adapters.ts'
import type { Administration } from '../../compose/index.ts'
import { currencies } from '../../kernel/money.ts'
import { providers } from '../../kernel/provider.ts'
import {
  type Merchant,
  type MerchantProfile,
  newRepository,
  profileDefaults,
  type TokenRepository,
} from '../../merchants/index.ts'

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

// The merchant whose payments go to the ISO 8583 test host, and the link to it.

const cardHostLink = { linkId: 'iso8583-host', adapter: 'iso8583', acquirerId: 'TEST_HOST' } as const

export const cardHostMerchant: Merchant = sandboxMerchant('TESTISO8583', { acquirerLink: cardHostLink })

/** The link follows the port; other changes of the operator stay. */
export async function ensureCardHostLink(
  { links, adapterCatalogue }: Pick<Administration, 'links' | 'adapterCatalogue'>,
  port: number,
): Promise<void> {
  const { linkId } = cardHostLink
  const settings = { addresses: `127.0.0.1:${port}`, booksUrl: `http://127.0.0.1:${port + 1}` }
  const by = { actor: 'sandbox', at: new Date() }
  const link = await links.find(linkId)
  const current = link?.revisions.find(({ revision }) => revision === link.revision)?.settings
  if (!link)
    await createLink({ ...cardHostLink, values: { ...settings, institutionId: '12345', reconnectMaxMs: 5_000 } }, by, {
      links,
      adapterCatalogue,
    })
  else if (current?.['addresses'] !== settings.addresses || current['booksUrl'] !== settings.booksUrl)
    await updateLink(linkId, { given: settings }, by, { links, adapterCatalogue })
}
