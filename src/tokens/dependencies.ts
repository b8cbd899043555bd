// What tokens need from outside.

import type { Audit } from '../audit/index.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Identifiers } from '../kernel/identifiers.ts'
import type { Vault } from '../keys/index.ts'
import type { Acquirers, CardCountries, PaymentAgreements, Providers, Store, Timeouts } from '../payments/index.ts'
import type { IpCountries, RiskStore, Velocity } from '../risk/index.ts'
import type { SessionStore } from '../sessions/index.ts'
import type { UsedPayloads, Wallets } from '../wallets/index.ts'
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

/** What storing payment details under a token takes. */
export type TokenSaveDependencies = Pick<
  TokenDependencies,
  | 'store'
  | 'sessions'
  | 'tokens'
  | 'tokenClaims'
  | 'vault'
  | 'acquirers'
  | 'cardCountries'
  | 'providers'
  | 'tokenService'
  | 'accountUpdater'
  | 'wallets'
  | 'usedPayloads'
  | 'risk'
  | 'velocity'
  | 'ipCountries'
  | 'clock'
  | 'identifiers'
  | 'timeouts'
>
