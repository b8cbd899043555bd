import { randomBytes, randomUUID } from 'node:crypto'
import type { Identifiers } from '../../ports/identifiers.ts'

export const randomIdentifiers: Identifiers = {
  // Letters only: the log blanks runs of digits that could be a card number, and a support code must survive it.
  requestId: () =>
    randomBytes(16)
      .toString('hex')
      .replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit))),
  attemptId: () => randomUUID(),
  acquirerReference: () => randomBytes(16).toString('hex'),
  apiPassword: () => randomBytes(16).toString('hex'),
}
