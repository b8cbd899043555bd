// Opens the keys in the database, to check the configured key-encryption key, and seals them again, all together: under another
// key-encryption key, or bound to more.
import type pg from 'pg'
import type { Database } from '../../platform/postgres/database.ts'
import type { KeyEncryption } from '../ports/key-encryption.ts'
import type { KeyPurpose, KeyState } from '../ports/vault.ts'
import { KeyFailure } from './key-encryption-key.ts'
import { writeKeyAuditLine } from './write-audit-lines.ts'

export interface KeyRow {
  readonly key_id: string
  readonly purpose: KeyPurpose
  readonly state: KeyState
  readonly sealed: Buffer
  readonly is_protecting_access_rights: boolean
}

/** The values bound to a key in the database. */
export function contextOf({
  key_id: keyId,
  purpose,
  is_protecting_access_rights: isProtected,
}: Pick<KeyRow, 'key_id' | 'purpose' | 'is_protecting_access_rights'>): readonly string[] {
  return ['vault_keys', keyId, purpose, ...(isProtected ? ['access rights are protected'] : [])]
}

export interface RewrapOptions {
  readonly other: KeyEncryption
  readonly action: 'KEYS_REWRAPPED' | 'ACCESS_RIGHTS_PROTECTED'
  readonly actor: string
  readonly isProtected: (row: KeyRow) => boolean
}

interface NewSeal {
  readonly before: Buffer
  readonly now: Buffer
  readonly isProtected: boolean
}

type NewSeals = ReadonlyMap<string, NewSeal>

/** A call of a key-management service may take a while, therefore it is done before the unit of work. */
export async function sealKeys(
  keys: readonly { readonly row: KeyRow; readonly key: Buffer }[],
  { other, isProtected }: RewrapOptions,
): Promise<NewSeals> {
  const seals = new Map<string, NewSeal>()
  for (const { row, key } of keys) {
    const context = contextOf({ ...row, is_protecting_access_rights: isProtected(row) })
    const now = await other.wrap(key, context)
    if (!(await other.unwrap(now, context)).equals(key))
      throw new KeyFailure('The new key-encryption key failed its round-trip check; nothing was changed.')
    seals.set(row.key_id, { before: row.sealed, now, isProtected: isProtected(row) })
  }
  return seals
}

/** Changes since the keys were read are detected. Returns how many keys there are. */
export async function replaceKeys(
  client: pg.PoolClient,
  seals: NewSeals,
  { action, actor }: RewrapOptions,
): Promise<number> {
  const { rows } = await client.query<KeyRow>('select key_id, sealed from vault_keys order by key_id for update')
  const isSame = rows.every(({ key_id, sealed }) => seals.get(key_id)?.before.equals(sealed))
  if (!isSame) throw new KeyFailure('Keys were created or re-encrypted meanwhile; nothing was changed, try again.')
  for (const [keyId, { now, isProtected }] of seals)
    await client.query('update vault_keys set sealed = $2, is_protecting_access_rights = $3 where key_id = $1', [
      keyId,
      now,
      isProtected,
    ])
  await writeKeyAuditLine(client, { actor, action, subject: { keys: rows.length } })
  return rows.length
}

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
