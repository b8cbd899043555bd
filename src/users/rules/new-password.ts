// What a user may choose as a password: long, of letters and digits (PCI DSS 8.3.6), and not a common one.

import type { UserKey } from '../../kernel/user.ts'
import { passwordPieces, passwordPiecesMin } from './password-strength.ts'

export const passwordLengthMin = 12
/** Anything longer only serves to consume our time. */
export const passwordLengthMax = 128

/** A new password differs from this many before it, including the current one (PCI DSS 8.3.7). */
export const passwordsRemembered = 4

/**
 * - TOO_SHORT, TOO_LONG: in characters, as a user counts them.
 * - NO_LETTER, NO_DIGIT: it must have both.
 * - TOO_COMMON: made of what programs try first: common words, names, sequences, repetitions, and variations of them.
 * - IS_NAME: the login, the merchant's id or the user's name.
 */
export const passwordFaults = ['TOO_SHORT', 'TOO_LONG', 'NO_LETTER', 'NO_DIGIT', 'TOO_COMMON', 'IS_NAME'] as const
export type PasswordFault = (typeof passwordFaults)[number]

/** However it was typed, on any keyboard, it is one password. */
export function normalizePassword(text: string): string {
  return text.normalize('NFKC')
}

export function passwordFaultOf(
  password: string,
  { merchantId, login, name }: UserKey & { readonly name: string },
): PasswordFault | undefined {
  const normal = normalizePassword(password)
  const characters = [...normal]
  if (characters.length < passwordLengthMin) return 'TOO_SHORT'
  if (characters.length > passwordLengthMax) return 'TOO_LONG'
  const plain = normal.toLowerCase().trim()
  if ([login, merchantId, name].some((each) => normalizePassword(each).toLowerCase().trim() === plain)) return 'IS_NAME'
  if (!/\p{L}/u.test(normal)) return 'NO_LETTER'
  if (!/\p{Nd}/u.test(normal)) return 'NO_DIGIT'
  return passwordPieces(plain, [login, merchantId, name]) < passwordPiecesMin ? 'TOO_COMMON' : undefined
}
