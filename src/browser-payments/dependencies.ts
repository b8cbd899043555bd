// What browser payments need from outside.

import type { Audit } from '../audit/index.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Identifiers } from '../kernel/identifiers.ts'
import type { Vault } from '../keys/index.ts'
import type { Acquirers, JourneyStore, Providers, Store, Timeouts } from '../payments/index.ts'
import type { Addresses } from '../platform/net/addresses.ts'
import type { SessionStore } from '../sessions/index.ts'
import type { TokenStore } from '../tokens/index.ts'
import type { Agreements } from './ports/agreements.ts'

export interface BrowserPaymentDependencies {
  readonly store: Store
  readonly journeys: JourneyStore
  readonly sessions: SessionStore
  /** Agreements to later payments that payers are asked for. */
  readonly agreements: Agreements
  readonly tokens: TokenStore
  readonly vault: Vault
  readonly acquirers: Acquirers
  /** The sites where payers pay. */
  readonly providers: Providers
  readonly audit: Audit
  readonly addresses: Addresses
  readonly clock: Clock
  readonly identifiers: Identifiers
  readonly timeouts: Timeouts
}
