// What browser payments need from outside.

import type { Audit } from '../audit/ports/audit.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Identifiers } from '../kernel/identifiers.ts'
import type { Vault } from '../keys/ports/vault.ts'
import type { Timeouts } from '../payments/call.ts'
import type { Acquirers } from '../payments/ports/acquirer.ts'
import type { JourneyStore } from '../payments/ports/journeys.ts'
import type { Providers } from '../payments/ports/provider.ts'
import type { Store } from '../payments/ports/store.ts'
import type { Addresses } from '../platform/net/addresses.ts'
import type { SessionStore } from '../sessions/ports/session-store.ts'
import type { TokenStore } from '../tokens/ports/token-store.ts'
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
