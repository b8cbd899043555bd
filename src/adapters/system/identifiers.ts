import { randomBytes, randomUUID } from 'node:crypto'
import type { Identifiers } from '../../ports/identifiers.ts'

export const randomIdentifiers: Identifiers = {
  requestId: () => randomUUID(),
  attemptId: () => randomUUID(),
  acquirerReference: () => randomBytes(16).toString('hex'),
  apiPassword: () => randomBytes(16).toString('hex'),
}
