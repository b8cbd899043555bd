// What payment pages need from outside.

import type { Clock } from '../kernel/clock.ts'
import type { Identifiers } from '../kernel/identifiers.ts'
import type { Vault } from '../keys/ports/vault.ts'
import type { PageLogos } from '../merchants/ports/merchant-store.ts'
import type { BrowserForms, PayerAuthentication } from '../payer-authentication/ports/payer-authentication.ts'
import type { PaymentLinkStore } from '../payment-links/ports/payment-links.ts'
import type { Timeouts } from '../payments/call.ts'
import type { JourneyStore } from '../payments/ports/journeys.ts'
import type { Providers } from '../payments/ports/provider.ts'
import type { Store } from '../payments/ports/store.ts'
import type { Addresses } from '../platform/net/addresses.ts'
import type { Velocity } from '../risk/ports/risk.ts'
import type { SessionStore } from '../sessions/ports/session-store.ts'
import type { WalletPages } from '../wallets/ports/wallet-keys.ts'
import type { Wallets } from '../wallets/ports/wallets.ts'
import type { CheckoutStore, LinkedLogos, ReceiptQueue } from './ports/checkout-store.ts'

export interface CheckoutDependencies {
  readonly store: Store
  readonly journeys: JourneyStore
  readonly sessions: SessionStore
  readonly checkouts: CheckoutStore
  readonly pageLogos: PageLogos
  /** Logos that sessions name by their URLs. */
  readonly linkedLogos: LinkedLogos
  /** Without one nothing is queued, and what was queued before is given up after a day. */
  readonly hasMailServer: boolean
  readonly receiptQueue: ReceiptQueue
  readonly vault: Vault
  /** The sites where payers pay. */
  readonly providers: Providers
  /** Where the operator has it. */
  readonly payerAuthentication: PayerAuthentication | undefined
  readonly browserForms: BrowserForms
  /** Decrypts what payers' wallets have encrypted. */
  readonly wallets: Wallets
  /** The wallets that merchants offer on hosted pages. */
  readonly walletPages: WalletPages
  /** Counts payments, and refuses what looks like card testing. */
  readonly velocity: Velocity
  readonly paymentLinks: PaymentLinkStore
  readonly addresses: Addresses
  readonly clock: Clock
  readonly identifiers: Identifiers
  /** Nothing here moves money. */
  readonly isSandbox: boolean
  readonly timeouts: Timeouts
}
