// Network management (0800): sign-on, sign-off, echo and change of keys, asked by either side.
import { type Iso8583Message, type PartValues, writeTagged } from '../iso8583/index.ts'
import type { HostContext } from './context.ts'
import { codes } from './decide.ts'
import type { OfferedKey } from './keys.ts'
import { additionalData, readAdditional, tags } from './request.ts'

/** DE 70. */
export const functions = { signOn: '001', signOff: '002', keyChange: '101', echo: '301' } as const

/** Of a key that is refused, too. */
const securityViolation = '63'
const notSupported = '57'
const macKeyType = 'MAC'

/** The state of a connection that network management changes. */
export interface SignOnState {
  isSignedOn: boolean
}

/** The response code, and DE 48 where there is one. */
export interface NetworkResponse {
  readonly code: string
  readonly additional?: string
}

/** What changes something must be authenticated; anybody may sign on and send an echo. */
const authenticatedFunctions: ReadonlySet<string | undefined> = new Set([functions.signOff, functions.keyChange])

export function takeNetworkRequest(
  { message, key }: { readonly message: Iso8583Message; readonly key: Buffer | undefined },
  state: SignOnState,
  context: HostContext,
): NetworkResponse {
  if (context.keys.isUsed && !key && authenticatedFunctions.has(message.text(70))) return { code: securityViolation }
  switch (message.text(70)) {
    case functions.signOn: {
      const isRefused = context.refusesSignOn()
      state.isSignedOn = !isRefused
      return { code: isRefused ? codes.unavailable : codes.approved }
    }
    case functions.signOff:
      state.isSignedOn = false
      return { code: codes.approved }
    case functions.echo:
      return { code: codes.approved }
    case functions.keyChange:
      return changeKey(readAdditional(message), context)
    default:
      return { code: codes.wrongKind }
  }
}

/** With a key, it is taken; without one, the host makes it. */
function changeKey(additional: PartValues | undefined, { keys, state }: HostContext): NetworkResponse {
  if (!additional) return { code: codes.formatError }
  if (!keys.canChange) return { code: notSupported }
  const [sealed, checkValue = ''] = [additional[tags.key], additional[tags.checkValue]]
  const offered = sealed === undefined ? keys.offer() : keys.offered(sealed, checkValue)
  const adopted = offered && keys.adopt(offered)
  if (!offered || !adopted) return { code: securityViolation }
  state.record(adopted)
  if (sealed !== undefined) {
    keys.confirm(checkValue)
    return { code: codes.approved, additional: writeTagged(48, additionalData, { [tags.checkValue]: checkValue }) }
  }
  return { code: codes.approved, additional: keyFields(offered) }
}

/** DE 48 of a message that carries a key. */
export function keyFields({ sealed, checkValue }: OfferedKey): string {
  return writeTagged(48, additionalData, {
    [tags.keyType]: macKeyType,
    [tags.key]: sealed,
    [tags.checkValue]: checkValue,
  })
}
