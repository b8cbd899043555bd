// Secrets and digests of second factors, by the platform.
import { createHmac, randomBytes } from 'node:crypto'
import type { OneTimeCodes } from '../../ports/users/one-time-codes.ts'

export const oneTimeCodes: OneTimeCodes = {
  makeSecret: () => randomBytes(20),
  digest: (secret, message) => createHmac('sha1', secret).update(message).digest(),
}
