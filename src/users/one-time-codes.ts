// Secrets and codes of second factors, by the library `otpauth`.
import { createHmac, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { OneTimeCodes } from './ports/sign-in.ts'
import { readRecoveryCode, recoveryCodeCount, writeRecoveryCode } from './rules/recovery-codes.ts'

/** What every authenticator app supports. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const digitsOnly = /^[0-9]{6}$/

export const oneTimeCodes: OneTimeCodes = {
  makeSecret: () => randomBytes(20),

  describe(secret, account) {
    // The issuer distinguishes two accounts of one name on a device.
    const totp = new TOTP({ ...parameters, issuer: 'Tollgate', label: account, secret: sharedSecret(secret) })
    return { text: totp.secret.base32, uri: totp.toString() }
  },

  stepOf(code, secret, at) {
    // The library compares bytes, and throws when six characters are more than six bytes.
    if (!digitsOnly.test(code)) return undefined
    const timestamp = at.getTime()
    const offset = TOTP.validate({ ...parameters, token: code, secret: sharedSecret(secret), timestamp, window: 1 })
    return offset === null ? undefined : TOTP.counter({ period: parameters.period, timestamp }) + offset
  },

  makeRecoveryCodes: () => Array.from({ length: recoveryCodeCount }, () => writeRecoveryCode(randomBytes(12))),

  hashRecoveryCode: (code, secret) =>
    createHmac('sha256', secret)
      .update(`recovery code ${readRecoveryCode(code)}`)
      .digest(),
}

/** A copy: a Buffer may be a part of a larger one, all of which the library would take for the secret. */
function sharedSecret(secret: Buffer): Secret {
  return new Secret({ buffer: new Uint8Array(secret).buffer })
}
