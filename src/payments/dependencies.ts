// What payments need from outside.

import type { CardCountries } from './ports/card-countries.ts'
import type { Audit } from '../audit/ports/audit.ts'
import type { Providers } from './ports/provider.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Identifiers } from '../kernel/identifiers.ts'
import type { Vault } from '../keys/ports/vault.ts'
import type { DeviceAuthentications } from '../payer-authentication/ports/device-authentications.ts'
import type { PayerAuthentication } from '../payer-authentication/ports/payer-authentication.ts'
import type { Timeouts } from './call.ts'
import type { Acquirers } from './ports/acquirer.ts'
import type { DisputeAnswers } from './ports/dispute-answers.ts'
import type { ManualResolutions } from './ports/manual-resolutions.ts'
import type { OrderNotes } from './ports/order-notes.ts'
import type { PaymentAgreements } from './ports/payment-agreements.ts'
import type { Store } from './ports/store.ts'
import type { IpCountries } from '../risk/ports/ip-countries.ts'
import type { RiskStore } from '../risk/ports/risk-store.ts'
import type { Velocity } from '../risk/ports/velocity.ts'
import type { TokenStore } from '../tokens/ports/token-store.ts'
import type { UsedPayloads } from '../wallets/ports/used-payloads.ts'
import type { Wallets } from '../wallets/ports/wallets.ts'

export interface PaymentDependencies {
  readonly store: Store
  /** Agreements to a series of payments. */
  readonly paymentAgreements: PaymentAgreements
  /** What payers' devices have begun by the id of a session. */
  readonly deviceAuthentications: DeviceAuthentications
  readonly tokens: TokenStore
  readonly vault: Vault
  readonly acquirers: Acquirers
  readonly cardCountries: CardCountries
  /** The sites where payers pay. */
  readonly providers: Providers
  /** Where the operator has it. */
  readonly payerAuthentication: PayerAuthentication | undefined
  /** Decrypts what payers' wallets have encrypted. */
  readonly wallets: Wallets
  readonly usedPayloads: UsedPayloads
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
