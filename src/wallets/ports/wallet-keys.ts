// Merchants' keys and certificates for wallets, and the wallets that they offer on hosted pages.

import type { KeyObject } from 'node:crypto'
import type { AuditStamp } from '../../audit/ports/audit.ts'
import type { Explanation } from '../../kernel/explanation.ts'
import type { Secret } from '../../kernel/secret.ts'
import type { Wallet } from '../rules/wallet.ts'

export interface WalletKeyName {
  readonly merchantId: string
  readonly wallet: Wallet
  /** SHA-256 of the public key, in hexadecimal. */
  readonly publicKeyHash: string
}

/** A key as an operator may see it: everything but the key. */
export interface WalletKeySummary extends WalletKeyName {
  /** The merchant's name at the wallet: Apple's merchant identifier, Google's merchant id. */
  readonly identifier: string
  /** Apple Pay: what Apple has issued for the key, where the merchant has stored it. */
  readonly certificate?: WalletCertificate
  readonly createdAt: Date
  /** Since when payment pages use it. At most one key of a merchant and wallet has it. */
  readonly usedSince?: Date
}

export interface WalletKey extends WalletKeySummary {
  readonly privateKey: KeyObject
}

export interface NewWalletKey extends WalletKeyName {
  readonly identifier: string
  readonly privateKey: KeyObject
}

export interface WalletKeys {
  list(merchantId: string): Promise<readonly WalletKeySummary[]>
  /** Throws AccessRightsRefusedError when the rows are not as they were sealed. At most a second old. */
  findUsable(merchantId: string): Promise<readonly WalletKey[]>
  /** Not in use by pages yet. KNOWN when the merchant already has this key, TOO_MANY when there is no room for another. */
  add(key: NewWalletKey, by: AuditStamp): Promise<'ADDED' | 'KNOWN' | 'TOO_MANY'>
  /** Payment pages use this key from now on, in place of the previous one. False when the merchant has no such key. */
  putInUse(key: WalletKeyName, by: AuditStamp): Promise<boolean>
  /** False when the merchant has no such key. */
  setCertificate(key: WalletKeyName, certificate: WalletCertificate, by: AuditStamp): Promise<boolean>
  /** False when the merchant has no such key. */
  remove(key: WalletKeyName, by: AuditStamp): Promise<boolean>
}

/** The wallets that merchants offer on hosted pages. */
export interface WalletPageName {
  readonly merchantId: string
  readonly wallet: Wallet
}

/** What an operator may see of it: everything but the private key. */
export interface WalletPageSummary extends WalletPageName {
  /** Shown to the payer by the wallet. */
  readonly displayName: string
  /** Where the payment is processed, in three letters. */
  readonly country: string
  /** Apple Pay: proves to Apple that a request comes from the merchant. */
  readonly certificate?: WalletCertificate
  readonly updatedAt: Date
}

/** The identity that Apple knows a merchant by. */
export interface MerchantIdentity {
  readonly certificate: WalletCertificate
  /** In PEM. */
  readonly privateKey: Secret
}

export interface WalletPage extends Omit<WalletPageSummary, 'certificate'> {
  readonly identity?: MerchantIdentity | undefined
}

export type NewWalletPage = Omit<WalletPage, 'updatedAt'>

export interface WalletPages {
  list(merchantId: string): Promise<readonly WalletPageSummary[]>
  /** Throws AccessRightsRefusedError when the rows are not as they were sealed. At most a second old. */
  findUsable(merchantId: string): Promise<readonly WalletPage[]>
  /** Adds it, or replaces the merchant's previous settings of the same wallet; without an identity the previous one stays. */
  set(page: NewWalletPage, by: AuditStamp): Promise<void>
  /** False when the merchant does not offer this wallet. */
  remove(page: WalletPageName, by: AuditStamp): Promise<boolean>
}

/** Private keys of merchants whose certificate a wallet has still to issue. */
export interface CertificateRequest {
  /** In PEM. */
  readonly privateKey: Secret
  readonly createdAt: Date
}

export interface CertificateRequests {
  find(name: WalletPageName): Promise<CertificateRequest | undefined>
  /** Adds it, or replaces the merchant's previous one of the same wallet. */
  set(name: WalletPageName, privateKey: Secret, by: AuditStamp): Promise<void>
  /** Its certificate is there. A request that has replaced it meanwhile stays. */
  remove(name: WalletPageName, request: Pick<CertificateRequest, 'createdAt'>): Promise<void>
}

/** Keys and certificates for wallets: made, read and compared. */
export interface WalletCertificate {
  readonly pem: string
  readonly expiresAt: Date
}

/** A certificate as it was read. */
export interface ReadWalletCertificate {
  readonly kind: 'CERTIFICATE'
  /** SHA-256 of its DER form, in hexadecimal. */
  readonly fingerprint: string
  /** SHA-256 of its public key, in hexadecimal. */
  readonly publicKeyHash: string
  readonly notBefore: Date
  readonly notAfter: Date
}

export interface WalletCertificates {
  /** A private key on P-256 for what a wallet encrypts. */
  makeKey(): KeyObject
  /** A private key for an identity certificate, in PEM. */
  makeIdentityKey(): Promise<Secret>
  /** In PKCS #10, in PEM. */
  signingRequest(key: KeyObject | Secret, commonName: string): Promise<string>
  /** What a wallet encrypts for: an uncompressed point in base64. */
  publicKeyOf(key: KeyObject): string
  publicKeyHashOf(key: KeyObject | Secret): string
  readCertificate(pem: string): ReadWalletCertificate | { readonly kind: 'REFUSED'; readonly reason: Explanation }
}
