// The response to a client whose bytes never became a request.
import { type RejectionReason, reject } from '../kernel/rejection.ts'
import type { ConnectionProblem, RawResponse } from '../platform/http/listeners/bad-connections.ts'
import { errorBody, statusOfRejection } from './refusal.ts'
import { standardHeaders } from './write-response.ts'

const refusals: Readonly<Record<ConnectionProblem, readonly [RejectionReason, string]>> = {
  HEADERS_TOO_LARGE: ['HEADERS_TOO_LARGE', 'The request line and headers are too large.'],
  TIMED_OUT: ['REQUEST_TIMED_OUT', 'The request took too long to arrive.'],
  MALFORMED: ['MALFORMED_HTTP', 'The request is not valid HTTP.'],
}

export function badConnectionResponse(problem: ConnectionProblem, requestId: string): RawResponse {
  const rejection = reject(...refusals[problem])
  return {
    status: statusOfRejection(rejection),
    headers: { ...standardHeaders, 'x-request-id': requestId },
    body: JSON.stringify(errorBody(rejection, { supportCode: requestId })),
  }
}
