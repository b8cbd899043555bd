// Logins in PostgreSQL. They are looked up anew for each request, so that one which has ended has ended in every process.
import type { PoolClient } from 'pg'
import { actorName, type PersonKey } from '../../domain/person.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Login, Logins, Proof } from '../../ports/people.ts'
import type { Vault } from '../../ports/vault.ts'
import { writeLine } from './audit.ts'
import { type Database, prepared } from './database.ts'
import {
  hashesOfToken,
  hashOfToken,
  keyValues,
  type LoginRow,
  loginOf,
  type PersonRow,
  personOf,
} from './person-rows.ts'
import { inUnitOfWork } from './unit-of-work.ts'

export interface LoginLimits {
  /** However busy the person is. */
  readonly lastsMs: number
  readonly idleMs: number
}

/** Being seen is written down no more often than this. */
const seenEveryMs = 60_000

const loginColumns = 'l.login_id, l.created_at as login_created_at, l.expires_at, l.seen_at, l.second_factor_at'

const find = prepared(
  'find-login',
  `select p.*, ${loginColumns}
   from logins l join people p on p.merchant_id = l.merchant_id and p.login = l.login
   where l.token_hash = any ($1::bytea[]) and not l.is_awaiting and l.expires_at > $2 and l.seen_at > $3 and p.is_enabled`,
)

const findAwaiting = prepared(
  'find-awaiting-login',
  `select merchant_id, login from logins
   where token_hash = any ($1::bytea[]) and is_awaiting and expires_at > $2`,
)

const see = prepared(
  'see-login',
  `update logins set seen_at = $4 where merchant_id = $1 and login = $2 and login_id = $3 and seen_at < $4`,
)

const list = prepared(
  'list-logins',
  `select l.merchant_id, l.login, ${loginColumns} from logins l
   where l.merchant_id = $1 and l.login = $2 and not l.is_awaiting and l.expires_at > $3 and l.seen_at > $4
   order by l.created_at desc, l.login_id`,
)

const insert = prepared(
  'open-login',
  `insert into logins (merchant_id, login, token_hash, token_key_id, is_awaiting, created_at, expires_at, seen_at,
     second_factor_at)
   values ($1, $2, $3, $4, $5, $6, $7, $6, $8)`,
)

const ofPerson = 'where merchant_id = $1 and login = $2'
const signedIn = 'failed_sign_ins = 0, locked_until = null, last_sign_in_at = $4'

const signInByPassword = prepared(
  'sign-in-by-password',
  `update people set ${signedIn} ${ofPerson} and is_enabled and password_hash = $3 and not is_factor_in_use`,
)

/** Each step once: of two who show one code, the second finds it used up. */
const signInByCode = prepared(
  'sign-in-by-code',
  `update people set ${signedIn}, factor_last_step = $3
   ${ofPerson} and is_enabled and is_factor_in_use and factor_last_step < $3`,
)

const showAgain = prepared(
  'show-second-factor-again',
  `update people set failed_sign_ins = 0, locked_until = null, factor_last_step = $3
   ${ofPerson} and is_enabled and is_factor_in_use and factor_last_step < $3`,
)

const takeBackTry = prepared(
  'take-back-try-for-second-factor',
  `update people set failed_sign_ins = greatest(failed_sign_ins - 1, 0), locked_until = null
   ${ofPerson} and is_enabled and password_hash = $3 and is_factor_in_use`,
)

const endAwaiting = prepared(
  'end-awaiting-login',
  `delete from logins ${ofPerson} and token_hash = any ($3::bytea[]) and is_awaiting and expires_at > $4`,
)

const deleteExpired = prepared(
  'delete-expired-logins',
  `delete from logins where (merchant_id, login, token_hash) in (
     select merchant_id, login, token_hash from logins where expires_at <= $1
     order by expires_at limit $2 for update skip locked)`,
)

export function postgresLogins(
  database: Database,
  { vault, clock }: { readonly vault: Vault; readonly clock: Pick<Clock, 'now'> },
  { lastsMs, idleMs }: LoginLimits,
): Logins {
  const seenSince = (now: Date) => new Date(now.getTime() - idleMs)

  async function read(client: Pick<Database, 'query'>, token: string): Promise<Login | undefined> {
    const now = clock.now()
    const { rows } = await client.query<PersonRow & LoginRow>(find([hashesOfToken(vault, token), now, seenSince(now)]))
    const [row] = rows
    return row && { person: personOf(row, now), ...loginOf(row) }
  }

  /** Whether what was shown still holds, with everything that follows from it for the person. */
  async function accept(client: PoolClient, key: PersonKey, proof: Proof, at: Date): Promise<boolean> {
    if ('passwordHash' in proof)
      return isOne(await client.query(signInByPassword([...keyValues(key), proof.passwordHash, at])))
    if (!isOne(await client.query(signInByCode([...keyValues(key), proof.step, at])))) return false
    const awaiting = [...keyValues(key), hashesOfToken(vault, proof.awaitedBy), at]
    return isOne(await client.query(endAwaiting(awaiting)))
  }

  return {
    open: (key, proof, { token, actor, at, clientAddress }) =>
      inUnitOfWork(
        database,
        async (client) => {
          if (!(await accept(client, key, proof, at))) return undefined
          const { keyId, hash } = hashOfToken(vault, token)
          const hasSecondFactor = 'step' in proof
          const until = new Date(at.getTime() + lastsMs)
          await client.query(insert([...keyValues(key), hash, keyId, false, at, until, hasSecondFactor ? at : null]))
          const login = await read(client, token)
          if (!login) throw new Error('a login has vanished while it was opened')
          const subject = { login: key.login, loginId: login.loginId, hasSecondFactor, clientAddress }
          await writeLine(client, { merchantId: key.merchantId, actor, at, action: 'SIGNED_IN', subject })
          return login
        },
        { isKept: (login) => login !== undefined },
      ),

    openAwaiting: (key, { passwordHash }, { token, at, until }) =>
      inUnitOfWork(database, async (client) => {
        if (!isOne(await client.query(takeBackTry([...keyValues(key), passwordHash])))) return false
        const { keyId, hash } = hashOfToken(vault, token)
        await client.query(insert([...keyValues(key), hash, keyId, true, at, until, null]))
        return true
      }),

    async findAwaiting(token) {
      const { rows } = await database.query<{ merchant_id: string; login: string }>(
        findAwaiting([hashesOfToken(vault, token), clock.now()]),
      )
      return rows[0] && { merchantId: rows[0].merchant_id, login: rows[0].login }
    },

    async find(token) {
      const login = await read(database, token)
      const now = clock.now()
      if (login && now.getTime() - login.seenAt.getTime() >= seenEveryMs)
        await database.query(see([...keyValues(login.person), login.loginId, now]))
      return login
    },

    refresh: ({ token, newToken }, { step, actor, at }) =>
      inUnitOfWork(
        database,
        async (client) => {
          const login = await read(client, token)
          if (!login) return undefined
          const { person } = login
          if (!isOne(await client.query(showAgain([...keyValues(person), step])))) return undefined
          const { keyId, hash } = hashOfToken(vault, newToken)
          await client.query(
            `update logins set token_hash = $4, token_key_id = $5, second_factor_at = $6
             ${ofPerson} and token_hash = any ($3::bytea[])`,
            [...keyValues(person), hashesOfToken(vault, token), hash, keyId, at],
          )
          const subject = { login: person.login, loginId: login.loginId }
          await writeLine(client, {
            merchantId: person.merchantId,
            actor,
            at,
            action: 'SECOND_FACTOR_SHOWN',
            subject,
          })
          return read(client, newToken)
        },
        { isKept: (login) => login !== undefined },
      ),

    async list(key) {
      const now = clock.now()
      const { rows } = await database.query<LoginRow>(list([...keyValues(key), now, seenSince(now)]))
      return rows.map(loginOf)
    },

    close: (token, { actor, at }) =>
      inUnitOfWork(database, async (client) => {
        const { rows } = await client.query<{ merchant_id: string; login: string; login_id: string }>(
          `delete from logins where token_hash = any ($1::bytea[]) and not is_awaiting
           returning merchant_id, login, login_id`,
          [hashesOfToken(vault, token)],
        )
        for (const { merchant_id: merchantId, login, login_id: loginId } of rows)
          await writeLine(client, { merchantId, actor, at, action: 'SIGNED_OUT', subject: { login, loginId } })
      }),

    closeAll: (key, { actor, at }) =>
      inUnitOfWork(database, async (client) => {
        const { rows } = await client.query<{ is_awaiting: boolean }>(
          `delete from logins ${ofPerson} returning is_awaiting`,
          [...keyValues(key)],
        )
        const ended = rows.filter(({ is_awaiting: isAwaiting }) => !isAwaiting).length
        const subject = { login: key.login, isEverywhere: true, isOwn: actor === actorName(key), ended }
        await writeLine(client, { merchantId: key.merchantId, actor, at, action: 'SIGNED_OUT', subject })
        return ended
      }),

    async deleteExpired(now, limit) {
      return (await database.query(deleteExpired([now, limit]))).rowCount ?? 0
    },
  }
}

function isOne({ rowCount }: { readonly rowCount: number | null }): boolean {
  return rowCount === 1
}
