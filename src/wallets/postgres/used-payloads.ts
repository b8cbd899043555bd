// The used payloads port on PostgreSQL.

import type { PayloadUse } from '../../payments/index.ts'
import type { MerchantDatabases } from '../../platform/postgres/cluster/merchant-databases.ts'
import { prepared } from '../../platform/postgres/database.ts'
import { deleteExpiredRows, dueForDeletion } from '../../platform/postgres/delete-expired.ts'
import type { UsedPayloads } from '../ports/wallets.ts'

/** One row when it was free or has this use already. */
const claim = prepared(
  'claim-wallet-payload',
  `insert into wallet_payloads as p (merchant_id, payload_hash, used_for, expires_at) values ($1, $2, $3, $4)
   on conflict (merchant_id, payload_hash) do update set used_for = p.used_for where p.used_for = excluded.used_for`,
)

const expired = {
  table: 'wallet_payloads',
  key: ['payload_hash'],
  time: 'expires_at',
  where: (before: string) => `expires_at <= ${before}`,
}

/** Clocks of processes differ: a payload that one still accepts must not be forgotten by another. */
const marginMs = 10 * 60_000

export const duePayloads = dueForDeletion(expired, [marginMs])

export function postgresUsedPayloads(databases: MerchantDatabases): UsedPayloads {
  return {
    async claim({ merchantId, payloadHash, expiresAt }, use) {
      const values = [merchantId, payloadHash, useText(use), expiresAt]
      const { rowCount } = await databases.of(merchantId).query(claim(values))
      return rowCount === 1
    },

    deleteExpired: (now, limit) => deleteExpiredRows(databases, expired, [new Date(now.getTime() - marginMs)], limit),
  }
}

/** A list of texts in JSON can be read in one way only. */
function useText(use: PayloadUse): string {
  return JSON.stringify(
    use.kind === 'TRANSACTION' ? [use.kind, use.orderId, use.transactionId] : [use.kind, use.repositoryId, use.token],
  )
}
