// The device authentications port on PostgreSQL.

import type { AuthenticationJourney } from '../../../ports/payer-authentication/authentication-journey.ts'
import type {
  DeviceAuthentication,
  DeviceAuthentications,
} from '../../../ports/payer-authentication/device-authentications.ts'
import type { StoredAnswer, StoredRequest } from '../../../ports/payments/stored-messages.ts'
import { type Database, inUnitOfWork, prepared } from '../database.ts'

// The row of the session is locked first: the limit holds for concurrent calls.
const lockSession = prepared(
  'lock-session-of-authentication',
  'select from sessions where merchant_id = $1 and session_hash = $2 for update',
)

const begin = prepared(
  'begin-device-authentication',
  `with begun as (
     insert into device_authentications (merchant_id, order_id, transaction_id, session_hash, order_named_by,
       redirect_token, reference, currency, amount, request_key_id, request_hash, account_key_id, account_hash, request,
       answer, journey, created_at, updated_at, expires_at)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17, $18
     where (select count(*) from device_authentications where merchant_id = $1 and session_hash = $4) < $19
     on conflict do nothing
     returning merchant_id
   )
   select exists (select from begun) as is_begun, exists (
     select from device_authentications
     where merchant_id = $1 and order_id = $2 and transaction_id = $3 and session_hash = $4) as is_taken`,
)

const find = prepared(
  'find-device-authentications',
  `select * from device_authentications
   where merchant_id = $1 and order_id = $2 and transaction_id = $3 and expires_at > $4
     and ($5::bytea is null or session_hash = $5)
   order by order_named_by desc, created_at`,
)

const findByToken = prepared(
  'find-device-authentication-by-token',
  'select * from device_authentications where redirect_token = $1 and expires_at > $2',
)

const update = prepared(
  'update-device-authentication',
  `update device_authentications set journey = $6, answer = $7, amount = $8, updated_at = $9, expires_at = $10, revision = revision + 1
   where merchant_id = $1 and order_id = $2 and transaction_id = $3 and session_hash = $4 and revision = $5`,
)

const deleteExpired = prepared(
  'delete-expired-device-authentications',
  `delete from device_authentications where (merchant_id, order_id, transaction_id, session_hash) in (
     select merchant_id, order_id, transaction_id, session_hash from device_authentications where expires_at <= $1
     order by expires_at limit $2 for update skip locked)`,
)

export function postgresDeviceAuthentications(database: Database): DeviceAuthentications {
  return {
    async begin(authentication, most) {
      const { key, requestHash, accountHash } = authentication
      const values = [
        key.merchantId,
        key.orderId,
        key.transactionId,
        authentication.sessionHash,
        authentication.orderNamedBy,
        authentication.redirectToken,
        authentication.reference,
        authentication.currency,
        authentication.amountMinor,
        requestHash.keyId,
        requestHash.hash,
        accountHash.keyId,
        accountHash.hash,
        JSON.stringify(authentication.request),
        JSON.stringify(authentication.answer),
        JSON.stringify(authentication.journey),
        authentication.createdAt,
        authentication.expiresAt,
        most,
      ]
      const { rows } = await inUnitOfWork(database, async (client) => {
        await client.query(lockSession([key.merchantId, authentication.sessionHash]))
        return client.query<{ is_begun: boolean; is_taken: boolean }>(begin(values))
      })
      if (rows[0]?.is_begun) return 'BEGUN'
      return rows[0]?.is_taken ? 'TAKEN' : 'FULL'
    },

    async find({ merchantId, orderId, transactionId }, now, sessionHash) {
      const { rows } = await database.query<Row>(find([merchantId, orderId, transactionId, now, sessionHash]))
      return rows.map(authenticationOf)
    },

    async findByToken(redirectToken, now) {
      const { rows } = await database.query<Row>(findByToken([redirectToken, now]))
      return rows[0] && authenticationOf(rows[0])
    },

    async update({ key, sessionHash, revision }, { journey, answer, amountMinor, updatedAt, expiresAt }) {
      const row = [key.merchantId, key.orderId, key.transactionId, sessionHash, revision]
      const values = [JSON.stringify(journey), JSON.stringify(answer), amountMinor, updatedAt, expiresAt]
      const { rowCount } = await database.query(update([...row, ...values]))
      return rowCount === 1
    },

    async deleteExpired(now, limit) {
      const { rowCount } = await database.query(deleteExpired([now, limit]))
      return rowCount ?? 0
    },
  }
}

interface Row {
  readonly merchant_id: string
  readonly order_id: string
  readonly transaction_id: string
  readonly session_hash: Buffer
  readonly order_named_by: DeviceAuthentication['orderNamedBy']
  readonly redirect_token: string
  readonly reference: string
  readonly currency: string
  readonly amount: string
  readonly request_key_id: string
  readonly request_hash: Buffer
  readonly account_key_id: string
  readonly account_hash: Buffer
  readonly request: StoredRequest
  readonly answer: StoredAnswer
  readonly journey: AuthenticationJourney
  readonly revision: number
  readonly created_at: Date
  readonly updated_at: Date
  readonly expires_at: Date
}

function authenticationOf(row: Row): DeviceAuthentication {
  return {
    key: { merchantId: row.merchant_id, orderId: row.order_id, transactionId: row.transaction_id },
    sessionHash: row.session_hash,
    orderNamedBy: row.order_named_by,
    redirectToken: row.redirect_token,
    reference: row.reference,
    currency: row.currency,
    amountMinor: BigInt(row.amount),
    requestHash: { keyId: row.request_key_id, hash: row.request_hash },
    accountHash: { keyId: row.account_key_id, hash: row.account_hash },
    request: row.request,
    answer: row.answer,
    journey: row.journey,
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    expiresAt: row.expires_at,
  }
}
