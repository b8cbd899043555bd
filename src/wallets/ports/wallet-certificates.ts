// Keys and certificates for wallets: made, read and compared.
import type { KeyObject } from 'node:crypto'
import type { Explanation } from '../../kernel/explanation.ts'
import type { Secret } from '../../kernel/secret.ts'

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
