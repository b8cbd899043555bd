// Message authentication: the retail MAC of ANSI X9.19 and AES-CMAC (RFC 4493).
import { createCipheriv, timingSafeEqual } from 'node:crypto'

export type MacAlgorithm = 'retail' | 'aes-cmac'

export const macBytes = 8

/** How long the keys are that an algorithm takes. */
export const macKeyBytes: Readonly<Record<MacAlgorithm, readonly number[]>> = { retail: [16], 'aes-cmac': [16, 24, 32] }

/** Eight bytes, as the field has them. */
export function messageMac(algorithm: MacAlgorithm, key: Buffer, message: Buffer): Buffer {
  if (!macKeyBytes[algorithm].includes(key.length)) throw new RangeError(`a key for ${algorithm} has another length`)
  return algorithm === 'retail' ? retailMac(key, message) : aesCmac(key, message).subarray(0, macBytes)
}

export function isMacRight(algorithm: MacAlgorithm, key: Buffer, message: Buffer, mac: Buffer): boolean {
  return mac.length === macBytes && timingSafeEqual(messageMac(algorithm, key, message), mac)
}

/** Proves that both sides hold the same key: the first bytes of zeros that were encrypted with it. */
export function keyCheckValue(algorithm: MacAlgorithm, key: Buffer): Buffer {
  return algorithm === 'retail'
    ? desEde(key, Buffer.alloc(8)).subarray(0, 3)
    : aesCmac(key, Buffer.alloc(16)).subarray(0, 5)
}

/** Single DES over all blocks with the left half of the key, then a decryption with the right half and an encryption. */
function retailMac(key: Buffer, message: Buffer): Buffer {
  const left = key.subarray(0, 8)
  const padded = Buffer.alloc(Math.max(8, Math.ceil(message.length / 8) * 8))
  message.copy(padded)
  // Triple DES with three equal keys is single DES, which today's OpenSSL no longer has by itself. The chain of all blocks but
  // the last gives the block that is combined with the last one.
  const chain = createCipheriv('des-ede3-cbc', Buffer.concat([left, left, left]), Buffer.alloc(8)).setAutoPadding(false)
  const chained = chain.update(padded.subarray(0, -8))
  const before = chained.length === 0 ? Buffer.alloc(8) : chained.subarray(-8)
  const last = padded.subarray(-8).map((byte, at) => byte ^ (before[at] as number))
  return desEde(key, Buffer.from(last))
}

/** Encrypts with the left half, decrypts with the right, encrypts with the left. */
function desEde(key: Buffer, block: Buffer): Buffer {
  const whole = Buffer.concat([key, key.subarray(0, 8)])
  return createCipheriv('des-ede3-ecb', whole, null).setAutoPadding(false).update(block)
}

function aesCmac(key: Buffer, message: Buffer): Buffer {
  const name = `aes-${key.length * 8}`
  const encrypt = (block: Buffer) => createCipheriv(`${name}-ecb`, key, null).setAutoPadding(false).update(block)
  const first = doubled(encrypt(Buffer.alloc(16)))
  const isWhole = message.length > 0 && message.length % 16 === 0
  const subkey = isWhole ? first : doubled(first)
  const padded = Buffer.alloc(isWhole ? message.length : (Math.floor(message.length / 16) + 1) * 16)
  message.copy(padded)
  if (!isWhole) padded[message.length] = 0x80
  const last = padded.length - 16
  for (let at = 0; at < 16; at += 1) padded[last + at] = (padded[last + at] as number) ^ (subkey[at] as number)
  return createCipheriv(`${name}-cbc`, key, Buffer.alloc(16)).setAutoPadding(false).update(padded).subarray(-16)
}

/** Multiplied by x in the field of 128 bits. */
function doubled(block: Buffer): Buffer {
  const result = Buffer.alloc(16)
  for (let at = 0; at < 16; at += 1) result[at] = (((block[at] as number) << 1) | ((block[at + 1] ?? 0) >> 7)) & 0xff
  if (((block[0] as number) & 0x80) !== 0) result[15] = (result[15] as number) ^ 0x87
  return result
}
