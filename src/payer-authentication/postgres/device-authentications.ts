// The device authentications port on PostgreSQL.
import type { AuthenticationJourney, StoredRequest, StoredResponse } from '../../payments/index.ts'
import { findAnywhere, type MerchantDatabases, rowLookup } from '../../platform/postgres/cluster/merchant-databases.ts'
import { inUnitOfWork, prepared } from '../../platform/postgres/database.ts'
import { deleteExpiredRows, dueForDeletion } from '../../platform/postgres/delete-expired.ts'
import type { DeviceAuthentication, DeviceAuthentications } from '../ports/authentications.ts'

// The row of the session is locked first: the limit holds for concurrent calls.
const lockSession = prepared(
  'lock-session-of-authentication',
  'select from sessions where merchant_id = $1 and session_hash = $2 for update',
)

const count = prepared(
  'count-device-authentications',
  `select count(*)::int as begun, count(*) filter (where order_id = $3 and transaction_id = $4)::int as taken
   from device_authentications where merchant_id = $1 and session_hash = $2`,
)

const begin = prepared(
  'begin-device-authentication',
  `insert into device_authentications (merchant_id, order_id, transaction_id, session_hash, order_named_by,
     redirect_token, reference, currency, amount, request_key_id, request_hash, account_key_id, account_hash, request,
     response, journey, created_at, updated_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17, $18)
   on conflict do nothing`,
)

const find = prepared(
  'find-device-authentications',
  `select * from device_authentications
   where merchant_id = $1 and order_id = $2 and transaction_id = $3 and expires_at > $4
     and ($5::bytea is null or session_hash = $5)
   order by order_named_by desc, created_at`,
)

const byRedirectToken = rowLookup('find-device-authentication-by-token', {
  table: 'device_authentications',
  where: 'r.redirect_token = $1 and r.expires_at > $2',
  valueCount: 2,
})

const update = prepared(
  'update-device-authentication',
  `update device_authentications set journey = $6, response = $7, amount = $8, updated_at = $9, expires_at = $10, revision = revision + 1
   where merchant_id = $1 and order_id = $2 and transaction_id = $3 and session_hash = $4 and revision = $5`,
)

const expired = {
  table: 'device_authentications',
  key: ['order_id', 'transaction_id', 'session_hash'],
  time: 'expires_at',
  where: (before: string) => `expires_at <= ${before}`,
}

export const dueDeviceAuthentications = dueForDeletion(expired)

export function postgresDeviceAuthentications(databases: MerchantDatabases): DeviceAuthentications {
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
        JSON.stringify(authentication.response),
        JSON.stringify(authentication.journey),
        authentication.createdAt,
        authentication.expiresAt,
      ]
      return inUnitOfWork(databases.of(key.merchantId), async (client) => {
        const session = [key.merchantId, authentication.sessionHash]
        await client.query(lockSession(session))
        const { rows } = await client.query<{ begun: number; taken: number }>(
          count([...session, key.orderId, key.transactionId]),
        )
        const { begun = 0, taken = 0 } = rows[0] ?? {}
        if (taken > 0) return 'TAKEN'
        if (begun >= most) return 'FULL'
        const { rowCount } = await client.query(begin(values))
        return rowCount === 1 ? 'BEGUN' : 'TAKEN'
      })
    },

    async find({ merchantId, orderId, transactionId }, now, sessionHash) {
      const values = [merchantId, orderId, transactionId, now, sessionHash]
      const { rows } = await databases.of(merchantId).query<Row>(find(values))
      return rows.map(authenticationOf)
    },

    async findByToken(redirectToken, now) {
      const [row] = await findAnywhere<Row>(databases, byRedirectToken, [redirectToken, now])
      return row && authenticationOf(row)
    },

    async update({ key, sessionHash, revision }, { journey, response, amountMinor, updatedAt, expiresAt }) {
      const row = [key.merchantId, key.orderId, key.transactionId, sessionHash, revision]
      const values = [JSON.stringify(journey), JSON.stringify(response), amountMinor, updatedAt, expiresAt]
      const { rowCount } = await databases.of(key.merchantId).query(update([...row, ...values]))
      return rowCount === 1
    },

    deleteExpired: (now, limit) => deleteExpiredRows(databases, expired, [now], limit),
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
  readonly response: StoredResponse
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
    response: row.response,
    journey: row.journey,
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    expiresAt: row.expires_at,
  }
}
