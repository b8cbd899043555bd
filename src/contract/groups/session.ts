// The session: values of a request that are stored until an operation uses them.
import { asciiText, enumeration } from '../field-types.ts'
import { integer, orDigits } from '../number-types.ts'
import { always, group, secret, transient } from '../row.ts'

const id = asciiText(31, 35)
const version = asciiText(10, 10)

/**
 * The session that completes the request. Anyone who has the id can use its values, so it is a credential; no response of
 * a transaction echoes it.
 */
export const session = group({
  id: secret('CREDENTIAL', id),
  version,
})

/** The version the session must still have for the call to change it. */
export const sessionLock = transient(group({ version: transient(version) }))

// How many calls may use the session's id as their password.
const authenticationLimit = orDigits(integer(0, 9999))

/** What a merchant may ask of a new session. */
export const sessionToCreate50 = group({ authenticationLimit })

const responseRows = {
  id: always(id),
  updateStatus: always(enumeration(['FAILURE', 'NO_UPDATE', 'SUCCESS'])),
  version: always(version),
}

/** The session as answers describe it. */
export const sessionResponse15 = group(responseRows)
export const sessionResponse50 = group({ authenticationLimit: always(authenticationLimit), ...responseRows })

/** A new session, with the key that protects what comes back through the payer's browser; returned this once only. */
export const createdSession50 = group({
  aes256Key: always(asciiText(44, 44)), // Base64 of 32 bytes
  authenticationLimit: always(authenticationLimit),
  ...responseRows,
})
