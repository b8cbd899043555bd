// What the API needs from outside, beside the operations that it calls.

import type { Audit } from '../audit/ports/audit.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Identifiers } from '../kernel/identifiers.ts'
import type { Vault } from '../keys/ports/vault.ts'
import type { CredentialUses } from '../merchants/ports/credentials.ts'
import type { Store } from '../payments/ports/store.ts'
import type { RateLimits } from '../platform/counters/limits.ts'
import type { ReportDependencies } from '../reports/operations/create-report.ts'
import type { ReportingPasswords } from '../reports/ports/reports.ts'
import type { Requests } from '../requests/create-requests.ts'
import type { SessionStore } from '../sessions/ports/session-store.ts'

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
