// Reports why the database accepts nothing: in the log, at most once a minute for each reason, and in the metrics.
import type { OutageListener } from '../platform/postgres/database.ts'
import type { Log } from '../platform/telemetry/log.ts'

export interface DatabaseOutages {
  readonly note: OutageListener
  /** Called for every refusal from now on. */
  onOutage(listener: OutageListener): void
}

const logEveryMs = 60_000

export function openDatabaseOutages(log: Pick<Log, 'error'>, nowMs = () => performance.now()): DatabaseOutages {
  const listeners: OutageListener[] = []
  const loggedAtMs = new Map<string, number>()
  return {
    note(reason, message) {
      // Before a gateway counts them it is starting, or a command runs: both say themselves why they failed.
      if (listeners.length === 0) return
      for (const listener of listeners) listener(reason, message)
      const lastMs = loggedAtMs.get(reason) ?? Number.NEGATIVE_INFINITY
      if (nowMs() - lastMs < logEveryMs) return
      loggedAtMs.set(reason, nowMs())
      log.error({ reason, message }, 'the database accepts nothing at the moment; payments are refused')
    },
    onOutage(listener) {
      listeners.push(listener)
    },
  }
}
