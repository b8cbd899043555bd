// Console sessions in PostgreSQL. They are read for each request: a session that has ended has ended in every process.
import type { PoolClient } from 'pg'
import { type AuditStamp, writeAuditLine } from '../../audit/index.ts'
import type { Clock } from '../../kernel/clock.ts'
import { actorName, type UserKey } from '../../kernel/user.ts'
import type { Vault } from '../../keys/index.ts'
import {
  type AccessRightsSeals,
  type UserAccessRights,
  userAccessRightsColumn,
  verifiedUsers,
} from '../../merchants/index.ts'
import type { MerchantDatabases } from '../../platform/postgres/cluster/merchant-databases.ts'
import { findAnywhere, rowLookup } from '../../platform/postgres/cluster/merchant-databases.ts'
import { inUnitOfWork, prepared } from '../../platform/postgres/database.ts'
import { deleteExpiredRows } from '../../platform/postgres/delete-expired.ts'
import type { ConsoleSession, ConsoleSessions, SignInProof } from '../ports/users.ts'
import {
  isConsoleSessionAuthentic,
  type SealedSessionRow,
  sealConsoleSession,
  sealedSessionColumns,
} from './console-session-mac.ts'
import { forgetBrowsers } from './known-browsers.ts'
import { useUpCode } from './used-codes.ts'
import {
  type ConsoleSessionRow,
  consoleSessionOf,
  hashesOfToken,
  hashOfToken,
  keyValues,
  type UserRow,
  userOf,
} from './user-rows.ts'

export interface ConsoleSessionLimits {
  /** However active the user is. */
  readonly lastsMs: number
  readonly idleMs: number
}

/** A user may be changed while a console session is read. */
const readsMax = 3

/** The time of last use is written no more often than this. */
const seenEveryMs = 60_000

/** How far the clocks of two processes may be apart. */
const clockToleranceMs = 60_000

const sessionColumns = `r.console_session_id, r.seen_at, ${sealedSessionColumns}`

const byToken = rowLookup('find-console-session', {
  table: 'console_sessions',
  where: `r.token_hash = any ($1::bytea[]) and not r.is_awaiting and r.expires_at > $2 and r.seen_at > $3 and r.seen_at <= $4`,
  select: `select t.*, ${sessionColumns}, ${userAccessRightsColumn} as access_rights_of_user
   from console_sessions r join users t on t.merchant_id = r.merchant_id and t.login = r.login and t.is_enabled`,
  valueCount: 4,
})

const awaitingByToken = rowLookup('find-awaiting-console-session', {
  table: 'console_sessions',
  where: 'r.token_hash = any ($1::bytea[]) and r.is_awaiting and r.expires_at > $2',
  select: `select ${sealedSessionColumns} from console_sessions r`,
  valueCount: 2,
})

/** Whatever time they are valid for. */
const openByToken = rowLookup('find-console-session-to-end', {
  table: 'console_sessions',
  where: 'r.token_hash = any ($1::bytea[]) and not r.is_awaiting',
  select: 'select r.merchant_id from console_sessions r',
  valueCount: 1,
})

const see = prepared(
  'see-console-session',
  `update console_sessions set seen_at = $4 where merchant_id = $1 and login = $2 and console_session_id = $3 and seen_at < $4`,
)

const list = prepared(
  'list-console-sessions',
  `select ${sessionColumns} from console_sessions r
   where r.merchant_id = $1 and r.login = $2 and not r.is_awaiting and r.expires_at > $3 and r.seen_at > $4 and r.seen_at <= $5
   order by r.created_at desc, r.console_session_id`,
)

const insert = prepared(
  'open-console-session',
  `insert into console_sessions as r (merchant_id, login, token_hash, token_key_id, is_awaiting, created_at, expires_at, seen_at,
     second_factor_at)
   values ($1, $2, $3, $4, $5, $6, $7, $6, $8) returning ${sealedSessionColumns}`,
)

const ofUser = 'where merchant_id = $1 and login = $2'
const signedIn = 'last_sign_in_at = $4'

const signInByPassword = prepared(
  'sign-in-by-password',
  `update users set ${signedIn} ${ofUser} and is_enabled and password_hash = $3 and not is_factor_in_use`,
)

const awaitsSecondFactor = prepared(
  'awaits-second-factor',
  `select from users ${ofUser} and is_enabled and password_hash = $3 and is_factor_in_use for share`,
)

const endAwaiting = prepared(
  'end-awaiting-console-session',
  `delete from console_sessions ${ofUser} and token_hash = any ($3::bytea[]) and is_awaiting and expires_at > $4`,
)

const expired = {
  table: 'console_sessions',
  key: ['login', 'token_hash'],
  time: 'expires_at',
  where: (before: string) => `expires_at <= ${before}`,
}

type SessionOfUserRow = UserRow & ConsoleSessionRow & { readonly access_rights_of_user: UserAccessRights }

interface MerchantClient {
  readonly client: PoolClient
  readonly merchantId: string
}

export function postgresConsoleSessions(
  databases: MerchantDatabases,
  {
    vault,
    clock,
    accessRights,
  }: { readonly vault: Vault; readonly clock: Pick<Clock, 'expiryTime'>; readonly accessRights: AccessRightsSeals },
  { lastsMs, idleMs }: ConsoleSessionLimits,
): ConsoleSessions {
  const { any: database } = databases
  const verified = verifiedUsers(accessRights)
  // A session from the future was used before the database's clock was set back: how long ago is unknown, so it has ended.
  const seenWithin = (now: Date) => [new Date(now.getTime() - idleMs), new Date(now.getTime() + clockToleranceMs)]

  /** `within` is the unit of work of the merchant that the token is of; without it, that is to be found. */
  async function read(token: string, within?: MerchantClient): Promise<ConsoleSession | undefined> {
    for (let reads = 0; reads < readsMax; reads += 1) {
      const now = clock.expiryTime()
      const values = [hashesOfToken(vault, 'console-session', token), now, ...seenWithin(now)]
      const rows = within
        ? (await within.client.query<SessionOfUserRow>(byToken.ofMerchant([...values, within.merchantId]))).rows
        : await findAnywhere<SessionOfUserRow>(databases, byToken, values)
      const client = within?.client ?? database
      const row = rows.find(isAuthentic)
      if (!row) return undefined
      if (await verified.holds(client, row.merchant_id, row.access_rights_of_user))
        return { user: userOf(row, now), ...consoleSessionOf(row) }
    }
    throw new Error('a user keeps changing while a console session is read')
  }

  function isAuthentic(row: SealedSessionRow): boolean {
    if (!accessRights.isProtected() || isConsoleSessionAuthentic(vault, row)) return true
    accessRights.report({ ownerId: row.merchant_id, fault: 'WRONG_CONSOLE_SESSION' })
    return false
  }

  async function insertSession(client: PoolClient, values: readonly unknown[]): Promise<void> {
    const { rows } = await client.query<SealedSessionRow>(insert(values))
    for (const row of rows) await sealConsoleSession(client, vault, row)
  }

  /** Whether the second factor is still valid, with all that follows from it for the user. */
  async function accept(client: PoolClient, key: UserKey, proof: SignInProof, by: AuditStamp): Promise<boolean> {
    if ('passwordHash' in proof)
      return isOne(await client.query(signInByPassword([...keyValues(key), proof.passwordHash, by.at])))
    if (!(await useUpCode(client, key, proof.used, { ...by, signedInAt: by.at }))) return false
    const awaiting = [...keyValues(key), hashesOfToken(vault, 'console-session', proof.awaitedBy), clock.expiryTime()]
    return isOne(await client.query(endAwaiting(awaiting)))
  }

  return {
    open: (key, proof, { token, actor, at, clientAddress }) =>
      inUnitOfWork(
        database,
        async (client) => {
          if (!(await accept(client, key, proof, { actor, at }))) return undefined
          const { keyId, hash } = hashOfToken(vault, 'console-session', token)
          const hasSecondFactor = 'used' in proof
          const now = clock.expiryTime()
          const until = new Date(now.getTime() + lastsMs)
          await insertSession(client, [...keyValues(key), hash, keyId, false, now, until, hasSecondFactor ? now : null])
          const session = await read(token, { client, merchantId: key.merchantId })
          if (!session) throw new Error('a console session has vanished while it was opened')
          const subject = {
            login: key.login,
            consoleSessionId: session.consoleSessionId,
            hasSecondFactor,
            clientAddress,
          }
          await writeAuditLine(client, { merchantId: key.merchantId, actor, at, action: 'SIGNED_IN', subject })
          return session
        },
        { isKept: (session) => session !== undefined },
      ),

    openAwaiting: (key, { passwordHash }, { token, at, until }) =>
      inUnitOfWork(database, async (client) => {
        if (!isOne(await client.query(awaitsSecondFactor([...keyValues(key), passwordHash])))) return false
        const { keyId, hash } = hashOfToken(vault, 'console-session', token)
        await insertSession(client, [...keyValues(key), hash, keyId, true, at, until, null])
        return true
      }),

    async findAwaiting(token) {
      const values = [hashesOfToken(vault, 'console-session', token), clock.expiryTime()]
      const rows = await findAnywhere<SealedSessionRow>(databases, awaitingByToken, values)
      const row = rows.find(isAuthentic)
      return row && { merchantId: row.merchant_id, login: row.login }
    },

    async find(token) {
      const session = await read(token)
      const now = clock.expiryTime()
      if (session && now.getTime() - session.seenAt.getTime() >= seenEveryMs)
        await database.query(see([...keyValues(session.user), session.consoleSessionId, now]))
      return session
    },

    async refresh({ token, newToken }, { used, actor, at }) {
      const found = await read(token)
      if (!found) return undefined
      const { merchantId } = found.user
      return inUnitOfWork(
        database,
        async (client) => {
          const session = await read(token, { client, merchantId })
          if (!session) return undefined
          const { user } = session
          if (!(await useUpCode(client, user, used, { actor, at }))) return undefined
          const { keyId, hash } = hashOfToken(vault, 'console-session', newToken)
          const { rows } = await client.query<SealedSessionRow>(
            `update console_sessions r set token_hash = $4, token_key_id = $5, second_factor_at = $6
             ${ofUser} and token_hash = any ($3::bytea[]) returning ${sealedSessionColumns}`,
            [...keyValues(user), hashesOfToken(vault, 'console-session', token), hash, keyId, clock.expiryTime()],
          )
          for (const row of rows) await sealConsoleSession(client, vault, row)
          const subject = { login: user.login, consoleSessionId: session.consoleSessionId }
          await writeAuditLine(client, { merchantId, actor, at, action: 'SECOND_FACTOR_SHOWN', subject })
          return read(newToken, { client, merchantId })
        },
        { isKept: (session) => session !== undefined },
      )
    },

    async list(key) {
      const now = clock.expiryTime()
      const { rows } = await database.query<ConsoleSessionRow>(list([...keyValues(key), now, ...seenWithin(now)]))
      return rows.map(consoleSessionOf)
    },

    async close(token, { actor, at }) {
      const hashes = hashesOfToken(vault, 'console-session', token)
      const [owner] = await findAnywhere<{ merchant_id: string }>(databases, openByToken, [hashes])
      if (!owner) return
      const { merchant_id: merchantId } = owner
      await inUnitOfWork(database, async (client) => {
        const { rows } = await client.query<{ login: string; console_session_id: string }>(
          `delete from console_sessions where merchant_id = $1 and token_hash = any ($2::bytea[]) and not is_awaiting
           returning login, console_session_id`,
          [merchantId, hashes],
        )
        for (const { login, console_session_id: consoleSessionId } of rows)
          await writeAuditLine(client, {
            merchantId,
            actor,
            at,
            action: 'SIGNED_OUT',
            subject: { login, consoleSessionId },
          })
      })
    },

    closeAll: (key, { actor, at }) =>
      inUnitOfWork(database, async (client) => {
        const { rows } = await client.query<{ is_awaiting: boolean }>(
          `delete from console_sessions ${ofUser} returning is_awaiting`,
          [...keyValues(key)],
        )
        await forgetBrowsers(client, key)
        const ended = rows.filter(({ is_awaiting: isAwaiting }) => !isAwaiting).length
        const subject = { login: key.login, isEverywhere: true, isOwn: actor === actorName(key), ended }
        await writeAuditLine(client, { merchantId: key.merchantId, actor, at, action: 'SIGNED_OUT', subject })
        return ended
      }),

    deleteExpired: (now, limit) => deleteExpiredRows(databases, expired, [now], limit),
  }
}

function isOne({ rowCount }: { readonly rowCount: number | null }): boolean {
  return rowCount === 1
}
