// How services answer: with what was asked for, or with a problem in words.

import { type Explanation, explain, explanationText, type WrittenText } from '../kernel/explanation.ts'
import type { Rejection, RejectionReason } from '../kernel/rejection.ts'
import type { Permission } from '../kernel/user.ts'
import type { BodyResponse, ConsoleRefusal, ConsoleResponse } from './route.ts'

/** With the type of its body, which the console's pages import: okResponse<OrderDetailsBody>(...). None is inferred, so that a
 * body without a named type does not compile. */
export function okResponse<Body extends object = never>(body: NoInfer<Body>): BodyResponse {
  return { status: 200, body }
}

export function createdResponse<Body extends object = never>(body: NoInfer<Body>): BodyResponse {
  return { status: 201, body }
}

/** Something else has to happen before it takes effect. */
export function acceptedResponse<Body extends object = never>(body: NoInfer<Body>): BodyResponse {
  return { status: 202, body }
}

export const noContent: ConsoleResponse = { status: 204 }

/** A text that the code does not contain cannot have a translation: it is the value of a sentence. */
export function consoleRefusal<Text extends string = never>(
  status: ConsoleRefusal['status'],
  code: string,
  explanation: WrittenText<Text> | Explanation,
  field?: string,
): ConsoleRefusal {
  const explained = typeof explanation === 'object' && hasValues(explanation) ? explanation : undefined
  const problem = { code, explanation: explanationText(explanation), explained, field }
  return { status, problem }
}

/** Of a sentence alone, the text is the same. */
function hasValues({ values, next }: Explanation): boolean {
  return next !== undefined || Object.keys(values).length > 0
}

export function unknownResource(what: string): ConsoleRefusal {
  return { status: 404, problem: { code: 'NOT_FOUND', explanation: `No such ${what}.` } }
}

/** A user can give only permissions of their own. */
export function missingPermissions(permissions: readonly Permission[]): ConsoleRefusal {
  return consoleRefusal(
    403,
    'LACKS_PERMISSIONS',
    explain('You do not have these permissions yourself: {permissions}.', { permissions: permissions.join(', ') }),
  )
}

export function isConsoleRefusal(value: object): value is ConsoleRefusal {
  return 'problem' in value
}

/** What a request says is wrong (422), rather than what the order, as it is, allows (409). */
const invalidRequestReasons: ReadonlySet<RejectionReason> = new Set([
  'AMOUNT_EXCEEDED',
  'CARD_NUMBER_WRONG',
  'CURRENCY_DIFFERS',
  'CURRENCY_NOT_PERMITTED',
  'FIELD_INVALID',
  'FIELD_MISSING',
  'FIELD_UNSUPPORTED',
  'NO_SOURCE_OF_FUNDS',
  'SESSION_NOT_FILLED',
  'TARGET_NEEDED',
  'TARGET_UNSUITABLE',
  'TOO_MANY_DECIMALS',
])

const unknownThings: ReadonlySet<RejectionReason> = new Set(['UNKNOWN_ORDER', 'UNKNOWN_TOKEN', 'UNKNOWN_TRANSACTION'])

/** An operation's rejection, in the console's terms: the reason is the code. */
export function refusalForRejection(rejection: Rejection): ConsoleRefusal {
  const { reason, cause, field } = rejection
  const words = explanationOf(rejection) ?? explain('Rejected: {reason}.', { reason })
  if (unknownThings.has(reason)) return consoleRefusal(404, reason, words)
  if (reason === 'OPERATION_NOT_PERMITTED') return consoleRefusal(403, reason, words)
  if (cause === 'SERVER_BUSY') return consoleRefusal(503, reason, words)
  if (cause === 'REQUEST_REJECTED') return consoleRefusal(403, reason, words)
  return consoleRefusal(invalidRequestReasons.has(reason) ? 422 : 409, reason, words, field)
}

/** A test collects the texts of all rejections that services of the console can answer with. */
export function explanationOf({ explained, explanation }: Rejection): Explanation | undefined {
  return explained ?? (explanation === undefined ? undefined : { sentence: explanation, values: {} })
}
