// A merchant's set-up for wallets: keys, certificates and what payment pages show. Commands and the console use the same rules.
import type { KeyObject } from 'node:crypto'
import type { AuditStamp } from '../../audit/index.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type Explanation, explain } from '../../kernel/explanation.ts'
import type { Secret } from '../../kernel/secret.ts'
import type {
  CertificateRequest,
  CertificateRequests,
  ReadWalletCertificate,
  WalletCertificates,
  WalletKeyName,
  WalletKeySummary,
  WalletKeys,
  WalletPageName,
  WalletPages,
} from '../ports/wallet-keys.ts'
import { type Wallet, walletKeysMax } from '../rules/wallet.ts'

export interface WalletAdministrationDependencies {
  readonly walletKeys: WalletKeys
  readonly walletPages: WalletPages
  readonly certificateRequests: CertificateRequests
  readonly walletCertificates: WalletCertificates
}

interface Refusal {
  readonly kind: 'REFUSED'
  /** A sentence for the user. */
  readonly reason: Explanation
}

export interface NewKey {
  readonly merchantId: string
  readonly wallet: Wallet
  /** The merchant's name at the wallet. */
  readonly identifier: string
}

interface AddedWalletKey {
  readonly kind: 'ADDED'
  readonly key: WalletKeySummary
}

interface CreatedWalletKey extends AddedWalletKey {
  readonly registration: KeyRegistration
}

/** What the merchant gives the wallet: a certificate signing request for Apple, the public key for Google. */
export interface KeyRegistration {
  readonly kind: 'SIGNING_REQUEST' | 'PUBLIC_KEY'
  readonly text: string
}

/** A key that was made elsewhere. Payment pages do not use it before it is put in use: the wallet may not know it yet. */
export async function addWalletKey(
  key: NewKey,
  privateKey: KeyObject,
  by: AuditStamp,
  { walletKeys, walletCertificates }: Pick<WalletAdministrationDependencies, 'walletKeys' | 'walletCertificates'>,
): Promise<AddedWalletKey | Refusal> {
  const newKey = { ...key, publicKeyHash: walletCertificates.publicKeyHashOf(privateKey) }
  const result = await walletKeys.add({ ...newKey, privateKey }, by)
  if (result === 'KNOWN')
    return refused(
      explain('{merchant} already has this key ({hash}).', { merchant: key.merchantId, hash: newKey.publicKeyHash }),
    )
  if (result === 'TOO_MANY') return tooManyKeys
  return { kind: 'ADDED', key: { ...newKey, createdAt: by.at } }
}

const tooManyKeys = refused(
  explain('A merchant can have at most {number} keys for each wallet. Remove one first.', { number: walletKeysMax }),
)

/** A key that never leaves the gateway, for pages to use when the wallet knows it. */
export async function createWalletKey(
  key: NewKey,
  by: AuditStamp,
  { walletKeys, walletCertificates }: Pick<WalletAdministrationDependencies, 'walletKeys' | 'walletCertificates'>,
): Promise<CreatedWalletKey | Refusal> {
  const privateKey = walletCertificates.makeKey()
  const added = await addWalletKey(key, privateKey, by, { walletKeys, walletCertificates })
  if (added.kind === 'REFUSED') return added
  return { ...added, registration: await registrationOf(key, privateKey, walletCertificates) }
}

export async function findKeyRegistration(
  { merchantId, wallet, publicKeyHash }: WalletKeyName,
  { walletKeys, walletCertificates }: Pick<WalletAdministrationDependencies, 'walletKeys' | 'walletCertificates'>,
): Promise<KeyRegistration | undefined> {
  const keys = await walletKeys.findUsable(merchantId)
  const key = keys.find((each) => each.wallet === wallet && each.publicKeyHash === publicKeyHash)
  return key && registrationOf(key, key.privateKey, walletCertificates)
}

async function registrationOf(
  { wallet, identifier }: Pick<NewKey, 'wallet' | 'identifier'>,
  privateKey: KeyObject,
  certificates: WalletCertificates,
): Promise<KeyRegistration> {
  if (wallet === 'GOOGLE_PAY') return { kind: 'PUBLIC_KEY', text: certificates.publicKeyOf(privateKey) }
  return { kind: 'SIGNING_REQUEST', text: await certificates.signingRequest(privateKey, identifier) }
}

/**
 * Apple Pay: makes a key for the merchant's identity certificate. A certificate in use stays until that for this key is
 * stored; an earlier request is replaced.
 */
export async function requestIdentityCertificate(
  merchantId: string,
  by: AuditStamp,
  dependencies: Pick<WalletAdministrationDependencies, 'certificateRequests' | 'walletCertificates'>,
): Promise<KeyRegistration> {
  const privateKey = await dependencies.walletCertificates.makeIdentityKey()
  await dependencies.certificateRequests.set(applePay(merchantId), privateKey, by)
  return identityRegistration(merchantId, privateKey, dependencies)
}

export async function findIdentityRequest(
  merchantId: string,
  dependencies: Pick<WalletAdministrationDependencies, 'certificateRequests' | 'walletCertificates'>,
): Promise<KeyRegistration | undefined> {
  const request = await dependencies.certificateRequests.find(applePay(merchantId))
  return request && identityRegistration(merchantId, request.privateKey, dependencies)
}

async function identityRegistration(
  merchantId: string,
  privateKey: Secret,
  { walletCertificates }: Pick<WalletAdministrationDependencies, 'walletCertificates'>,
): Promise<KeyRegistration> {
  return { kind: 'SIGNING_REQUEST', text: await walletCertificates.signingRequest(privateKey, merchantId) }
}

export interface StoredCertificate {
  readonly kind: 'STORED'
  /** PROCESSING: of a key for payloads. IDENTITY: proves to Apple that a request comes from the merchant. */
  readonly use: 'PROCESSING' | 'IDENTITY'
  readonly fingerprint: string
  readonly expiresAt: Date
}

/**
 * Apple Pay: stores a certificate that Apple has issued. Its public key says what it is for: a key for payloads, the key of the
 * open request, or the identity key in use.
 */
export async function storeAppleCertificate(
  { merchantId, pem }: { readonly merchantId: string; readonly pem: string },
  by: AuditStamp,
  dependencies: WalletAdministrationDependencies & { readonly clock: Pick<Clock, 'now'> },
): Promise<StoredCertificate | Refusal> {
  const certificate = dependencies.walletCertificates.readCertificate(pem)
  if (certificate.kind === 'REFUSED') return certificate
  if (certificate.notAfter <= dependencies.clock.now()) return refused(explain('The certificate has expired.'))
  const { publicKeyHash, fingerprint, notAfter: expiresAt } = certificate
  const stored = { kind: 'STORED', fingerprint, expiresAt } as const
  const key = { merchantId, wallet: 'APPLE_PAY', publicKeyHash } as const
  if (await dependencies.walletKeys.setCertificate(key, { pem, expiresAt }, by)) return { ...stored, use: 'PROCESSING' }

  const name = applePay(merchantId)
  const identity = await findIdentityKey(name, certificate, dependencies)
  if (!identity) return refused(explain('The certificate belongs to no key of this merchant.'))
  // It replaces the present one at once.
  if (certificate.notBefore > dependencies.clock.now()) return refused(explain('The certificate is not valid yet.'))
  const page = (await dependencies.walletPages.list(merchantId)).find(({ wallet }) => wallet === name.wallet)
  if (!page) return refused(explain('Set the display name and the country for payment pages first.'))
  const { displayName, country } = page
  const set = { ...name, displayName, country, identity: { certificate: { pem, expiresAt }, privateKey: identity.key } }
  await dependencies.walletPages.set(set, by)
  if (identity.request) await dependencies.certificateRequests.remove(name, identity.request)
  return { ...stored, use: 'IDENTITY' }
}

async function findIdentityKey(
  name: WalletPageName,
  { publicKeyHash }: ReadWalletCertificate,
  { certificateRequests, walletPages, walletCertificates }: WalletAdministrationDependencies,
): Promise<{ readonly key: Secret; readonly request?: CertificateRequest } | undefined> {
  const isOfKey = (key: Secret | undefined) => key && walletCertificates.publicKeyHashOf(key) === publicKeyHash
  const request = await certificateRequests.find(name)
  if (request && isOfKey(request.privateKey)) return { key: request.privateKey, request }
  const pages = await walletPages.findUsable(name.merchantId)
  const used = pages.find(({ wallet }) => wallet === name.wallet)?.identity?.privateKey
  return used && isOfKey(used) ? { key: used } : undefined
}

function applePay(merchantId: string): WalletPageName {
  return { merchantId, wallet: 'APPLE_PAY' }
}

function refused(reason: Explanation): Refusal {
  return { kind: 'REFUSED', reason }
}
