// The one way to the gateway's services: sends what the console's pages must send, and answers what they need not know.
import { english } from '../language/text.ts'
import type { Jsonified } from './json.ts'
import { ApiProblem, unreachable } from './problem.ts'

const root = '/console/api'

export type ServiceMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Query = Readonly<Record<string, string | number | boolean | undefined>>

export interface ServiceCall {
  readonly method: ServiceMethod
  /** Below /console/api; made with `path` so that ids are escaped. */
  readonly path: string
  readonly query?: Query
  readonly body?: object
  readonly signal?: AbortSignal
}

/** What the session does when a call needs the user to act first. */
export interface SessionHandler {
  /** The session has ended. */
  onSignedOut(): void
  /** Asks for a code of the second factor. False when the user cancels. */
  requestSecondFactor(): Promise<boolean>
  /** Reads the current session again, with the value for x-tollgate-csrf. True when it is the same user. */
  renew(): Promise<boolean>
}

let csrf: string | undefined
let sessionHandler: SessionHandler | undefined

export function setCsrfToken(value: string | undefined): void {
  csrf = value
}

export function setSessionHandler(handler: SessionHandler): void {
  sessionHandler = handler
}

/** Writes a path with its ids escaped: path`/merchants/${merchantId}/orders`. */
export function path(texts: TemplateStringsArray, ...ids: readonly string[]): string {
  return String.raw({ raw: texts }, ...ids.map(encodeURIComponent))
}

export function serviceUrl(servicePath: string, query: Query = {}): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  const text = new URLSearchParams(parameters).toString()
  return root + servicePath + (text && `?${text}`)
}

/**
 * Calls a service; throws an ApiProblem when it refuses. A stale second factor is asked for, and the call repeated. Body is the
 * type that the service gives its response, of src/console/response-bodies; void where it has none.
 */
export async function send<Body>(call: ServiceCall): Promise<Jsonified<Body>> {
  try {
    return await sendOnce<Body>(call)
  } catch (error) {
    if (!(error instanceof ApiProblem) || !sessionHandler) throw error
    // Another tab has renewed the login, and with it the value.
    if (error.code === 'WRONG_CSRF') {
      if (!(await sessionHandler.renew())) throw userChanged
      return sendOnce<Body>(call)
    }
    if (error.code === 'STALE_SECOND_FACTOR') {
      if (!(await sessionHandler.requestSecondFactor())) throw cancelled
      return sendOnce<Body>(call)
    }
    if (error.code === 'SIGNED_OUT') sessionHandler.onSignedOut()
    if (error.code === 'PASSWORD_MUST_CHANGE') await sessionHandler.renew()
    throw error
  }
}

/** What one user began must not be done in the name of another who has signed in in the same browser. */
const userChanged = new ApiProblem(403, {
  code: 'SOMEBODY_ELSE',
  explanation: english('No changes were made: another user is now signed in in this browser.'),
})

const cancelled = new ApiProblem(403, {
  code: 'CANCELLED',
  explanation: english('No changes were made: identity verification was cancelled.'),
})

/** Without asking the user for anything; for signing in itself. */
export async function sendOnce<Body>({
  method,
  path: servicePath,
  query,
  body,
  signal,
}: ServiceCall): Promise<Jsonified<Body>> {
  let answer: Response
  try {
    answer = await fetch(serviceUrl(servicePath, query), {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      headers: {
        accept: 'application/json',
        ...(method !== 'GET' && { 'content-type': 'application/json' }),
        ...(method !== 'GET' && csrf !== undefined && { 'x-tollgate-csrf': csrf }),
      },
      ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
      ...(signal && { signal }),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiProblem(0, unreachable)
  }
  if (answer.status === 204) return undefined as Jsonified<Body>
  const read: unknown = await answer.json().catch(() => unreachable)
  if (!answer.ok) throw new ApiProblem(answer.status, problemIn(read))
  return read as Jsonified<Body>
}

function problemIn(read: unknown) {
  const isProblem = typeof read === 'object' && read !== null && 'code' in read && 'explanation' in read
  return isProblem ? (read as typeof unreachable) : unreachable
}
