// Where reads that may be seconds old come from, with its metrics and log lines.

import type { Config } from '../platform/config/config.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Log } from '../platform/telemetry/log.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'
import type { DelayedReads } from '../reports/index.ts'
import { primaryReads, type ReplicaOutcome, replicaReads, sourceOf } from '../reports/postgres/delayed-reads.ts'

export function openDelayedReads(
  { replicaMaxAgeMs: maxAgeMs }: Pick<Config, 'replicaMaxAgeMs'>,
  { database, replicas }: { readonly database: Database; readonly replicas: readonly Database[] },
  { metrics, log }: { readonly metrics: Metrics | undefined; readonly log: Log | undefined },
): DelayedReads {
  const source = sourceOf(database)
  if (replicas.length === 0) return primaryReads(source)
  let last: ReplicaOutcome = 'REPLICA'
  return replicaReads({ database, source }, replicas, {
    maxAgeMs,
    onRead(outcome, age) {
      metrics?.replicaReads.inc({ outcome })
      if (age) metrics?.replicaAge.set(age.ageMs / 1_000)
      if (outcome !== last) {
        if (outcome === 'REPLICA') log?.info('searches and reports are read from the standby again')
        else log?.warn({ outcome }, 'searches and reports are read from the primary: the standby cannot be used')
      }
      last = outcome
    },
  })
}
