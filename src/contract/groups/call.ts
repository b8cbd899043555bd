// Fields beside the payment, common to many operations: the caller, its own id of the call, the form of the response, and the error.
import { asSent, enumeration, string } from '../field-types.ts'
import {
  always,
  canonically,
  decided,
  FieldError,
  type FieldType,
  field,
  group,
  type InferResponse,
  type Rows,
  transient,
} from '../row.ts'

// Documented as 1-100, but an id that the caller gives to the call must never make the call fail, whatever its length.
const anyLength: FieldType<string> = {
  name: 'String',
  bounds: '1-100, not checked',
  requestSchema: { type: 'string' },
  responseSchema: { type: 'string' },
  read(value) {
    if (typeof value !== 'string') return new FieldError('must be a JSON string')
    if (!value.isWellFormed() || value.includes('\0'))
      return new FieldError('holds a NUL character or half of a surrogate pair')
    return value
  },
}

/** The caller's own name for this call: echoed, never stored. */
export const correlationId = decided('choices', transient(field(anyLength)))

export const partnerSolutionId = string(1, 40)

/** The user who initiated the transaction. */
export const userId = string(1, 256)

/** The same user under the newer name. */
export const initiator = group({ userId: canonically('userId', userId) })

/** UNMASK asks for clear account numbers; any other value asks for nothing. Part of the call, not of the payment. */
export const responseControls = transient(group({ sensitiveData: transient(string(1, 50)) }))

/** Only the members that apply are sent. */
const error = group({
  cause: always(enumeration(['INVALID_REQUEST', 'REQUEST_REJECTED', 'SERVER_BUSY', 'SERVER_FAILED'])),
  explanation: string(1, 1000),
  field: string(1, 100),
  supportCode: string(1, 100),
  validationType: enumeration(['INVALID', 'MISSING', 'UNSUPPORTED']),
})

export const errorRows = {
  correlationId: asSent(),
  error: always(error),
  result: always(enumeration(['ERROR'])),
} satisfies Rows

export type ErrorResponse = InferResponse<typeof errorRows>
