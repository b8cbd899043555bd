// What payers' pages need from outside.

import type { BrowserPaymentDependencies } from '../browser-payments/index.ts'
import type { CheckoutDependencies } from '../checkout/index.ts'
import type { RateLimits } from '../platform/counters/limits.ts'
import type { Requests } from '../requests/index.ts'
import type { RiskStore } from '../risk/index.ts'
import type { TokenSaveDependencies, TokenStore } from '../tokens/index.ts'
import type { MerchantValidation, WalletSimulator } from '../wallets/index.ts'

export interface CheckoutPageDependencies extends CheckoutDependencies {
  readonly requests: Requests
  readonly rateLimits: RateLimits
  /** The payer's saved cards. */
  readonly tokens: TokenStore
  readonly risk: RiskStore
  readonly merchantValidation: MerchantValidation
  /** In the sandbox. */
  readonly walletSimulator: WalletSimulator | undefined
}

/** Where payers leave for a provider, come back, and where providers report. */
export type BrowserPaymentPageDependencies = BrowserPaymentDependencies & TokenSaveDependencies
