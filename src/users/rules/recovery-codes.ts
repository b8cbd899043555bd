// Recovery codes: in place of a code of the second factor, each once, for a user without the device.

export const recoveryCodeCount = 10
/** Sixty bits: such a code cannot be guessed, not even by someone who has read its hash. */
const length = 12
const groupLength = 4
/** Crockford's base 32: without letters that are read as digits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** From one random byte for each character. */
export function writeRecoveryCode(bytes: Uint8Array): string {
  const text = Array.from(bytes.subarray(0, length), (byte) => alphabet[byte % alphabet.length] ?? '').join('')
  return (text.match(new RegExp(`.{${groupLength}}`, 'g')) ?? []).join('-')
}

/** As it is compared: however it was typed. Undefined for a text that is no recovery code. */
export function readRecoveryCode(typed: string): string | undefined {
  const text = typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return text.length === length && [...text].every((letter) => alphabet.includes(letter)) ? text : undefined
}
