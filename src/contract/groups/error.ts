// What a refused request is answered with.
import { asSent, enumeration, string } from '../field-types.ts'
import { always, group, type InferResponse, type Rows } from '../row.ts'

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
