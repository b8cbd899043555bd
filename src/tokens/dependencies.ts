// What tokens need from outside.

import type { Audit } from '../audit/ports/audit.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Identifiers } from '../kernel/identifiers.ts'
import type { Vault } from '../keys/ports/vault.ts'
import type { Timeouts } from '../payments/call.ts'
import type { Acquirers } from '../payments/ports/acquirer.ts'
import type { CardCountries } from '../payments/ports/card-countries.ts'
import type { PaymentAgreements } from '../payments/ports/payment-agreements.ts'
import type { Providers } from '../payments/ports/provider.ts'
import type { Store } from '../payments/ports/store.ts'
import type { IpCountries, RiskStore, Velocity } from '../risk/ports/risk.ts'
import type { SessionStore } from '../sessions/ports/session-store.ts'
import type { UsedPayloads, Wallets } from '../wallets/ports/wallets.ts'
import type { AccountUpdater } from './ports/account-updater.ts'
import type { TokenClaims } from './ports/token-claims.ts'
import type { TokenService } from './ports/token-service.ts'
import type { TokenStore } from './ports/token-store.ts'

export interface TokenDependencies {
  readonly store: Store
  readonly sessions: SessionStore
  /** Agreements to a series of payments. */
  readonly paymentAgreements: PaymentAgreements
  readonly tokens: TokenStore
  readonly tokenClaims: TokenClaims
  readonly vault: Vault
  readonly acquirers: Acquirers
  readonly cardCountries: CardCountries
  /** The sites where payers pay. */
  readonly providers: Providers
  /** Where the operator has one. */
  readonly tokenService: TokenService | undefined
  readonly accountUpdater: AccountUpdater | undefined
  /** Decrypts what payers' wallets have encrypted. */
  readonly wallets: Wallets
  readonly usedPayloads: UsedPayloads
  readonly risk: RiskStore
  /** Counts payments, and refuses what looks like card testing. */
  readonly velocity: Velocity
  readonly ipCountries: IpCountries
  readonly audit: Audit
  readonly clock: Clock
  readonly identifiers: Identifiers
  readonly timeouts: Timeouts
}
