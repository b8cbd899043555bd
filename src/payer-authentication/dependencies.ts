// What payer authentication needs from outside.

import type { Clock } from '../kernel/clock.ts'
import type { Identifiers } from '../kernel/identifiers.ts'
import type { Vault } from '../keys/ports/vault.ts'
import type { Timeouts } from '../payments/call.ts'
import type { Acquirers } from '../payments/ports/acquirer.ts'
import type { CardCountries } from '../payments/ports/card-countries.ts'
import type { JourneyStore } from '../payments/ports/journeys.ts'
import type { Providers } from '../payments/ports/provider.ts'
import type { Store } from '../payments/ports/store.ts'
import type { Addresses } from '../platform/net/addresses.ts'
import type { Velocity } from '../risk/ports/risk.ts'
import type { SessionStore } from '../sessions/ports/session-store.ts'
import type { TokenStore } from '../tokens/ports/token-store.ts'
import type { Wallets } from '../wallets/ports/wallets.ts'
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
