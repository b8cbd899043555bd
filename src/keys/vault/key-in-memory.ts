// The key-encryption key in the memory of the process: given by a setting or read from a file.
import { hkdfSync } from 'node:crypto'
import type { KeyEncryption } from '../ports/key-encryption.ts'
import { seal, unseal } from './data-keys.ts'

export function keyInMemory(key: Buffer): KeyEncryption {
  return {
    wrap: async (clear, context) => seal(key, clear, context),
    unwrap: async (wrapped, context) => unseal(key, wrapped, context),
    derive: async (label) => Buffer.from(hkdfSync('sha256', key, '', `tollgate ${label}`, 32)),
  }
}
