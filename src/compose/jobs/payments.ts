// The jobs that bring payments to their end, and let go of what nobody needs any more.
import type { Log } from '../../adapters/telemetry/log.ts'
import type { Metrics } from '../../adapters/telemetry/metrics.ts'
import type { Lanes } from '../../jobs/payments/lanes.ts'
import { dueAttempts } from '../../jobs/payments/recover-attempts.ts'
import { dueReversals } from '../../jobs/payments/reverse-owed.ts'
import { createWorkRunner, runContinuously } from '../../jobs/payments/work-runner.ts'
import { type RepeatedJob, repeatJob } from '../../jobs/repeat.ts'
import { deleteExpiredSessions } from '../../jobs/sessions/delete-expired-sessions.ts'
import { stopRecurring } from '../../jobs/tokens/stop-recurring.ts'
import type { Ports } from '../../operations/call.ts'

const everyMs = 1_000
const stopEveryMs = 5_000
const sessionExpiryEveryMs = 10_000
const watchEveryMs = 10_000

export function moneyJobs(ports: Ports, metrics: Metrics, log: Log): readonly RepeatedJob[] {
  const onRecoveryError = (err: unknown) => log.error({ err }, 'recovery failed; will retry')
  const onReversalError = (err: unknown) => log.error({ err }, 'a reversal failed; will retry')
  const onStopError = (err: unknown) => log.error({ err }, 'a token could not be stopped; will retry')
  const recovery = createWorkRunner({ ...dueAttempts(ports, onRecoveryError), onEnded: () => metrics.recovered.inc() })
  const reversals = createWorkRunner({ ...dueReversals(ports, onReversalError), onEnded: () => metrics.reversed.inc() })
  const watch = moneyWatch(ports, { metrics, log, lanes: [recovery.lanes, reversals.lanes] })
  return [
    runContinuously(recovery, { everyMs, onError: onRecoveryError }),
    runContinuously(reversals, { everyMs, onError: onReversalError }),
    repeatJob(watch, {
      everyMs: watchEveryMs,
      onError: (err) => log.error({ err }, 'open transactions could not be counted; will retry'),
    }),
    repeatJob(() => stopRecurring(ports, onStopError), { everyMs: stopEveryMs, onError: onStopError }),
    repeatJob(() => ports.tokens.flushUses(), {
      everyMs,
      onError: (err) => log.error({ err }, 'token usage times could not be stored; will retry'),
    }),
    repeatJob(() => deleteExpiredSessions(ports), {
      everyMs: sessionExpiryEveryMs,
      onError: (err) => log.error({ err }, 'expired sessions could not be deleted; will retry'),
    }),
  ]
}

/** Shows what is not settled, and says so in the log when people are needed. */
function moneyWatch(
  ports: Pick<Ports, 'openItemsMonitor'>,
  { metrics, log, lanes }: { readonly metrics: Metrics; readonly log: Log; readonly lanes: readonly Lanes[] },
): () => Promise<void> {
  let known = 0
  return async () => {
    const ends = await ports.openItemsMonitor.countOpenItems()
    metrics.openAttempts.set(ends.attempts.count)
    metrics.openAttemptOldest.set(ends.attempts.oldestSeconds)
    metrics.openAttemptClaims.set(ends.attempts.claimsMost)
    metrics.reversals.set({ state: 'OWED' }, ends.reversalsOwed.count)
    metrics.reversals.set({ state: 'REFUSED' }, ends.reversalsRefused)
    metrics.reversals.set({ state: 'UNSUPPORTED' }, ends.reversalsUnsupported)
    metrics.reversalOldest.set(ends.reversalsOwed.oldestSeconds)
    metrics.manualResolutions.set(ends.manualResolutions)
    metrics.silentLinks.reset()
    for (const { acquirerId } of lanes.flatMap((each) => each.silent()))
      metrics.silentLinks.set({ acquirer: acquirerId }, 1)
    if (ends.manualResolutions > known)
      log.error(
        { count: ends.manualResolutions },
        'transactions require manual resolution; "npx tollgate doctor" lists their orders',
      )
    known = ends.manualResolutions
  }
}
