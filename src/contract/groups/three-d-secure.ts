// Payer authentication done before this request: by the merchant (3-D Secure results), or by an earlier operation of
// the gateway.
import { asciiText, digits, enumeration, string } from '../field-types.ts'
import { base64 } from '../format-types.ts'
import { always, canonically, group, required } from '../row.ts'

/** The result of an authentication made elsewhere. The values are echoed, and used unaltered. */
export const threeDSecure = group({
  acsEci: digits(1, 2),
  authenticationStatus: enumeration([
    'AUTHENTICATION_ATTEMPTED',
    'AUTHENTICATION_NOT_AVAILABLE',
    'AUTHENTICATION_SUCCESSFUL',
  ]),
  authenticationToken: base64(28, 32),
  enrollmentStatus: always(required(enumeration(['ENROLLED', 'ENROLLMENT_STATUS_UNDETERMINED', 'NOT_ENROLLED']))),
  xid: base64(28),
})

/** The id of an enrollment check made with the gateway. */
export const threeDSecureId = asciiText(1, 64)

/** Both under the names they have on the wire. */
export const threeDSecureOnWire = {
  '3DSecure': canonically('threeDSecure', threeDSecure),
  '3DSecureId': canonically('threeDSecureId', threeDSecureId),
}

/** The payer authentication transaction on the same order, about version 50 and later. */
export const authentication = group({ transactionId: string(1, 40) })

/** How far payer authentication has come, on the order and on the transaction. */
export const authenticationStatus50 = enumeration([
  'AUTHENTICATION_ATTEMPTED',
  'AUTHENTICATION_AVAILABLE',
  'AUTHENTICATION_EXEMPT',
  'AUTHENTICATION_FAILED',
  'AUTHENTICATION_INITIATED',
  'AUTHENTICATION_NOT_IN_EFFECT',
  'AUTHENTICATION_NOT_SUPPORTED',
  'AUTHENTICATION_PENDING',
  'AUTHENTICATION_REJECTED',
  'AUTHENTICATION_REQUIRED',
  'AUTHENTICATION_SUCCESSFUL',
  'AUTHENTICATION_UNAVAILABLE',
])
