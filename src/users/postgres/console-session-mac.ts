// A console session belongs to its user, and its second factor counts only from the time when one was entered: a keyed
// hash over the row, under the key of its token's hash, prevents changing either in the database.
import { timingSafeEqual } from 'node:crypto'
import type { Vault } from '../../keys/index.ts'
import type { Database } from '../../platform/postgres/database.ts'

/** The values of a row that are hashed. */
export interface SealedSessionRow {
  readonly merchant_id: string
  readonly login: string
  readonly token_hash: Buffer
  readonly token_key_id: string
  readonly is_awaiting: boolean
  readonly session_created_at: Date
  readonly expires_at: Date
  readonly second_factor_at: Date | null
  readonly mac: Buffer | null
}

/** For `returning` and `select`; `r` is the row. */
export const sealedSessionColumns = `r.merchant_id, r.login, r.token_hash, r.token_key_id, r.is_awaiting,
  r.created_at as session_created_at, r.expires_at, r.second_factor_at, r.mac`

function macOf(vault: Pick<Vault, 'keyedHash'>, row: SealedSessionRow): Buffer {
  const times = [row.session_created_at, row.expires_at, row.second_factor_at].map((time) => time?.getTime() ?? null)
  const text = JSON.stringify([row.merchant_id, row.login, row.token_hash.toString('hex'), row.is_awaiting, ...times])
  return vault.keyedHash('SESSION', `login row ${text}`, row.token_key_id).hash
}

/** In the unit of work that has written the row. */
export async function sealConsoleSession(
  client: Pick<Database, 'query'>,
  vault: Pick<Vault, 'keyedHash'>,
  row: SealedSessionRow,
): Promise<void> {
  await client.query('update console_sessions set mac = $4 where merchant_id = $1 and login = $2 and token_hash = $3', [
    row.merchant_id,
    row.login,
    row.token_hash,
    macOf(vault, row),
  ])
}

export function isConsoleSessionAuthentic(vault: Pick<Vault, 'keyedHash'>, row: SealedSessionRow): boolean {
  try {
    const mac = macOf(vault, row)
    return row.mac !== null && mac.length === row.mac.length && timingSafeEqual(mac, row.mac)
  } catch {
    // It names a key that does not exist.
    return false
  }
}
