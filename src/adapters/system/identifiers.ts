// Random names. The platform draws random bytes for UUIDs in advance, many at a time, so that one costs next to nothing.
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Identifiers } from '../../ports/identifiers.ts'

const randomHex = () => randomUUID().replaceAll('-', '')

/** More at a time than this is beyond the range that the platform draws from evenly. */
const digitsAtOnce = 12

function digits(count: number): string {
  if (count > digitsAtOnce) return digits(digitsAtOnce) + digits(count - digitsAtOnce)
  return count === 0 ? '' : String(randomInt(10 ** count)).padStart(count, '0')
}

const letter = () => String.fromCharCode(65 + randomInt(26))

/** As ids of this API look: of the last ten characters, the second letter may stand at either of two places. */
function sessionId(): string {
  const between = 7 + randomInt(2)
  return `SESSION0002${digits(9)}${letter()}${digits(between)}${letter()}${digits(9 - between)}`
}

export const randomIdentifiers: Identifiers = {
  // Letters only: the log blanks runs of digits that could be a card number, and a support code must survive it.
  requestId: () => randomHex().replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit))),
  attemptId: () => randomUUID(),
  acquirerReference: randomHex,
  transactionId: (purpose) => `${purpose}-${randomBytes(8).toString('hex')}`,
  digits,
  apiPassword: () => randomBytes(16).toString('hex'),
  sessionId,
  sessionVersionHead: () => randomBytes(4).toString('hex'),
  successIndicator: () => randomBytes(8).toString('hex'),
  sessionKey: () => randomBytes(32).toString('base64'),
}
