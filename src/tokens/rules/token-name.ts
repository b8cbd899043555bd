// The ids that the gateway generates for tokens. They look like card numbers, so a merchant's forms and tables accept
// them, and are constructed not to be valid ones.
import { passesLuhn } from '../../kernel/instrument.ts'
import type { SecretKind } from '../../kernel/secret.ts'

/** The requested number of random decimal digits, uniformly distributed. */
export type RandomDigits = (count: number) => string

const usualLength = 16

/** The national schemes known to have numbers that begin with 9: Belkart, Napas, Troy and Humo. */
const nationalPrefixes = ['9112', '9704', '9792', '9860'] as const

/** Digits that begin with 9, as no international card number does, and pass the check that forms make. */
export function randomToken(randomDigits: RandomDigits): string {
  const drawn = `9${draw(randomDigits, usualLength - 2)}`
  const body = withDigitAt(3, drawn, (name) => !nationalPrefixes.some((prefix) => name.startsWith(prefix)))
  return withDigitAt(usualLength - 1, `${body}0`, passesLuhn)
}

export interface AccountToName {
  readonly number: string
  readonly kind: SecretKind
}

/**
 * The first six and last four digits of a card, and between them random ones that make the check digit wrong.
 *
 * A token is shown in clear everywhere, so it contains no more of an account than its mask shows. For card numbers
 * shorter than 13 digits and for bank accounts that is the end only: their tokens have the usual length, begin with 9
 * and end with what the mask shows of letters and digits, since a token has no room for ' ', '-' and '/'.
 *
 * Two accounts may share their ends, and a short number leaves few middles (900 when it has 13 digits), so an id may be
 * taken: the code that stores it generates another.
 */
export function preserve64Token({ number, kind }: AccountToName, randomDigits: RandomDigits): string {
  const { beginning, end, length } = preservedDigitsOf(number, kind)
  const hidden = length - beginning.length - end.length
  const itself = number.replace(/[^0-9A-Za-z]/g, '')
  // Of the ten digits at one place one makes the check digit right, and at most one yields the account itself.
  return withDigitAt(
    length - end.length - 1,
    beginning + draw(randomDigits, hidden) + end,
    (name) => name !== itself && !passesLuhn(name),
  )
}

interface PreservedDigits {
  readonly beginning: string
  readonly end: string
  readonly length: number
}

function preservedDigitsOf(number: string, kind: SecretKind): PreservedDigits {
  if (kind === 'ACCOUNT' && /^\d{13,}$/.test(number))
    return { beginning: number.slice(0, 6), end: number.slice(-4), length: number.length }
  const end = number.length > 4 ? number.slice(-4).replace(/[^0-9A-Za-z]/g, '') : ''
  return { beginning: '9', end, length: usualLength }
}

function draw(randomDigits: RandomDigits, count: number): string {
  const digits = randomDigits(count)
  if (digits.length !== count || /\D/.test(digits))
    throw new Error(`asked for ${count} random digits, got something else`)
  return digits
}

/**
 * The id itself when it is allowed, or the next one that differs at one place only: no second random draw is needed.
 */
function withDigitAt(index: number, name: string, isAllowed: (name: string) => boolean): string {
  const drawn = Number(name.charAt(index))
  for (let step = 0; step < 10; step += 1) {
    const candidate = `${name.slice(0, index)}${(drawn + step) % 10}${name.slice(index + 1)}`
    if (isAllowed(candidate)) return candidate
  }
  throw new Error('no digit makes the name allowed')
}
