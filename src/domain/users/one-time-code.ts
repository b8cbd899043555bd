// Codes of a second factor, as defined by RFC 6238: six digits that a device computes from a shared secret and the
// time.

const stepSeconds = 30
const digits = 6
/** Devices' clocks are inaccurate: the previous and the next step are accepted too. */
const window = 1

/** HMAC-SHA-1 of a message under the shared secret. */
export type Digest = (message: Uint8Array) => Uint8Array

/** Time is counted in steps of thirty seconds since 1970. */
export function stepAt(time: Date): number {
  return Math.floor(time.getTime() / 1_000 / stepSeconds)
}

/** The code of a step, by the dynamic truncation of RFC 4226. */
export function oneTimeCodeOf(step: number, digest: Digest, length: number = digits): string {
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(step))
  const bytes = digest(new Uint8Array(counter.buffer))
  const offset = (bytes.at(-1) ?? 0) & 15
  const number = new DataView(bytes.buffer, bytes.byteOffset + offset, 4).getUint32(0) & 0x7fff_ffff
  return String(number % 10 ** length).padStart(length, '0')
}

/**
 * The step that a code belongs to; undefined for a wrong code, and for one of a used step: a code is valid once, so
 * that it is useless to an observer.
 */
export function stepOfCode(
  code: string,
  { at, lastStep }: { readonly at: Date; readonly lastStep: number },
  digest: Digest,
): number | undefined {
  const given = code.replaceAll(/\s/g, '')
  const now = stepAt(at)
  const steps = Array.from({ length: 2 * window + 1 }, (_, index) => now - window + index)
  // All of them are computed and compared in full: the time it takes reveals nothing.
  return steps.filter((step) => step > lastStep && isEqual(given, oneTimeCodeOf(step, digest)))[0]
}

function isEqual(given: string, right: string): boolean {
  let difference = given.length ^ right.length
  for (let index = 0; index < right.length; index += 1)
    difference |= (given.charCodeAt(index) || 0) ^ right.charCodeAt(index)
  return difference === 0
}

const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The form in which users type a secret into a device without a camera: RFC 4648, without padding. */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += base32Alphabet[(held >> (bits - 5)) & 31]
    held &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + base32Alphabet[(held << (5 - bits)) & 31]
}

/** What a device reads from the picture. The issuer distinguishes two accounts of one name on it. */
export function otpauthUri({ secret, account }: { readonly secret: Uint8Array; readonly account: string }): string {
  const issuer = 'Tollgate'
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const more = `issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&${more}`
}
