// Payers' devices: a caller with the id of a session may fill that session and authenticate its payer, and nothing
// else. From version 50 on the id is the password of HTTP Basic; before, an update without any credentials has it in
// its path.
import type { JsonObject } from '../../contract/json/json.ts'
import type { Operation, OperationName } from '../../contract/operation.ts'
import { type Rejection, reject } from '../../domain/rejection.ts'
import type { Secret } from '../../domain/secret.ts'
import { isSessionId } from '../../domain/sessions/session.ts'
import { sessionLookupOf } from '../../operations/sessions/find-session.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Vault } from '../../ports/keys/vault.ts'
import type { SessionStore } from '../../ports/sessions/session-store.ts'

export const invalidCredentials = reject('INVALID_CREDENTIALS', 'Invalid credentials.')

/** What is known of a request when its caller is authenticated: the path, and no body yet. */
export interface RequestPath {
  readonly merchantId: string
  /** The session that the path names. */
  readonly sessionId?: string | undefined
  /** Unknown versions are refused after credentials. */
  readonly version: number | undefined
  readonly operations: readonly Operation[]
}

/** Every operation a device may request; the first needs no name, because it has a separate path. */
const fillsSession: OperationName = 'UPDATE_SESSION'
export const payerAuthenticationOperations: readonly OperationName[] = ['AUTHENTICATE_PAYER', 'INITIATE_AUTHENTICATION']
const deviceOperations: readonly OperationName[] = [fillsSession, ...payerAuthenticationOperations]

/** Below this version devices send no credentials, but name the operation. */
const firstVersionWithPassword = 50
const namesBeforePasswords: readonly unknown[] = ['UPDATE_PAYER_DATA', 'UPDATE_SESSION']

/** The session whose id a device may be using as its credential; undefined when the request cannot be a device's. */
export function offeredSession(
  { merchantId, sessionId, version = firstVersionWithPassword, operations }: RequestPath,
  basic: { readonly userId: string; readonly password: string } | undefined,
): string | undefined {
  if (!operations.some(({ name }) => deviceOperations.includes(name))) return undefined
  const hasPassword = version >= firstVersionWithPassword
  if (hasPassword !== (basic !== undefined)) return undefined
  const offered = basic ? basic.password : sessionId
  if (offered === undefined || !isSessionId(offered)) return undefined
  if (basic && basic.userId !== `merchant.${merchantId}`) return undefined
  return sessionId === undefined || sessionId === offered ? offered : undefined
}

/** Whether such a session exists, with calls left. The response time does not reveal which merchants exist. */
export function countDeviceCall(
  merchantId: string,
  sessionId: string,
  { sessions, vault, clock }: { sessions: SessionStore; vault: Vault; clock: Clock },
): Promise<boolean> {
  return sessions.countAuthentication(sessionLookupOf(sessionId, { merchantId }, vault), clock.expiryTime())
}

/** A device's request beyond its rights gets the same response as wrong credentials. */
export function refuseDeviceRequest(
  session: Secret,
  { ids, version, body }: { ids: Readonly<Record<string, string>>; version: number; body: JsonObject },
): Rejection | undefined {
  const { apiOperation } = body
  if (ids['sessionId'] !== undefined) {
    const isUpdate = version >= firstVersionWithPassword || namesBeforePasswords.includes(apiOperation)
    return isUpdate ? undefined : invalidCredentials
  }
  const isAuthentication = payerAuthenticationOperations.some((name) => name === apiOperation)
  return isAuthentication && namedSession(body) === session.open() ? undefined : invalidCredentials
}

function namedSession({ session }: JsonObject): unknown {
  return (session as { id?: unknown } | null | undefined)?.id
}
