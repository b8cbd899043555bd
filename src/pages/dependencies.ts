// What payers' pages need from outside.

import type { BrowserPaymentDependencies } from '../browser-payments/dependencies.ts'
import type { CheckoutDependencies } from '../checkout/dependencies.ts'
import type { RateLimits } from '../platform/counters/limits.ts'
import type { Requests } from '../requests/create-requests.ts'
import type { RiskStore } from '../risk/ports/risk.ts'
import type { TokenSaveDependencies } from '../tokens/operations/save-token.ts'
import type { TokenStore } from '../tokens/ports/token-store.ts'
import type { MerchantValidation, WalletSimulator } from '../wallets/ports/wallets.ts'

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
