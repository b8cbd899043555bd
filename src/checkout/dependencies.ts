// What payment pages need from outside.

import type { Clock } from '../kernel/clock.ts'
import type { Identifiers } from '../kernel/identifiers.ts'
import type { Vault } from '../keys/index.ts'
import type { PageLogos } from '../merchants/index.ts'
import type { BrowserForms, PayerAuthentication } from '../payer-authentication/index.ts'
import type { PaymentLinkStore } from '../payment-links/index.ts'
import type { JourneyStore, Providers, Store, Timeouts } from '../payments/index.ts'
import type { Addresses } from '../platform/net/addresses.ts'
import type { Velocity } from '../risk/index.ts'
import type { SessionStore } from '../sessions/index.ts'
import type { WalletPages, Wallets } from '../wallets/index.ts'
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
