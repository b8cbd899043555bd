// What payment links need from outside.

import type { Clock } from '../kernel/clock.ts'
import type { Identifiers } from '../kernel/identifiers.ts'
import type { Vault } from '../keys/index.ts'
import type { PageLogos } from '../merchants/index.ts'
import type { Store } from '../payments/index.ts'
import type { Addresses } from '../platform/net/addresses.ts'
import type { SessionStore } from '../sessions/index.ts'
import type { UserPreferencesStore } from '../users/index.ts'
import type { PaymentLinkEmailQueue, PaymentLinkStore } from './ports/payment-links.ts'

export interface PaymentLinkDependencies {
  readonly store: Store
  readonly sessions: SessionStore
  readonly pageLogos: PageLogos
  /** Without one nothing is queued, and what was queued before is given up after a day. */
  readonly hasMailServer: boolean
  readonly paymentLinkEmails: PaymentLinkEmailQueue
  readonly vault: Vault
  readonly paymentLinks: PaymentLinkStore
  readonly addresses: Addresses
  readonly preferences: UserPreferencesStore
  readonly clock: Clock
  readonly identifiers: Identifiers
}
