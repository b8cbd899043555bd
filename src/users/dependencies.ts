// What console users need from outside.
import type { Alerts, Audit } from '../audit/index.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Identifiers } from '../kernel/identifiers.ts'
import type { MerchantReader } from '../merchants/index.ts'
import type { Addresses } from '../platform/net/addresses.ts'
import type { KnownBrowsers, OneTimeCodes, Passwords, SignInCounters } from './ports/sign-in.ts'
import type { Attention, UserEmails } from './ports/user-emails.ts'
import type { ConsoleSessions, UserPreferencesStore, UserStore } from './ports/users.ts'

export interface UserDependencies {
  readonly store: MerchantReader
  /** Without one nothing is queued, and what was queued before is given up after a day. */
  readonly hasMailServer: boolean
  readonly audit: Audit
  readonly addresses: Addresses
  /** Console users and their sessions. */
  readonly users: UserStore
  readonly consoleSessions: ConsoleSessions
  readonly passwords: Passwords
  readonly preferences: UserPreferencesStore
  readonly signInCounters: SignInCounters
  readonly knownBrowsers: KnownBrowsers
  readonly oneTimeCodes: OneTimeCodes
  readonly clock: Clock
  readonly identifiers: Identifiers
  readonly alerts: Alerts
  readonly attention: Attention
  readonly userEmails: UserEmails
}
