// The vault port: keys rest in the database, sealed under the key-encryption key, and are opened once at start.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type HashPurpose, hashPurposes, type KeyedHash, type Vault } from '../../ports/vault.ts'
import type { Database } from '../postgres/database.ts'
import { KeyFailure } from './key-encryption-key.ts'
import { seal, unseal } from './seal.ts'

interface Keyring {
  readonly current: ReadonlyMap<HashPurpose, string>
  readonly keys: ReadonlyMap<string, Buffer>
}

const keyBytes = 32
const vaultLock = 7_310_512_002n

export async function openVault(database: Database, keyEncryptionKey: Buffer): Promise<Vault> {
  const keyring = await loadKeyring(database, keyEncryptionKey)

  function keyedHash(purpose: HashPurpose, text: string, keyId = keyring.current.get(purpose)): KeyedHash {
    const key = keyId === undefined ? undefined : keyring.keys.get(keyId)
    if (keyId === undefined || !key) throw new Error(`no key ${keyId} for ${purpose}`)
    return { keyId, hash: createHmac('sha256', key).update(text).digest() }
  }

  return {
    keyedHash,
    matches(purpose, text, stored) {
      const { hash } = keyedHash(purpose, text, stored.keyId)
      return hash.length === stored.hash.length && timingSafeEqual(hash, stored.hash)
    },
  }
}

/** Opens every key, making the first of each purpose; under a lock, so that two processes do not make two firsts. */
async function loadKeyring(database: Database, keyEncryptionKey: Buffer): Promise<Keyring> {
  const client = await database.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [vaultLock])
    const known = await client.query<{ purpose: string }>('select distinct purpose from vault_keys')
    const present = new Set(known.rows.map(({ purpose }) => purpose))
    for (const purpose of hashPurposes.filter((purpose) => !present.has(purpose))) {
      const keyId = `${purpose.toLowerCase()}-${randomBytes(4).toString('hex')}`
      const sealed = seal(keyEncryptionKey, randomBytes(keyBytes), ['vault_keys', keyId, purpose])
      await client.query('insert into vault_keys (key_id, purpose, sealed) values ($1, $2, $3)', [
        keyId,
        purpose,
        sealed,
      ])
    }
    const { rows } = await client.query<{ key_id: string; purpose: HashPurpose; sealed: Buffer }>(
      'select key_id, purpose, sealed from vault_keys order by created_at, key_id',
    )
    return {
      current: new Map(rows.map(({ purpose, key_id }) => [purpose, key_id])),
      keys: new Map(rows.map((row) => [row.key_id, openKey(keyEncryptionKey, row)])),
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [vaultLock]).catch(() => undefined)
    client.release()
  }
}

function openKey(keyEncryptionKey: Buffer, row: { key_id: string; purpose: string; sealed: Buffer }): Buffer {
  try {
    return unseal(keyEncryptionKey, row.sealed, ['vault_keys', row.key_id, row.purpose])
  } catch {
    throw new KeyFailure(
      `The key-encryption key does not open key ${row.key_id} of this database; it belongs to another installation.`,
    )
  }
}
