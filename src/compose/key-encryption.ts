// Where the key-encryption key comes from: a setting, a file, a key-management service, or in the sandbox a generated
// file.
import { join } from 'node:path'
import { ensureKeyEncryptionKey, type KeyEncryption, keyInMemory, kmsCommand } from '../keys/index.ts'
import type { Config } from '../platform/config/config.ts'

export async function keyEncryptionOf(config: Config): Promise<KeyEncryption> {
  if (config.kmsCommand !== undefined) return kmsCommand(config.kmsCommand)
  return keyInMemory(
    config.keyEncryptionKey ?? (await ensureKeyEncryptionKey(join(config.dataDir, 'keys', 'key-encryption-key'))),
  )
}

/** Another one than the settings say, to change over to. */
export function keyEncryptionBy(other: { readonly key: Buffer } | { readonly kmsCommand: string }): KeyEncryption {
  return 'key' in other ? keyInMemory(other.key) : kmsCommand(other.kmsCommand)
}
