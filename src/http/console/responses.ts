// How services answer: with what was asked for, or with a problem in words.

import type { Rejection, RejectionReason } from '../../domain/rejection.ts'
import type { Right } from '../../domain/users/user.ts'
import type { ConsoleAnswer, Refusal } from './route.ts'

export function ok(body: object): ConsoleAnswer {
  return { status: 200, body }
}

export function made(body: object): ConsoleAnswer {
  return { status: 201, body }
}

export const done: ConsoleAnswer = { status: 204 }

export function refusal(status: Refusal['status'], code: string, explanation: string, field?: string): Refusal {
  return { status, problem: { code, explanation, ...(field !== undefined && { field }) } }
}

export function unknown(what: string): Refusal {
  return refusal(404, 'NOT_FOUND', `There is no such ${what}.`)
}

/** A user can give only rights of their own. */
export function lacksRights(rights: readonly Right[]): Refusal {
  return refusal(403, 'LACKS_RIGHTS', `You do not hold ${rights.join(', ')} yourself.`)
}

export function isRefusal(value: object): value is Refusal {
  return 'problem' in value
}

/** What a request says is wrong (422), rather than what the order, as it is, allows (409). */
const aboutTheRequest: ReadonlySet<RejectionReason> = new Set([
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

/** A story's no, in the console's terms: the reason is the code. */
export function refusalOf({ reason, cause, explanation, field }: Rejection): Refusal {
  const words = explanation ?? `It was refused: ${reason}.`
  if (unknownThings.has(reason)) return refusal(404, reason, words)
  if (reason === 'OPERATION_NOT_PERMITTED') return refusal(403, reason, words)
  if (cause === 'SERVER_BUSY') return refusal(503, reason, words)
  if (cause === 'REQUEST_REJECTED') return refusal(403, reason, words)
  return refusal(aboutTheRequest.has(reason) ? 422 : 409, reason, words, field)
}
