// Seals the keys in the database again, all together: under another key-encryption key, or bound to more.
import type pg from 'pg'
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
