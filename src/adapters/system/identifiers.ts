// Random names. The platform draws random bytes for UUIDs in advance, many at a time, so that one costs next to nothing.
import { randomBytes, randomUUID } from 'node:crypto'
import type { Identifiers } from '../../ports/identifiers.ts'

const randomHex = () => randomUUID().replaceAll('-', '')

export const randomIdentifiers: Identifiers = {
  // Letters only: the log blanks runs of digits that could be a card number, and a support code must survive it.
  requestId: () => randomHex().replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit))),
  attemptId: () => randomUUID(),
  acquirerReference: randomHex,
  transactionId: (purpose) => `${purpose}-${randomBytes(8).toString('hex')}`,
  apiPassword: () => randomBytes(16).toString('hex'),
}
