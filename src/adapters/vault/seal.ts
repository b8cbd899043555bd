// Sealing: AES-256-GCM with everything that says where a value belongs bound to it: a sealed value copied to another
// place cannot be decrypted there.
import { createCipheriv, createDecipheriv, randomFillSync } from 'node:crypto'

const formatVersion = 1
const formatByte = Buffer.of(formatVersion)
const nonceBytes = 12
const tagBytes = 16

export function seal(key: Buffer, clear: Buffer, belongsTo: readonly string[]): Buffer {
  const nonce = nextNonce()
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(associated(belongsTo))
  const sealed = [cipher.update(clear), cipher.final()]
  return Buffer.concat([formatByte, nonce, cipher.getAuthTag(), ...sealed])
}

/** Drawn many at a time: requesting twelve bytes from the system costs more than using them. Each is used once. */
const drawn = Buffer.alloc(nonceBytes * 256)
let used = drawn.length

function nextNonce(): Buffer {
  if (used === drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  used += nonceBytes
  return Buffer.from(drawn.subarray(used - nonceBytes, used))
}

/** Throws when the key is wrong, the value was altered, or it does not belong here. */
export function unseal(key: Buffer, sealed: Buffer, belongsTo: readonly string[]): Buffer {
  if (sealed[0] !== formatVersion) throw new Error('sealed value of an unknown format')
  const nonce = sealed.subarray(1, 1 + nonceBytes)
  const tag = sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(associated(belongsTo)).setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed.subarray(1 + nonceBytes + tagBytes)), decipher.final()])
}

/** JSON keeps the parts apart: ['a','bc'] and ['ab','c'] must not be the same place. */
function associated(belongsTo: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify(belongsTo))
}
