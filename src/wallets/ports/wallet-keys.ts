// The keys of merchants for what wallets encrypt.
import type { KeyObject } from 'node:crypto'
import type { AuditStamp } from '../../audit/ports/audit.ts'
import type { Wallet } from '../rules/wallet.ts'
import type { WalletCertificate } from './wallet-certificates.ts'

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
