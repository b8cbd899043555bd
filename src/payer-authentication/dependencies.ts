// What payer authentication needs from outside.

import type { Clock } from '../kernel/clock.ts'
import type { Identifiers } from '../kernel/identifiers.ts'
import type { Vault } from '../keys/index.ts'
import type { Acquirers, CardCountries, JourneyStore, Providers, Store, Timeouts } from '../payments/index.ts'
import type { Addresses } from '../platform/net/addresses.ts'
import type { Velocity } from '../risk/index.ts'
import type { SessionStore } from '../sessions/index.ts'
import type { TokenStore } from '../tokens/index.ts'
import type { Wallets } from '../wallets/index.ts'
import type { DeviceAuthentications, EnrollmentChecks } from './ports/authentications.ts'
import type { BrowserForms, PayerAuthentication } from './ports/payer-authentication.ts'

export interface PayerAuthenticationDependencies {
  readonly store: Store
  readonly journeys: JourneyStore
  readonly sessions: SessionStore
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
  readonly enrollmentChecks: EnrollmentChecks
  readonly browserForms: BrowserForms
  /** Decrypts what payers' wallets have encrypted. */
  readonly wallets: Wallets
  /** Counts payments, and refuses what looks like card testing. */
  readonly velocity: Velocity
  readonly addresses: Addresses
  readonly clock: Clock
  readonly identifiers: Identifiers
  readonly timeouts: Timeouts
}
