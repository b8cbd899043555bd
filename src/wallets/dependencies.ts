// What wallets need from outside.

import type { Clock } from '../kernel/clock.ts'
import type { Identifiers } from '../kernel/identifiers.ts'
import type { Velocity } from '../risk/index.ts'
import type { SessionStore } from '../sessions/index.ts'
import type { UsedPayloads, Wallets } from './ports/wallets.ts'

export interface WalletDependencies {
  readonly sessions: SessionStore
  /** Decrypts what payers' wallets have encrypted. */
  readonly wallets: Wallets
  readonly usedPayloads: UsedPayloads
  /** Counts payments, and refuses what looks like card testing. */
  readonly velocity: Velocity
  readonly clock: Clock
  readonly identifiers: Identifiers
}
