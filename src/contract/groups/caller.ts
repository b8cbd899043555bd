// The caller and its own id of the call: fields beside the payment, common to all transaction operations.
import { string } from '../field-types.ts'
import { canonically, decided, FieldError, type FieldType, field, group, transient } from '../row.ts'

// Documented as 1-100, but an id that the caller gives to the call must never make the call fail, whatever its length.
const anyLength: FieldType<string> = {
  name: 'String',
  bounds: '1-100, not checked',
  requestSchema: { type: 'string' },
  answerSchema: { type: 'string' },
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
