// Puts together what it takes to know people, and the job that clears up after them.
import type { Database } from '../adapters/postgres/database.ts'
import type { RightsSeals } from '../adapters/postgres/merchants/rights/rights-seals.ts'
import { postgresKnownBrowsers } from '../adapters/postgres/users/known-browsers.ts'
import { postgresLogins } from '../adapters/postgres/users/logins.ts'
import { postgresSignInCounters } from '../adapters/postgres/users/sign-in-counters.ts'
import { postgresPeople } from '../adapters/postgres/users/users.ts'
import { systemClock } from '../adapters/system/clock.ts'
import { oneTimeCodes } from '../adapters/system/one-time-codes.ts'
import { argon2Passwords } from '../adapters/system/passwords.ts'
import type { Log } from '../adapters/telemetry/log.ts'
import type { Config } from '../config/config.ts'
import { type RepeatedJob, repeatJob } from '../jobs/repeat.ts'
import { deleteEndedLogins } from '../jobs/users/delete-expired-logins.ts'
import type { Ports } from '../operations/call.ts'
import type { Vault } from '../ports/keys/vault.ts'

const deleteEveryMs = 60_000
/** So often, at most, is the last use of a credential written. */
const usesEveryMs = 60_000

export type PeoplePorts = Pick<
  Ports,
  'people' | 'logins' | 'passwords' | 'signInCounters' | 'knownBrowsers' | 'oneTimeCodes'
>

export function composePeople(
  { consoleLoginHours, consoleIdleMinutes }: Pick<Config, 'consoleLoginHours' | 'consoleIdleMinutes'>,
  database: Database,
  { vault, rights }: { readonly vault: Vault; readonly rights: RightsSeals },
): PeoplePorts {
  const given = { vault, rights, clock: systemClock }
  const limits = { lastsMs: consoleLoginHours * 3_600_000, idleMs: consoleIdleMinutes * 60_000 }
  return {
    people: postgresPeople(database, given),
    logins: postgresLogins(database, given, limits),
    passwords: argon2Passwords(),
    signInCounters: postgresSignInCounters(database),
    knownBrowsers: postgresKnownBrowsers(database, { vault, now: systemClock.now }),
    oneTimeCodes,
  }
}

export function peopleJobs(
  ports: Pick<Ports, 'logins' | 'signInCounters' | 'knownBrowsers' | 'credentialUses' | 'clock'>,
  log: Log,
): readonly RepeatedJob[] {
  return [
    repeatJob(() => deleteEndedLogins(ports), {
      everyMs: deleteEveryMs,
      onError: (err) => log.error({ err }, 'logins that have ended could not be deleted; will retry'),
    }),
    repeatJob(() => ports.credentialUses.flush(), {
      everyMs: usesEveryMs,
      onError: (err) => log.error({ err }, 'the last use of credentials could not be written; later uses will be'),
    }),
  ]
}
