// The jobs that chain the audit, and that keep up with the keys that vouch for it and for rights.
import type { RightsSeals } from '../../adapters/postgres/merchants/rights/rights-seals.ts'
import type { Log } from '../../adapters/telemetry/log.ts'
import { chainAudit, renewHeads } from '../../jobs/audit/chain-audit.ts'
import { type RepeatedJob, repeatJob } from '../../jobs/repeat.ts'
import type { Ports } from '../../operations/call.ts'

const chainEveryMs = 1_000
/** Keys rotate seldom, and a head that waits for its new one is still a good one. */
const renewEveryMs = 60_000

export function auditJobs(ports: Ports, rights: Pick<RightsSeals, 'renewAll'>, log: Log): readonly RepeatedJob[] {
  const onError = (err: unknown, merchant?: string) =>
    log.error({ err, merchant }, 'audit log entries could not be chained; see "tollgate audit verify"')
  return [
    repeatJob(() => chainAudit(ports, onError), { everyMs: chainEveryMs, onError }),
    repeatJob(() => renewHeads(ports, onError), { everyMs: renewEveryMs, onError }),
    repeatJob(() => rights.renewAll(), {
      everyMs: renewEveryMs,
      onError: (err) => log.error({ err }, 'permissions could not be sealed under the new key; will retry'),
    }),
  ]
}
