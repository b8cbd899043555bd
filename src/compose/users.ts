// Composes the parts for users and their sessions.
import type { MerchantDatabases } from '../adapters/postgres/cluster/merchant-databases.ts'
import type { RightsSeals } from '../adapters/postgres/merchants/rights/rights-seals.ts'
import { postgresConsoleSessions } from '../adapters/postgres/users/console-sessions.ts'
import { postgresKnownBrowsers } from '../adapters/postgres/users/known-browsers.ts'
import { postgresSignInCounters } from '../adapters/postgres/users/sign-in-counters.ts'
import { postgresUserEmails } from '../adapters/postgres/users/user-emails.ts'
import { postgresUsers } from '../adapters/postgres/users/users.ts'
import { oneTimeCodes } from '../adapters/system/one-time-codes.ts'
import { argon2Passwords } from '../adapters/system/passwords.ts'
import type { Config } from '../config/config.ts'
import type { Ports } from '../operations/call.ts'
import type { Clock } from '../ports/clock.ts'
import type { Vault } from '../ports/keys/vault.ts'

export type UserPorts = Pick<
  Ports,
  'users' | 'userEmails' | 'consoleSessions' | 'passwords' | 'signInCounters' | 'knownBrowsers' | 'oneTimeCodes'
>

export function composeUsers(
  { consoleLoginHours, consoleIdleMinutes }: Pick<Config, 'consoleLoginHours' | 'consoleIdleMinutes'>,
  databases: MerchantDatabases,
  { vault, rights, clock }: { readonly vault: Vault; readonly rights: RightsSeals; readonly clock: Clock },
): UserPorts {
  const { any: database } = databases
  const parts = { vault, rights, clock }
  const limits = { lastsMs: consoleLoginHours * 3_600_000, idleMs: consoleIdleMinutes * 60_000 }
  return {
    users: postgresUsers(database, parts),
    userEmails: postgresUserEmails(database, parts),
    consoleSessions: postgresConsoleSessions(databases, parts, limits),
    passwords: argon2Passwords(),
    signInCounters: postgresSignInCounters(database),
    knownBrowsers: postgresKnownBrowsers(database, { vault, now: clock.expiryTime }),
    oneTimeCodes,
  }
}

/** Of a larger set of ports. */
export function pickUserPorts(ports: UserPorts): UserPorts {
  const { users, userEmails, consoleSessions, passwords, signInCounters, knownBrowsers, oneTimeCodes } = ports
  return { users, userEmails, consoleSessions, passwords, signInCounters, knownBrowsers, oneTimeCodes }
}
