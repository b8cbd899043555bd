// Who calls and what they may do: a merchant's program by password or certificate, or a payer's device by the id of a session;
// and the operations that the credential permits.

import type { JsonObject } from '../contract/json/json.ts'
import type { Operation } from '../contract/operation.ts'
import { merchantIdRow } from '../contract/routes.ts'
import { FieldError } from '../contract/row.ts'
import type { Clock } from '../kernel/clock.ts'
import { credentialText, defaultCredentialName, scopePermits } from '../kernel/credential-scope.ts'
import { explain } from '../kernel/explanation.ts'
import { isRejection, type Rejection, reject } from '../kernel/rejection.ts'
import { Secret } from '../kernel/secret.ts'
import type { Vault } from '../keys/index.ts'
import type { ApiPassword, MerchantAccess, RegisteredCertificate } from '../merchants/index.ts'
import type { Store } from '../payments/index.ts'
import { oncePerInterval } from '../platform/concurrency/once-per-interval.ts'
import type { ListenerKind } from '../platform/http/request-origin.ts'
import type { Caller, UsedCredential } from '../requests/index.ts'
import {
  deviceOperations,
  isSessionId,
  payerAuthenticationOperations,
  type SessionStore,
  sessionLookupOf,
} from '../sessions/index.ts'
import type { ApiDependencies } from './dependencies.ts'

interface PresentedCredentials {
  readonly listenerKind: ListenerKind
  readonly authorization: string | undefined
  /** User and password from elsewhere than the header, which then does not count. */
  readonly login?: BasicCredentials | undefined
  readonly certificate: PresentedCertificate | undefined
}

interface PresentedCertificate {
  readonly fingerprint256: string
  readonly notBefore: Date
  readonly notAfter: Date
}

export interface BasicCredentials {
  readonly userId: string
  readonly password: string
}

interface AuthenticationDependencies {
  readonly store: Pick<Store, 'findMerchant'>
  readonly sessions: SessionStore
  readonly vault: Vault
  readonly clock: Clock
}

export async function authenticate(
  request: RequestPath,
  credentials: PresentedCredentials,
  dependencies: AuthenticationDependencies,
): Promise<Caller | Rejection> {
  const { merchantId } = request
  const { store, vault, clock } = dependencies
  const basic = credentials.login ?? parseBasic(credentials.authorization)
  const offersCertificate = credentials.listenerKind === 'mtls'
  if (offersCertificate && !credentials.certificate) return invalidCredentials
  if (credentials.authorization !== undefined && !basic) return invalidCredentials
  if (!offersCertificate && !basic && offeredSession(request, basic) === undefined) return invalidCredentials

  if (!isMerchantId(merchantId)) return invalidCredentials
  const access = await store.findMerchant(merchantId)
  // An unknown merchant takes as much time as a known one.
  const password = basic && matchingPassword(basic, merchantId, access, vault)
  const isPasswordRight = password !== undefined
  const sessionId = isPasswordRight || offersCertificate ? undefined : offeredSession(request, basic)
  const isDevice = sessionId !== undefined && (await countDeviceCall(merchantId, sessionId, dependencies))
  if (!access?.merchant.profile.isEnabled) return invalidCredentials
  const { merchant } = access
  if (isDevice) {
    const deviceSession = new Secret('CREDENTIAL', sessionId)
    return { kind: 'CALLER', merchant, hasCertificate: false, isDevice, deviceSession }
  }
  if (!isPasswordRight && (basic || !offersCertificate)) return invalidCredentials
  const byPassword = password ? [usedPassword(password)] : []
  if (!offersCertificate) return { kind: 'CALLER', merchant, hasCertificate: false, isDevice, credentials: byPassword }

  const certificate = knownCertificate(credentials.certificate, access, clock)
  if (isRejection(certificate)) return certificate
  return {
    kind: 'CALLER',
    merchant,
    hasCertificate: true,
    isDevice,
    credentials: [usedCertificate(certificate), ...byPassword],
  }
}

/** No merchant has another kind of id: the store is not queried for it, and its cache does not hold it. */
export function isMerchantId(text: string): boolean {
  return !(merchantIdRow.type.read(text) instanceof FieldError)
}

/** Some public clients, a mobile library among them, leave out the scheme: the rest is the same. */
export function parseBasic(authorization: string | undefined): BasicCredentials | undefined {
  const encoded = /^(?:Basic +)?([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization ?? '')?.[1]
  if (!encoded) return undefined
  const decoded = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  return colon < 0 ? undefined : { userId: decoded.slice(0, colon), password: decoded.slice(colon + 1) }
}

const dummyPasswordHash = { keyId: undefined, hash: Buffer.alloc(32) }

function matchingPassword(
  { userId, password }: BasicCredentials,
  merchantId: string,
  access: MerchantAccess | undefined,
  vault: Vault,
): ApiPassword | undefined {
  const stored = access?.passwords ?? []
  let right: ApiPassword | undefined
  for (const each of stored)
    if (vault.matches('PASSWORD', credentialText({ merchantId, ...each }, password), each.hash)) right = each
  if (stored.length === 0)
    vault.matches('PASSWORD', password, { ...vault.keyedHash('PASSWORD', ''), hash: dummyPasswordHash.hash })
  const mayUsePassword = access?.merchant.profile.authenticationMethods.includes('PASSWORD') ?? false
  return mayUsePassword && userId === `merchant.${merchantId}` ? right : undefined
}

function usedPassword({ slot, name = defaultCredentialName, operations }: ApiPassword): UsedCredential {
  return { slot, name, operations }
}

function usedCertificate({ fingerprint, name = fingerprint, operations }: RegisteredCertificate): UsedCredential {
  return { fingerprint, name, operations }
}

/** Registered certificates are identified by fingerprint; the subject is not trusted. */
function knownCertificate(
  presented: PresentedCertificate | undefined,
  { merchant, certificates }: MerchantAccess,
  clock: Clock,
): RegisteredCertificate | Rejection {
  const registered = certificates.find(({ fingerprint }) => fingerprint === presented?.fingerprint256)
  if (!presented || !registered || !merchant.profile.authenticationMethods.includes('CERTIFICATE'))
    return invalidCredentials
  const now = clock.now()
  if (registered.revokedAt || now < presented.notBefore || now >= presented.notAfter)
    return reject('CERTIFICATE_REFUSED')
  return registered
}

/**
 * Payers' devices: a caller with the id of a session may fill that session and authenticate its payer, and nothing
 * else. From version 50 on the id is the password of HTTP Basic; before, an update without any credentials has it in
 * its path.
 */
export const invalidCredentials = reject('INVALID_CREDENTIALS', 'Invalid credentials.')

/** What is known of a request when its caller is authenticated: the path, and no body yet. */
interface RequestPath {
  readonly merchantId: string
  /** The session that the path names. */
  readonly sessionId?: string | undefined
  /** Unknown versions are refused after credentials. */
  readonly version: number | undefined
  readonly operations: readonly Operation[]
}

/** Below this version devices send no credentials, but name the operation. */
const firstVersionWithPassword = 50
const namesBeforePasswords: readonly unknown[] = ['UPDATE_PAYER_DATA', 'UPDATE_SESSION']

/** The session whose id a device may be using as its credential; undefined when the request cannot be a device's. */
function offeredSession(
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
function countDeviceCall(
  merchantId: string,
  sessionId: string,
  { sessions, vault, clock }: { sessions: SessionStore; vault: Vault; clock: Clock },
): Promise<boolean> {
  return sessions.countAuthentication(sessionLookupOf(sessionId, { merchantId }, vault), clock.expiryTime())
}

/** A device's request beyond its permissions gets the same response as wrong credentials. */
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

// Least privilege: a program may do what its credential permits, and nothing else.

const notedEveryMs = 60_000
const notedMax = 10_000

/**
 * Refuses what the credential does not permit; with a password beside a certificate, both must. The audit log has an
 * entry for the first refusal of an operation within a minute in each process: a program that keeps trying does not
 * fill it.
 */
export function operationPermissionChecker({ audit, clock }: Pick<ApiDependencies, 'audit' | 'clock'>) {
  const mayNote = oncePerInterval(notedMax)
  return async ({ merchant, credentials = [] }: Caller, operation: string): Promise<Rejection | undefined> => {
    const lacking = credentials.find(({ operations }) => !scopePermits(operations, operation))
    if (!lacking) return undefined
    const { operations: _, ...credential } = lacking
    const key = JSON.stringify([merchant.id, credential, operation])
    if (mayNote(key, notedEveryMs)) {
      const actor = `merchant.${merchant.id}`
      const subject = { operation, credential }
      await audit.append({ merchantId: merchant.id, actor, action: 'OPERATION_REFUSED', subject, at: clock.now() })
    }
    return reject(
      'OPERATION_NOT_PERMITTED',
      explain('The credential {name} does not permit {operation}.', { name: lacking.name, operation }),
    )
  }
}
