// Puts together what it takes to know people, and the job that clears up after them.
import type { Database } from '../adapters/postgres/database.ts'
import type { RightsSeals } from '../adapters/postgres/merchants/rights/rights-seals.ts'
import { postgresConsoleSessions } from '../adapters/postgres/users/console-sessions.ts'
import { postgresKnownBrowsers } from '../adapters/postgres/users/known-browsers.ts'
import { postgresSignInCounters } from '../adapters/postgres/users/sign-in-counters.ts'
import { postgresUsers } from '../adapters/postgres/users/users.ts'
import { systemClock } from '../adapters/system/clock.ts'
import { oneTimeCodes } from '../adapters/system/one-time-codes.ts'
import { argon2Passwords } from '../adapters/system/passwords.ts'
import type { Log } from '../adapters/telemetry/log.ts'
import type { Config } from '../config/config.ts'
import { type RepeatedJob, repeatJob } from '../jobs/repeat.ts'
import { deleteExpiredConsoleSessions } from '../jobs/users/delete-expired-console-sessions.ts'
import type { Ports } from '../operations/call.ts'
import type { Vault } from '../ports/keys/vault.ts'

const deleteEveryMs = 60_000
/** So often, at most, is the last use of a credential written. */
const usesEveryMs = 60_000

export type UserPorts = Pick<
  Ports,
  'users' | 'consoleSessions' | 'passwords' | 'signInCounters' | 'knownBrowsers' | 'oneTimeCodes'
>

export function composeUsers(
  { consoleLoginHours, consoleIdleMinutes }: Pick<Config, 'consoleLoginHours' | 'consoleIdleMinutes'>,
  database: Database,
  { vault, rights }: { readonly vault: Vault; readonly rights: RightsSeals },
): UserPorts {
  const given = { vault, rights, clock: systemClock }
  const limits = { lastsMs: consoleLoginHours * 3_600_000, idleMs: consoleIdleMinutes * 60_000 }
  return {
    users: postgresUsers(database, given),
    consoleSessions: postgresConsoleSessions(database, given, limits),
    passwords: argon2Passwords(),
    signInCounters: postgresSignInCounters(database),
    knownBrowsers: postgresKnownBrowsers(database, { vault, now: systemClock.now }),
    oneTimeCodes,
  }
}

export function userJobs(
  ports: Pick<Ports, 'consoleSessions' | 'signInCounters' | 'knownBrowsers' | 'credentialUses' | 'clock'>,
  log: Log,
): readonly RepeatedJob[] {
  return [
    repeatJob(() => deleteExpiredConsoleSessions(ports), {
      everyMs: deleteEveryMs,
      onError: (err) => log.error({ err }, 'expired console sessions could not be deleted; will retry'),
    }),
    repeatJob(() => ports.credentialUses.flush(), {
      everyMs: usesEveryMs,
      onError: (err) => log.error({ err }, 'the last use of credentials could not be stored'),
    }),
  ]
}
