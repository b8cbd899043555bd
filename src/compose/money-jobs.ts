// The jobs that bring payments to their end, and let go of what nobody needs any more.
import type { Log } from '../adapters/telemetry/log.ts'
import type { Metrics } from '../adapters/telemetry/metrics.ts'
import { deleteExpiredSessions } from '../jobs/delete-expired-sessions.ts'
import { dueAttempts } from '../jobs/recover-attempts.ts'
import { type RepeatedJob, repeatJob } from '../jobs/repeat.ts'
import { dueReversals } from '../jobs/reverse-owed.ts'
import { stopRecurring } from '../jobs/stop-recurring.ts'
import { keepWorkingOff, workOff } from '../jobs/work-off.ts'
import type { Ports } from '../operations/call.ts'

const everyMs = 1_000
const stopEveryMs = 5_000
const sessionExpiryEveryMs = 10_000

export function moneyJobs(ports: Ports, metrics: Metrics, log: Log): readonly RepeatedJob[] {
  const onRecoveryError = (err: unknown) => log.error({ err }, 'recovery failed and will be tried again')
  const onReversalError = (err: unknown) => log.error({ err }, 'a reversal failed and will be tried again')
  const onStopError = (err: unknown) => log.error({ err }, 'a token could not be stopped; it will be tried again')
  return [
    keepWorkingOff(workOff({ ...dueAttempts(ports, onRecoveryError), onEnded: () => metrics.recovered.inc() }), {
      everyMs,
      onError: onRecoveryError,
    }),
    keepWorkingOff(workOff({ ...dueReversals(ports, onReversalError), onEnded: () => metrics.reversed.inc() }), {
      everyMs,
      onError: onReversalError,
    }),
    repeatJob(() => stopRecurring(ports, onStopError), { everyMs: stopEveryMs, onError: onStopError }),
    repeatJob(() => ports.tokens.flushUses(), {
      everyMs,
      onError: (err) => log.error({ err }, 'the times of use of tokens could not be written; it will be tried again'),
    }),
    repeatJob(() => deleteExpiredSessions(ports), {
      everyMs: sessionExpiryEveryMs,
      onError: (err) => log.error({ err }, 'expired sessions could not be deleted; it will be tried again'),
    }),
  ]
}
