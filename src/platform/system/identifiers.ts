// Random names. The platform draws random bytes for UUIDs in advance, many at a time, therefore one costs next to
// nothing.
import { randomBytes, randomFillSync, randomInt, randomUUID } from 'node:crypto'
import type { Identifiers } from '../../kernel/identifiers.ts'

const randomHex = () => randomUUID().replaceAll('-', '')

/** More at a time than this is beyond the range that the platform draws from evenly. */
const digitsAtOnce = 12

function digits(count: number): string {
  if (count > digitsAtOnce) return digits(digitsAtOnce) + digits(count - digitsAtOnce)
  return count === 0 ? '' : String(randomInt(10 ** count)).padStart(count, '0')
}

const digitsAndLetters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const digitsAndAllLetters = `${digitsAndLetters}${digitsAndLetters.slice(10).toLowerCase()}`
const sessionIdLength = 35

/** The id is a credential: 28 of 36 characters are 144 bits, in the format and length of this API's ids. */
function sessionId(): string {
  const prefix = 'SESSION'
  return prefix + drawnText(sessionIdLength - prefix.length, digitsAndLetters)
}

function drawnText(length: number, characters: string): string {
  return Array.from({ length }, () => characters.charAt(randomInt(characters.length))).join('')
}

const lettersOfByte = Array.from({ length: 256 }, (_, byte) => letterOf(byte >> 4) + letterOf(byte & 15))
const drawn = Buffer.alloc(16 * 256)
let used = drawn.length

function letterOf(number: number): string {
  return String.fromCharCode(97 + number)
}

/**
 * 128 random bits in letters only: the log masks runs of digits that could be a card number, and a support code must
 * survive it. Every request has one, therefore bytes are drawn for many.
 */
function requestId(): string {
  if (used === drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  let id = ''
  for (const end = used + 16; used < end; used += 1) id += lettersOfByte[drawn[used] ?? 0]
  return id
}

/** Thirty-two characters that are not easily confused. */
const legible = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Letters and digits, as every password must have. */
function userPassword(): string {
  const characters = [...randomBytes(20)].map((byte) => legible[byte % legible.length] ?? '')
  if (!/[a-z]/.test(characters.join('')) || !/[0-9]/.test(characters.join(''))) return userPassword()
  return [0, 5, 10, 15].map((start) => characters.slice(start, start + 5).join('')).join('-')
}

export const randomIdentifiers: Identifiers = {
  requestId,
  attemptId: () => randomUUID(),
  acquirerReference: randomHex,
  transactionId: (purpose) => `${purpose}-${randomBytes(8).toString('hex')}`,
  digits,
  apiPassword: () => randomBytes(16).toString('hex'),
  consoleSessionToken: () => randomBytes(32).toString('base64url'),
  userPassword: userPassword,
  // Not a UUID: all of its bits have to be drawn.
  redirectToken: (kind) => `${kind}-${randomBytes(16).toString('hex')}`,
  returnToken: () => randomBytes(16).toString('hex'),
  paymentLinkId: () => drawnText(26, digitsAndAllLetters),
  sessionId,
  sessionVersionHead: () => randomBytes(4).toString('hex'),
  successIndicator: () => randomBytes(8).toString('hex'),
  sessionKey: () => randomBytes(32).toString('base64'),
}
