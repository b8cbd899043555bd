// The jobs that bring payments to their end, and let go of what nobody needs any more.
import type { Log } from '../adapters/telemetry/log.ts'
import type { Metrics } from '../adapters/telemetry/metrics.ts'
import { deleteExpiredSessions } from '../jobs/delete-expired-sessions.ts'
import { recoverAttempts } from '../jobs/recover-attempts.ts'
import { type RepeatedJob, repeatJob } from '../jobs/repeat.ts'
import { reverseWhatIsOwed } from '../jobs/reverse-owed.ts'
import type { Ports } from '../operations/call.ts'

const everyMs = 1_000
const sessionExpiryEveryMs = 10_000

export function moneyJobs(ports: Ports, metrics: Metrics, log: Log): readonly RepeatedJob[] {
  const onRecoveryError = (err: unknown) => log.error({ err }, 'recovery failed and will be tried again')
  const onReversalError = (err: unknown) => log.error({ err }, 'a reversal failed and will be tried again')
  return [
    repeatJob(async () => metrics.recovered.inc(await recoverAttempts(ports, onRecoveryError)), {
      everyMs,
      onError: onRecoveryError,
    }),
    repeatJob(async () => metrics.reversed.inc(await reverseWhatIsOwed(ports, onReversalError)), {
      everyMs,
      onError: onReversalError,
    }),
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
