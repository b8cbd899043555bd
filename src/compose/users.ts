// Composes the parts for users and their sessions.

import type { Clock } from '../kernel/clock.ts'
import type { Vault } from '../keys/index.ts'
import type { AccessRightsSeals } from '../merchants/postgres/access-rights/access-rights-seals.ts'
import type { Config } from '../platform/config/config.ts'
import type { MerchantDatabases } from '../platform/postgres/cluster/merchant-databases.ts'
import { argon2Passwords, oneTimeCodes, type UserDependencies } from '../users/index.ts'
import { postgresConsoleSessions } from '../users/postgres/console-sessions.ts'
import { postgresKnownBrowsers } from '../users/postgres/known-browsers.ts'
import { postgresSignInCounters } from '../users/postgres/sign-in-counters.ts'
import { postgresUserEmails } from '../users/postgres/user-emails.ts'
import { postgresUsers } from '../users/postgres/users.ts'

export type UserParts = Pick<
  UserDependencies,
  'users' | 'userEmails' | 'consoleSessions' | 'passwords' | 'signInCounters' | 'knownBrowsers' | 'oneTimeCodes'
>

export function composeUsers(
  { consoleLoginHours, consoleIdleMinutes }: Pick<Config, 'consoleLoginHours' | 'consoleIdleMinutes'>,
  databases: MerchantDatabases,
  {
    vault,
    accessRights,
    clock,
  }: { readonly vault: Vault; readonly accessRights: AccessRightsSeals; readonly clock: Clock },
): UserParts {
  const { any: database } = databases
  const parts = { vault, accessRights, clock }
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

/** Of a larger set. */
export function pickUserDependencies(dependencies: UserParts): UserParts {
  const { users, userEmails, consoleSessions, passwords, signInCounters, knownBrowsers, oneTimeCodes } = dependencies
  return { users, userEmails, consoleSessions, passwords, signInCounters, knownBrowsers, oneTimeCodes }
}
