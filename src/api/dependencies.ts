// What the API needs from outside, beside the operations that it calls.

import type { Audit } from '../audit/index.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Identifiers } from '../kernel/identifiers.ts'
import type { Vault } from '../keys/index.ts'
import type { CredentialUses } from '../merchants/index.ts'
import type { Store } from '../payments/index.ts'
import type { RateLimits } from '../platform/counters/limits.ts'
import type { ReportDependencies, ReportingPasswords } from '../reports/index.ts'
import type { Requests } from '../requests/index.ts'
import type { SessionStore } from '../sessions/index.ts'

export interface ApiDependencies {
  readonly requests: Requests
  readonly store: Store
  readonly sessions: SessionStore
  readonly vault: Vault
  readonly audit: Audit
  readonly clock: Clock
  readonly identifiers: Pick<Identifiers, 'requestId'>
  readonly rateLimits: RateLimits
  /** When credentials were last used. */
  readonly credentialUses: CredentialUses
}

export interface ReportApiDependencies extends ReportDependencies {
  readonly store: Store
  readonly vault: Vault
  readonly reportingPasswords: ReportingPasswords
}
