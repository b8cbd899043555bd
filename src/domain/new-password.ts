// What a person may choose as a password: long rather than odd, and not what everybody tries first.
import type { PersonKey } from './person.ts'

export const passwordLengthMin = 12
/** Beyond it, somebody only wants to keep us busy. */
export const passwordLengthMax = 128

/**
 * - TOO_SHORT, TOO_LONG: in characters, as a person counts them.
 * - TOO_COMMON: among the first that anybody tries, or made of very few different characters.
 * - IS_NAME: the login, the merchant's id or the person's name.
 */
export const passwordFaults = ['TOO_SHORT', 'TOO_LONG', 'TOO_COMMON', 'IS_NAME'] as const
export type PasswordFault = (typeof passwordFaults)[number]

const differentMin = 5

/** The worst that are long enough; compared without regard to case. */
const common: ReadonlySet<string> = new Set([
  '123123123123',
  '1234567890123',
  '123456789012',
  '1q2w3e4r5t6y',
  '1qaz2wsx3edc',
  'abcdefghijkl',
  'administrator',
  'changeme1234',
  'correcthorsebatterystaple',
  'iloveyou1234',
  'letmein12345',
  'password1234',
  'password12345',
  'password123456',
  'passwordpassword',
  'qwerty123456',
  'qwertyuiop12',
  'qwertyuiop123',
  'qwertyuiopas',
  'qwertyuiopasdfghjkl',
  'tollgate1234',
  'tollgatetollgate',
  'trustno1trustno1',
  'welcome12345',
])

/** However it was typed, on whichever keyboard, it is one password. */
export function normalPassword(text: string): string {
  return text.normalize('NFKC')
}

export function faultOfPassword(
  password: string,
  { merchantId, login, name }: PersonKey & { readonly name: string },
): PasswordFault | undefined {
  const normal = normalPassword(password)
  const characters = [...normal]
  if (characters.length < passwordLengthMin) return 'TOO_SHORT'
  if (characters.length > passwordLengthMax) return 'TOO_LONG'
  const plain = normal.toLowerCase().trim()
  if ([login, merchantId, name].some((each) => normalPassword(each).toLowerCase().trim() === plain)) return 'IS_NAME'
  if (common.has(plain.replaceAll(/\s/g, '')) || new Set(characters).size < differentMin) return 'TOO_COMMON'
  return undefined
}
