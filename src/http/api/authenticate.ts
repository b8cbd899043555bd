// Identifies the caller. There are two methods for merchants, HTTP Basic and client certificate, and one for payers'
// devices, the id of a session; every failure looks the same from outside and does not reveal which merchants exist.

import { merchantIdRow } from '../../contract/routes.ts'
import { FieldError } from '../../contract/row.ts'
import { type CredentialScope, credentialText, defaultCredentialName } from '../../domain/merchants/credential-scope.ts'
import type { Merchant } from '../../domain/merchants/merchant.ts'
import { isRejection, type Rejection, reject } from '../../domain/rejection.ts'
import { Secret } from '../../domain/secret.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Vault } from '../../ports/keys/vault.ts'
import type { ApiPassword, RegisteredCertificate } from '../../ports/merchants/credentials.ts'
import type { MerchantAccess, Store } from '../../ports/payments/store.ts'
import type { SessionStore } from '../../ports/sessions/session-store.ts'
import type { ListenerKind } from '../edge/listeners/open-listeners.ts'
import { countDeviceCall, invalidCredentials, offeredSession, type RequestPath } from './authenticate-device.ts'

export interface PresentedCredentials {
  readonly listenerKind: ListenerKind
  readonly authorization: string | undefined
  /** User and password from elsewhere than the header, which then does not count. */
  readonly login?: BasicCredentials | undefined
  readonly certificate: PresentedCertificate | undefined
}

export interface PresentedCertificate {
  readonly fingerprint256: string
  readonly notBefore: Date
  readonly notAfter: Date
}

export interface Caller {
  readonly kind: 'caller'
  readonly merchant: Merchant
  /** Unmasked values are only ever returned to a caller with a certificate. */
  readonly hasCertificate: boolean
  readonly isDevice: boolean
  /** Of a device: the session whose id it has. */
  readonly deviceSession?: Secret
  /**
   * The credentials of a merchant's program: a password, a certificate, or both. None when the gateway itself is the
   * caller.
   */
  readonly credentials?: readonly UsedCredential[]
}

export type UsedCredential = { readonly name: string; readonly operations: CredentialScope } & (
  | { readonly slot: number }
  | { readonly fingerprint: string }
)

export interface BasicCredentials {
  readonly userId: string
  readonly password: string
}

interface AuthenticationPorts {
  readonly store: Pick<Store, 'findMerchant'>
  readonly sessions: SessionStore
  readonly vault: Vault
  readonly clock: Clock
}

export async function authenticate(
  request: RequestPath,
  credentials: PresentedCredentials,
  ports: AuthenticationPorts,
): Promise<Caller | Rejection> {
  const { merchantId } = request
  const { store, vault, clock } = ports
  const basic = credentials.login ?? parseBasic(credentials.authorization)
  const offersCertificate = credentials.listenerKind === 'mtls'
  if (offersCertificate && !credentials.certificate) return invalidCredentials
  if (credentials.authorization !== undefined && !basic) return invalidCredentials
  const sessionId = offersCertificate ? undefined : offeredSession(request, basic)
  if (!offersCertificate && !basic && sessionId === undefined) return invalidCredentials

  if (!isMerchantId(merchantId)) return invalidCredentials
  const access = await store.findMerchant(merchantId)
  // An unknown merchant takes as much time as a known one.
  const password = basic && matchingPassword(basic, merchantId, access, vault)
  const isPasswordRight = password !== undefined
  const isDevice = !isPasswordRight && sessionId !== undefined && (await countDeviceCall(merchantId, sessionId, ports))
  if (!access?.merchant.profile.isEnabled) return invalidCredentials
  const { merchant } = access
  if (isDevice) {
    const deviceSession = new Secret('CREDENTIAL', sessionId)
    return { kind: 'caller', merchant, hasCertificate: false, isDevice, deviceSession }
  }
  if (!isPasswordRight && (basic || !offersCertificate)) return invalidCredentials
  const byPassword = password ? [usedPassword(password)] : []
  if (!offersCertificate) return { kind: 'caller', merchant, hasCertificate: false, isDevice, credentials: byPassword }

  const certificate = knownCertificate(credentials.certificate, access, clock)
  if (isRejection(certificate)) return certificate
  return {
    kind: 'caller',
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

export function parseBasic(authorization: string | undefined): BasicCredentials | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization ?? '')?.[1]
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
  const mayUsePassword = access?.merchant.profile.loginWays.includes('PASSWORD') ?? false
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
  if (!presented || !registered || !merchant.profile.loginWays.includes('CERTIFICATE')) return invalidCredentials
  const now = clock.now()
  if (registered.revokedAt || now < presented.notBefore || now >= presented.notAfter)
    return reject('CERTIFICATE_REFUSED')
  return registered
}
