// Whether the given key-encryption key is the one that the keys of a database are encrypted under.
import type { Database } from '../../platform/postgres/database.ts'
import type { KeyEncryption } from '../ports/key-encryption.ts'
import type { KeyPurpose } from '../ports/vault.ts'
import { KeyFailure } from './key-encryption-key.ts'
import { contextOf } from './seal-keys.ts'

/** Decrypts every key and keeps none; throws KeyFailure at the first that fails. Returns how many there are. */
export async function checkKeys(client: Pick<Database, 'query'>, encryption: KeyEncryption): Promise<number> {
  const { rows } = await client.query<{
    key_id: string
    purpose: KeyPurpose
    sealed: Buffer
    is_protecting_access_rights: boolean
  }>(
    // The schema may be that of an older release, whose keys are bound to nothing more.
    `select key_id, purpose, sealed, coalesce((to_jsonb(k) ->> 'is_protecting_access_rights')::boolean, false) as is_protecting_access_rights
     from vault_keys k order by created_at desc, key_id`,
  )
  for (const row of rows) {
    const { key_id } = row
    await encryption.unwrap(row.sealed, contextOf(row)).catch((error: unknown) => {
      if (error instanceof KeyFailure) throw error
      throw new KeyFailure(
        `The configured key-encryption key does not decrypt key ${key_id}; use the one that the database was used with (a sandbox keeps its own in keys/key-encryption-key of its data folder).`,
      )
    })
  }
  return rows.length
}
