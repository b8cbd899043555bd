// Enrollment checks in PostgreSQL.

import type { MerchantDatabases } from '../../platform/postgres/cluster/merchant-databases.ts'
import { prepared } from '../../platform/postgres/database.ts'
import type {
  EnrollmentCheck,
  EnrollmentCheckKey,
  EnrollmentChecks,
  EnrollmentState,
} from '../ports/authentications.ts'

const find = prepared(
  'find-enrollment-check',
  'select * from enrollment_checks where merchant_id = $1 and three_d_secure_id = $2',
)

const open = prepared(
  'open-enrollment-check',
  `insert into enrollment_checks (merchant_id, three_d_secure_id, request_key_id, request_hash, account_key_id,
     account_hash, currency, amount_minor, state, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) on conflict do nothing`,
)

const update = prepared(
  'update-enrollment-check',
  `update enrollment_checks set state = $4, updated_at = $5, revision = revision + 1
   where merchant_id = $1 and three_d_secure_id = $2 and revision = $3`,
)

export function postgresEnrollmentChecks(databases: MerchantDatabases): EnrollmentChecks {
  const read = async ({ merchantId, threeDSecureId }: EnrollmentCheckKey) => {
    const { rows } = await databases.of(merchantId).query<Row>(find([merchantId, threeDSecureId]))
    return rows[0] && checkOf(rows[0])
  }

  return {
    find: read,

    async open({ key, requestHash, accountHash, currency, amountMinor, state }, at) {
      const hashes = [requestHash.keyId, requestHash.hash, accountHash.keyId, accountHash.hash]
      const values = [currency, amountMinor, JSON.stringify(state), at]
      await databases.of(key.merchantId).query(open([key.merchantId, key.threeDSecureId, ...hashes, ...values]))
      // Read again: of several concurrent requests to open it, one has created it.
      const opened = await read(key)
      if (!opened) throw new Error('an enrollment check has vanished while it was opened')
      return opened
    },

    async update({ key, revision }, state, at) {
      const values = [key.merchantId, key.threeDSecureId, revision, JSON.stringify(state), at]
      return (await databases.of(key.merchantId).query(update(values))).rowCount === 1
    },
  }
}

interface Row {
  readonly merchant_id: string
  readonly three_d_secure_id: string
  readonly request_key_id: string
  readonly request_hash: Buffer
  readonly account_key_id: string
  readonly account_hash: Buffer
  readonly currency: string
  readonly amount_minor: string
  readonly state: EnrollmentState
  readonly revision: number
}

function checkOf(row: Row): EnrollmentCheck {
  return {
    key: { merchantId: row.merchant_id, threeDSecureId: row.three_d_secure_id },
    requestHash: { keyId: row.request_key_id, hash: row.request_hash },
    accountHash: { keyId: row.account_key_id, hash: row.account_hash },
    currency: row.currency,
    amountMinor: BigInt(row.amount_minor),
    state: row.state,
    revision: row.revision,
  }
}
