// The merchants every sandbox has. They accept every operation; they differ in how their tokens are made.
import { type Merchant, type MerchantProfile, profileDefaults } from '../domain/merchant.ts'

const everywhere: MerchantProfile = {
  ...profileDefaults,
  name: 'Sandbox merchant',
  isEnabled: true,
  loginWays: ['PASSWORD', 'CERTIFICATE'],
  currencies: ['USD', 'EUR', 'GBP', 'AUD', 'CAD', 'CHF', 'JPY', 'KWD', 'NZD', 'SGD'],
  operations: ['ALL'],
  acquirerLink: { adapter: 'simulator', acquirerId: 'SYSTEST_ACQ1', acquirerMerchantId: '' },
  tokenGeneration: 'RANDOM',
  tokenManagement: 'UNIQUE_TOKEN',
  verificationStrategy: 'NONE',
  isAggregator: true,
}

export const sandboxMerchants: readonly Merchant[] = [
  sandboxMerchant('TESTMERCHANT', { verificationStrategy: 'BASIC' }),
  sandboxMerchant('TESTSUPPLIED', { tokenGeneration: 'MERCHANT_SUPPLIED' }),
  sandboxMerchant('TESTPRESERVE64', {
    tokenGeneration: 'PRESERVE_6_4',
    tokenManagement: 'UNIQUE_ACCOUNT_IDENTIFIER',
  }),
  sandboxMerchant('TESTUNIQUE', {
    tokenGeneration: 'MERCHANT_SUPPLIED',
    tokenManagement: 'UNIQUE_ACCOUNT_IDENTIFIER',
  }),
]

function sandboxMerchant(id: string, differences: Partial<MerchantProfile>): Merchant {
  const acquirerLink = { ...everywhere.acquirerLink, acquirerMerchantId: id }
  return { id, profile: { ...everywhere, acquirerLink, ...differences } }
}
