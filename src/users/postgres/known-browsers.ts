// Browsers that users have signed in with, in PostgreSQL. The token in the browser's cookie is stored as a keyed hash.
import { randomUUID } from 'node:crypto'
import type { UserKey } from '../../kernel/user.ts'
import type { Vault } from '../../keys/index.ts'
import { onOneDatabase } from '../../platform/postgres/cluster/merchant-databases.ts'
import { type Database, inUnitOfWork, prepared } from '../../platform/postgres/database.ts'
import { deleteExpiredRows } from '../../platform/postgres/delete-expired.ts'
import type { KnownBrowsers } from '../ports/sign-in.ts'
import { hashesOfToken, hashOfToken, keyValues } from './user-rows.ts'

/** After this long without a sign-in the browser is treated as unknown. */
const lastsMs = 180 * 24 * 3_600_000
/** The most recently used ones stay. */
const browsersMax = 20

const ofUser = 'where merchant_id = $1 and login = $2'

const find = prepared(
  'find-known-browser',
  `select browser_id from known_browsers ${ofUser} and token_hash = any ($3::bytea[]) and expires_at > $4`,
)

const remember = prepared(
  'remember-browser',
  `insert into known_browsers (merchant_id, login, browser_id, token_hash, token_key_id, signed_in_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (merchant_id, login, browser_id)
     do update set token_hash = $4, token_key_id = $5, signed_in_at = $6, expires_at = $7`,
)

const forgetOldest = prepared(
  'forget-oldest-browsers',
  `delete from known_browsers ${ofUser} and browser_id in (
     select browser_id from known_browsers ${ofUser} order by signed_in_at desc, browser_id offset $3)`,
)

const expired = {
  table: 'known_browsers',
  key: ['login', 'browser_id'],
  time: 'expires_at',
  where: (before: string) => `expires_at <= ${before}`,
}

export async function forgetBrowsers(client: Pick<Database, 'query'>, key: UserKey): Promise<void> {
  await client.query(`delete from known_browsers ${ofUser}`, [...keyValues(key)])
}

export function postgresKnownBrowsers(
  database: Database,
  { vault, now }: { readonly vault: Vault; readonly now: () => Date },
): KnownBrowsers {
  return {
    async find(key, token) {
      const hashes = hashesOfToken(vault, 'browser', token)
      const { rows } = await database.query<{ browser_id: string }>(find([...keyValues(key), hashes, now()]))
      return rows[0]?.browser_id
    },

    remember: (key, { browserId = randomUUID(), token, at }) =>
      inUnitOfWork(database, async (client) => {
        const { keyId, hash } = hashOfToken(vault, 'browser', token)
        const until = new Date(at.getTime() + lastsMs)
        await client.query(remember([...keyValues(key), browserId, hash, keyId, at, until]))
        await client.query(forgetOldest([...keyValues(key), browsersMax]))
      }),

    deleteExpired: (at, limit) => deleteExpiredRows(onOneDatabase(database), expired, [at], limit),
  }
}
