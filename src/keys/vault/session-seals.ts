// Seals for the holder of a session's id: the key is derived from the key-encryption key and the id, and neither is in
// the database.
import { createHmac } from 'node:crypto'
import type { Vault } from '../ports/vault.ts'
import { seal, unseal } from './data-keys.ts'

/** The root is derived from the key-encryption key, once at start. */
export function sessionSeals(root: Buffer): Pick<Vault, 'sealForSession' | 'openForSession'> {
  const keyOf = (sessionId: string) => createHmac('sha256', root).update(`session ${sessionId}`).digest()
  const placeOf = (sessionId: string) => ['session_codes', sessionId]
  return {
    sealForSession: (sessionId, clear) => seal(keyOf(sessionId), Buffer.from(clear), placeOf(sessionId)),
    openForSession: (sessionId, sealed) => unseal(keyOf(sessionId), sealed, placeOf(sessionId)).toString(),
  }
}
