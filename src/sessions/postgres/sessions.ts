// The session store port on PostgreSQL. Codes are in a separate table that no log, archive or standby ever contains.
import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { findAnywhere, type MerchantDatabases, rowLookup } from '../../platform/postgres/cluster/merchant-databases.ts'
import { inUnitOfWork, prepared } from '../../platform/postgres/database.ts'
import { deleteExpiredRows, dueForDeletion, type ExpiredRows } from '../../platform/postgres/delete-expired.ts'
import type { CodeEpochs, CodesChange, SessionLookup, SessionStore, SessionUpdate } from '../ports/session-store.ts'
import { type SessionRow, storedSession, updatedValues, valuesOf } from './session-rows.ts'

const create = prepared(
  'create-session',
  `insert into sessions (merchant_id, session_hash, session_key_id, kind, version, update_status, authentication_limit,
     content, accounts_key_id, accounts_sealed, told_key_id, told_sealed, created_at, updated_at, expires_at,
     created_in_version, is_public, is_merchant_known, authors, code_epochs)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)`,
)

/** Kept by the same kind of table as the codes, so that both are lost together. */
const beginEpoch = prepared(
  'begin-session-code-epoch',
  'insert into session_code_epochs (merchant_id, epoch) values ($1, $2) on conflict (merchant_id) do nothing',
)

const readEpoch = prepared('read-session-code-epoch', 'select epoch from session_code_epochs where merchant_id = $1')

const find = prepared(
  'find-session',
  `select s.*, c.sealed as codes_sealed, e.epoch as current_code_epoch
   from sessions s
   left join session_codes c
     on c.merchant_id = s.merchant_id and c.session_hash = s.session_hash and c.expires_at > $3
   left join session_code_epochs e on e.merchant_id = s.merchant_id
   where s.merchant_id = $1 and s.session_hash = any ($2::bytea[]) and s.expires_at > $3`,
)

const byHash = rowLookup('find-session-anywhere', {
  table: 'sessions',
  where: 'r.session_hash = any ($1::bytea[]) and r.expires_at > $2',
  select: `select r.*, c.sealed as codes_sealed, e.epoch as current_code_epoch
   from sessions r
   left join session_codes c
     on c.merchant_id = r.merchant_id and c.session_hash = r.session_hash and c.expires_at > $2
   left join session_code_epochs e on e.merchant_id = r.merchant_id`,
  valueCount: 2,
})

const keepAlive = prepared(
  'keep-session-alive',
  `update sessions set expires_at = $4
   where merchant_id = $1 and session_hash = $2 and expires_at > $3 and expires_at < $4`,
)

// The codes live as long as the session does; where there are none, none are restored.
const update = prepared(
  'update-session',
  `with changed as (
     update sessions set version = $4, update_status = $13, is_merchant_update_refused = $14, content = $5, accounts_key_id = $6,
       accounts_sealed = $7, updated_at = $8, expires_at = $9, is_merchant_known = $10, authors = $11,
       payer_address = coalesce($12, payer_address),
       code_epochs = case when $15::jsonb is null then code_epochs
         else nullif($15::jsonb, '{}') end
     where merchant_id = $1 and session_hash = $2 and version = $3 and expires_at > $8
     returning session_hash
   ), kept as (
     update session_codes c set expires_at = $9 from changed
     where c.merchant_id = $1 and c.session_hash = changed.session_hash
   )
   select from changed`,
)

const addCodes = prepared(
  'add-session-codes',
  `insert into session_codes (merchant_id, session_hash, sealed, expires_at)
   values ($1, $2, $3, $4) on conflict do nothing`,
)

const replaceCodes = prepared(
  'replace-session-codes',
  'update session_codes set sealed = $3 where merchant_id = $1 and session_hash = $2 and sealed = $4',
)

const deleteCodes = prepared(
  'delete-session-codes',
  'delete from session_codes where merchant_id = $1 and session_hash = $2',
)

const markFailed = prepared(
  'mark-session-failed',
  `update sessions set update_status = 'FAILURE', updated_at = $3,
     is_merchant_update_refused = is_merchant_update_refused or $4
   where merchant_id = $1 and session_hash = any ($2::bytea[]) and expires_at > $3`,
)

const countAuthentication = prepared(
  'count-session-authentication',
  `update sessions set authentications = authentications + 1
   where merchant_id = $1 and session_hash = any ($2::bytea[]) and expires_at > $3
     and authentications < authentication_limit`,
)

const noteMerchantUse = prepared(
  'note-merchant-use-of-session',
  `update sessions set is_merchant_known = true, order_id = coalesce($3, order_id),
     order_named_by = case when $3::text is null then order_named_by else 'MERCHANT' end
   where merchant_id = $1 and session_hash = $2`,
)

const bindOrder = prepared(
  'bind-session-to-order',
  `update sessions set order_id = $3, order_named_by = coalesce(order_named_by, 'DEVICE')
   where merchant_id = $1 and session_hash = $2 and coalesce(order_id, $3) = $3`,
)

const expiredIn = (table: string): ExpiredRows => ({
  table,
  key: ['session_hash'],
  time: 'expires_at',
  where: (now) => `expires_at <= ${now}`,
})
const expiredCodes = expiredIn('session_codes')
const expiredSessions = expiredIn('sessions')

export const dueSessions = [dueForDeletion(expiredCodes), dueForDeletion(expiredSessions)]

export function postgresSessions(databases: MerchantDatabases): SessionStore {
  const lookupValues = ({ merchantId, hashes }: SessionLookup, now: Date) => [
    merchantId,
    hashes.map(({ hash }) => hash),
    now,
  ]

  return {
    async create(session, codePaths = []) {
      const { merchantId, hash, codes, expiresAt } = session
      const database = databases.of(merchantId)
      if (!codes) return void (await database.query(create(valuesOf(session, {}))))
      await inUnitOfWork(database, async (client) => {
        await client.query(beginEpoch([merchantId, randomUUID()]))
        await client.query(addCodes([merchantId, hash.hash, codes, expiresAt]))
        await client.query(create(valuesOf(session, await epochsOf(client, merchantId, codePaths))))
      })
    },

    async find(name, now) {
      const { rows } = await databases.of(name.merchantId).query<SessionRow>(find(lookupValues(name, now)))
      return rows[0] && storedSession(rows[0])
    },

    async findAnywhere(hashes, now) {
      const [row] = await findAnywhere<SessionRow>(databases, byHash, [hashes.map(({ hash }) => hash), now])
      return row && storedSession(row)
    },

    async keepAlive({ merchantId, hash }, { now, until }) {
      await databases.of(merchantId).query(keepAlive([merchantId, hash, now, until]))
    },

    async update(change) {
      const database = databases.of(change.merchantId)
      if (!change.codes && !change.codePaths)
        return isOne(await database.query(update(updatedValues(change, undefined))))
      return inUnitOfWork(database, (client) => writeSessionUpdate(client, change), { isKept: (isDone) => isDone })
    },

    async markFailed(name, now, by) {
      await databases.of(name.merchantId).query(markFailed([...lookupValues(name, now), by === 'MERCHANT']))
    },

    async countAuthentication(name, now) {
      return isOne(await databases.of(name.merchantId).query(countAuthentication(lookupValues(name, now))))
    },

    async noteMerchantUse({ merchantId, hash }, orderId) {
      await databases.of(merchantId).query(noteMerchantUse([merchantId, hash, orderId]))
    },

    async bindOrder({ merchantId, hash }, orderId) {
      return isOne(await databases.of(merchantId).query(bindOrder([merchantId, hash, orderId])))
    },

    async deleteCodes({ merchantId, hash }) {
      await databases.of(merchantId).query(deleteCodes([merchantId, hash]))
    },

    async deleteExpired(now, limit) {
      const codes = await deleteExpiredRows(databases, expiredCodes, [now], limit)
      const sessions = await deleteExpiredRows(databases, expiredSessions, [now], limit)
      return codes + sessions
    },
  }
}

/** As part of a unit of work, which is rolled back when the session was not as it was read. */
export async function writeSessionUpdate(client: PoolClient, change: SessionUpdate): Promise<boolean> {
  const { codePaths, merchantId } = change
  if (change.codes?.to) await client.query(beginEpoch([merchantId, randomUUID()]))
  const epochs = codePaths && { ...codePaths.lost, ...(await epochsOf(client, merchantId, codePaths.held)) }
  const isUpdated = isOne(await client.query(update(updatedValues(change, epochs))))
  return isUpdated && (!change.codes || changeCodes(client, change, change.codes))
}

/** In the merchant's current epoch; none of a merchant without one, whose codes are lost. */
async function epochsOf(client: PoolClient, merchantId: string, paths: readonly string[]): Promise<CodeEpochs> {
  if (paths.length === 0) return {}
  const { rows } = await client.query<{ epoch: string }>(readEpoch([merchantId]))
  const [current] = rows
  return current ? Object.fromEntries(paths.map((path) => [path, current.epoch])) : {}
}

const isOne = ({ rowCount }: { rowCount: number | null }) => rowCount === 1

/** Codes that have changed were used up by a payment; results derived from them must not be stored. */
async function changeCodes(
  client: PoolClient,
  { merchantId, hash, expiresAt }: SessionUpdate,
  { from, to }: CodesChange,
): Promise<boolean> {
  const key = [merchantId, hash.hash]
  if (!to) {
    await client.query(deleteCodes(key))
    return true
  }
  if (!from) return isOne(await client.query(addCodes([...key, to, expiresAt])))
  return isOne(await client.query(replaceCodes([...key, to, from])))
}
