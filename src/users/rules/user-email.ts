// E-mail addresses of users. Alerts go to an address once its user has proved to receive e-mails there, by a code.

export const emailCodeDigits = 8
export const emailCodeValidMinutes = 30
/** After this many wrong ones the code counts no more. */
export const wrongEmailCodesMax = 5
/** How many codes a user, and an address, gets in a day. */
export const emailCodesPerDay = 5

/** The digits that the first bytes of a keyed hash stand for. */
export function emailCodeOf(hash: Uint8Array): string {
  const number = hash.slice(0, 8).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  return String(number % 10n ** BigInt(emailCodeDigits)).padStart(emailCodeDigits, '0')
}

/** What people type between digits is left out. */
export function readEmailCode(text: string): string {
  return text.replaceAll(/[\s-]/g, '')
}
