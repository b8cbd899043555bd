// What the audit log does by itself: chaining its entries, and counting rejected credentials until they are written.

import type { Clock } from '../kernel/clock.ts'
import { type Job, repeatedJob } from '../platform/jobs/job.ts'
import { countRefusedCredentials, type RefusedCredentialsCount } from './jobs/audit-refused-credentials.ts'
import { chainAudit, renewHeads } from './jobs/chain-audit.ts'
import type { Audit, AuditChain, ChainHashes } from './ports/audit.ts'
import { dueAuditEntries } from './postgres/audit-chain.ts'

export interface AuditDependencies {
  readonly audit: Audit
  readonly auditChain: AuditChain
  readonly vault: ChainHashes
  readonly clock: Clock
}

export interface AuditSubject {
  /** Where the API counts failed authentication. */
  readonly refusedCredentials: RefusedCredentialsCount
  readonly jobs: readonly Job[]
}

const chainFailure = 'audit log entries could not be chained; see "tollgate audit verify"'

export function createAudit(dependencies: AuditDependencies): AuditSubject {
  const refusedCredentials = countRefusedCredentials()
  return {
    refusedCredentials,
    jobs: [
      repeatedJob({
        name: 'chain audit log entries',
        everyMs: 1_000,
        due: { kind: 'AUDIT', rows: [dueAuditEntries] },
        failure: chainFailure,
        run: ({ onError }) => chainAudit(dependencies, onError),
      }),
      repeatedJob({
        name: 'seal the ends of audit chains under the current key',
        // Keys rotate seldom, and a head that waits for its new one is still a good one.
        everyMs: 60_000,
        failure: chainFailure,
        run: ({ onError }) => renewHeads(dependencies, onError),
      }),
      repeatedJob({
        name: 'write rejected credentials to the audit log',
        everyMs: 10_000,
        failure: 'rejected credentials could not be written to the audit log; will retry',
        // What is complete: they are counted by the hour.
        run: () => refusedCredentials.write({ now: dependencies.clock.now() }, dependencies),
      }),
    ],
  }
}
