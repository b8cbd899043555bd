// The jobs about what is sealed: keys are rotated, and account numbers of old transactions erased.

import type { Database } from '../../adapters/postgres/database.ts'
import { accountRetention } from '../../adapters/postgres/keys/account-retention.ts'
import type { Log } from '../../adapters/telemetry/log.ts'
import type { Config } from '../../config/config.ts'
import { createAccountEraser } from '../../jobs/keys/erase-old-accounts.ts'
import { type RepeatedJob, repeatJob } from '../../jobs/repeat.ts'
import type { Clock } from '../../ports/clock.ts'
import type { KeyAdministration } from '../../ports/keys/vault.ts'

const retentionEveryMs = 60_000
const rotationEveryMs = 1_000
/** Of every second, so that payments keep the database to themselves for most of it. */
const rotationBudgetMs = 200

export function vaultJobs(
  { accountRetentionDays: days }: Pick<Config, 'accountRetentionDays'>,
  { database, vault, clock }: { readonly database: Database; readonly vault: KeyAdministration; readonly clock: Clock },
  log: Log,
): readonly RepeatedJob[] {
  return [
    repeatJob(() => vault.workOnRotations(rotationBudgetMs), {
      everyMs: rotationEveryMs,
      onError: (err) => log.error({ err }, 'a key rotation could not continue; will retry'),
    }),
    repeatJob(createAccountEraser({ retention: accountRetention(database), clock }, { days }), {
      everyMs: retentionEveryMs,
      onError: (err) => log.error({ err }, 'old account numbers could not be erased; will retry'),
    }),
  ]
}
