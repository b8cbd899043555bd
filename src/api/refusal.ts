// How a rejection looks on the wire: its HTTP status and its body.
import type { ErrorResponse } from '../contract/groups/call.ts'
import { scrubAccountNumbers } from '../kernel/account-numbers-in-text.ts'
import { omitUndefined } from '../kernel/omit-undefined.ts'
import { type ErrorCause, type Rejection, type RejectionReason, reject } from '../kernel/rejection.ts'

const statusByCause: Readonly<Record<ErrorCause, number>> = {
  INVALID_REQUEST: 400,
  REQUEST_REJECTED: 403,
  SERVER_FAILED: 500,
  SERVER_BUSY: 503,
}

const statusByReason: Partial<Readonly<Record<RejectionReason, number>>> = {
  INVALID_CREDENTIALS: 401,
  UNKNOWN_PATH: 404,
  UNKNOWN_VERSION: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMED_OUT: 408,
  BODY_TOO_LARGE: 413,
  ENCODING_UNSUPPORTED: 415,
  HEADERS_TOO_LARGE: 431,
  PERMISSIONS_ALTERED: 503,
}

export function statusOfRejection({ reason, cause }: Rejection): number {
  return statusByReason[reason] ?? statusByCause[cause]
}

const lengthMax = { field: 100, explanation: 1000 }

export function errorBody(
  { cause, reason, explanation, field, validationType }: Rejection,
  { supportCode, correlationId }: { supportCode: string; correlationId?: string | undefined },
): ErrorResponse {
  // No explanation belongs to these causes. The operator has to know, whoever passes the code on.
  const needsSupport = cause === 'SERVER_FAILED' || cause === 'REQUEST_REJECTED'
  const shownCode = reason === 'PERMISSIONS_ALTERED' ? `${reason} ${supportCode}` : supportCode
  return omitUndefined({
    correlationId,
    error: omitUndefined({
      cause,
      explanation: explanation ? safeExplanation(explanation) : undefined,
      field: field ? cut(field, lengthMax.field) : undefined,
      supportCode: needsSupport ? shownCode : undefined,
      validationType,
    }),
    result: 'ERROR' as const,
  })
}

/**
 * The last line of defence: whatever the source of the explanation, it contains no account number or control character.
 */
function safeExplanation(text: string): string {
  const printable = text.replace(/\p{Cc}/gu, '\ufffd')
  return cut(scrubAccountNumbers(printable), lengthMax.explanation)
}

function cut(text: string, max: number): string {
  return text.length <= max ? text : [...text].slice(0, max).join('')
}

export const overloaded = reject('OVERLOADED', 'The gateway is too busy to process this request. Nothing was executed.')

/** Taken in turn: clients that are refused together must not retry together. */
export const retrySeconds: readonly number[] = [3, 4, 5, 6, 7]
