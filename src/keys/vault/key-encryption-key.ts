// The key-encryption key: the sandbox's own, created on first start, and the check that the configured one opens what
// is in the database.
import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { OperatorFailure } from '../../kernel/failures.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { KeyEncryption } from '../ports/key-encryption.ts'
import type { KeyPurpose } from '../ports/vault.ts'
import { contextOf } from './seal-keys.ts'

/** A reason not to start that the operator can act upon; its message is a single line. */
export class KeyFailure extends OperatorFailure {}

const keyBytes = 32

/** Two concurrent starts end up with the same key: linking never overwrites. */
export async function ensureKeyEncryptionKey(file: string): Promise<Buffer> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const own = `${file}.${process.pid}`
  await writeFile(own, `${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600, flush: true })
  await link(own, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(own, { force: true })
  const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64')
  if (key.length !== keyBytes)
    throw new KeyFailure(`The key-encryption key in ${file} is damaged: it is not 32 bytes as Base64.`)
  return key
}

/** Decrypts every key and keeps none; throws KeyFailure at the first that fails. Returns how many there are. */
export async function checkKeys(client: Pick<Database, 'query'>, encryption: KeyEncryption): Promise<number> {
  const { rows } = await client.query<{
    key_id: string
    purpose: KeyPurpose
    sealed: Buffer
    is_rights_protected: boolean
  }>(
    // The schema may be that of an older release, whose keys are bound to nothing more.
    `select key_id, purpose, sealed, coalesce((to_jsonb(k) ->> 'is_rights_protected')::boolean, false) as is_rights_protected
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
