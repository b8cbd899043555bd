// The used payloads port on PostgreSQL.
import type { PayloadUse, UsedPayloads } from '../../../ports/wallets/used-payloads.ts'
import { type Database, prepared } from '../database.ts'

/** One row when it was free or has this use already. */
const claim = prepared(
  'claim-wallet-payload',
  `insert into wallet_payloads as p (merchant_id, payload_hash, used_for, expires_at) values ($1, $2, $3, $4)
   on conflict (merchant_id, payload_hash) do update set used_for = p.used_for where p.used_for = excluded.used_for`,
)

const deleteExpired = prepared(
  'delete-expired-wallet-payloads',
  `delete from wallet_payloads where (merchant_id, payload_hash) in (
     select merchant_id, payload_hash from wallet_payloads where expires_at <= $1
     order by expires_at limit $2 for update skip locked)`,
)

/** Clocks of processes differ: a payload that one still accepts must not be forgotten by another. */
const marginMs = 10 * 60_000

export function postgresUsedPayloads(database: Database): UsedPayloads {
  return {
    async claim({ merchantId, payloadHash, expiresAt }, use) {
      const { rowCount } = await database.query(claim([merchantId, payloadHash, useText(use), expiresAt]))
      return rowCount === 1
    },

    async deleteExpired(now, limit) {
      const { rowCount } = await database.query(deleteExpired([new Date(now.getTime() - marginMs), limit]))
      return rowCount ?? 0
    },
  }
}

/** A list of texts in JSON can be read in one way only. */
function useText(use: PayloadUse): string {
  return JSON.stringify(
    use.kind === 'transaction' ? [use.kind, use.orderId, use.transactionId] : [use.kind, use.repositoryId, use.token],
  )
}
