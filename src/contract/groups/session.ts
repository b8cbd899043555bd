// The session that holds some of the request's values.
import { asciiText } from '../field-types.ts'
import { group, secret } from '../row.ts'

/** Which session completes the request. Who knows the id can use what it holds, so it is a credential; no answer of a
 * transaction echoes it. */
export const session = group({
  id: secret('CREDENTIAL', asciiText(31, 35)),
  version: asciiText(10, 10),
})
