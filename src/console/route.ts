// What a service of the console is: one table of them, from which routing, access and the test of access are all made.

import type { JsonObject } from '../contract/json/json.ts'
import type { Explanation } from '../kernel/explanation.ts'
import type { Permission, UserKey } from '../kernel/user.ts'
import type { DataAge } from '../reports/index.ts'
import type { ConsoleSession } from '../users/index.ts'

/**
 * Who may call.
 *
 * - PUBLIC: all callers; signing in.
 * - SELF: signed-in users, about themselves; also with a password that must be changed.
 * - USER: signed-in users with the permission, about themselves.
 * - MERCHANT: users of the merchant in the path, and the operator's users, with the permission.
 * - OPERATOR: the operator's users with the permission.
 *
 * Sensitive calls (outgoing money, secrets, users' permissions) require a recent second factor.
 */
export type RouteAccess =
  | { readonly kind: 'PUBLIC' }
  | { readonly kind: 'SELF' }
  | {
      readonly kind: 'USER' | 'MERCHANT' | 'OPERATOR'
      readonly permission: RequiredPermission
      readonly isSensitive?: true
    }

/** A permission; of several one is sufficient. */
export type RequiredPermission = Permission | readonly [Permission, Permission, ...Permission[]]

export function requiredPermissions(permission: RequiredPermission): readonly Permission[] {
  return typeof permission === 'string' ? [permission] : permission
}

export interface ConsoleRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below /console/api; of MERCHANT it begins with /merchants/:merchantId. */
  readonly path: `/${string}`
  /** A sentence without its subject, for the guide. */
  readonly purpose: string
  readonly access: RouteAccess
  readonly handle: (call: ConsoleCall) => Promise<ConsoleResponse>
}

export interface ConsoleCall {
  /** The X-Request-Id of the response, by which people find what was done. */
  readonly requestId: string
  /** Undefined on PUBLIC routes only. */
  readonly session: ConsoleSession | undefined
  /** What the login is proved by; a secret. */
  readonly token: string | undefined
  /** The client's network, for limits. */
  readonly clientNetwork: string
  /** The client's address, for the audit. */
  readonly clientAddress: string
  /** Identifies the browser as one that the user has signed in with before. */
  readonly browserToken: (user: UserKey) => string | undefined
  readonly ids: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: JsonObject
}

export type ConsoleResponse =
  | BodyResponse
  /** A file that is written while it is sent. */
  | {
      readonly status: 200
      readonly csv: AsyncIterable<string>
      readonly fileName: string
      /** Of data from a standby. */
      readonly age?: DataAge | undefined
    }
  | { readonly status: 204; readonly endsConsoleSession?: true }
  | ConsoleRefusal

/** A body is JSON; amounts are strings in it, times ISO 8601. Its type is one of response-bodies/. */
export interface BodyResponse {
  readonly status: 200 | 201 | 202
  readonly body: object
  /** A login that begins with this answer, and ends then. */
  readonly startedSession?: { readonly token: string; readonly expiresAt: Date }
  /** Identifies the browser at the user's next sign-in. */
  readonly knownBrowser?: { readonly token: string; readonly user: UserKey }
}

export interface ConsoleRefusal {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503
  readonly problem: ConsoleProblem
}

export interface ConsoleProblem {
  /** In capitals, for programs. */
  readonly code: string
  /** A sentence, for users. */
  readonly explanation: string
  /** The same sentence with its values apart, where it has some: the console translates it. */
  readonly explained?: Explanation | undefined
  /** The wrong field of the body or query. */
  readonly field?: string | undefined
}
