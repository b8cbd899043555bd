// What payments need from outside.

import type { Audit } from '../audit/index.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Identifiers } from '../kernel/identifiers.ts'
import type { Vault } from '../keys/index.ts'
import type { IpCountries, RiskStore, Velocity } from '../risk/index.ts'
import type { Timeouts } from './call.ts'
import type { Acquirers } from './ports/acquirer.ts'
import type { BrowserPaymentProgress } from './ports/browser-payment-progress.ts'
import type { CardCountries } from './ports/card-countries.ts'
import type { DisputeAnswers } from './ports/dispute-answers.ts'
import type { ManualResolutions } from './ports/manual-resolutions.ts'
import type { OrderNotes } from './ports/order-notes.ts'
import type { PayerProofs } from './ports/payer-proofs.ts'
import type { PaymentAgreements } from './ports/payment-agreements.ts'
import type { Providers } from './ports/provider.ts'
import type { Store } from './ports/store.ts'
import type { StoredCards } from './ports/stored-cards.ts'
import type { WalletPayloads } from './ports/wallet-payloads.ts'

export interface PaymentDependencies {
  readonly store: Store
  /** Agreements to a series of payments. */
  readonly paymentAgreements: PaymentAgreements
  readonly storedCards: StoredCards
  readonly walletPayloads: WalletPayloads
  readonly payerProofs: PayerProofs
  readonly browserPaymentProgress: BrowserPaymentProgress
  readonly vault: Vault
  readonly acquirers: Acquirers
  readonly cardCountries: CardCountries
  /** The sites where payers pay. */
  readonly providers: Providers
  readonly risk: RiskStore
  /** Counts payments, and refuses what looks like card testing. */
  readonly velocity: Velocity
  /** How merchants answered disputes. */
  readonly disputeAnswers: DisputeAnswers
  /** What users write about orders. */
  readonly orderNotes: OrderNotes
  /** Attempts that only operators can resolve. */
  readonly manualResolutions: ManualResolutions
  readonly ipCountries: IpCountries
  readonly audit: Audit
  readonly clock: Clock
  readonly identifiers: Identifiers
  readonly timeouts: Timeouts
}
