// What sessions need from outside.

import type { Clock } from '../kernel/clock.ts'
import type { Identifiers } from '../kernel/identifiers.ts'
import type { Vault } from '../keys/index.ts'
import type { SessionStore } from './ports/session-store.ts'

export interface SessionDependencies {
  readonly sessions: SessionStore
  readonly vault: Vault
  readonly clock: Clock
  readonly identifiers: Identifiers
}
