// The wallets that merchants offer on hosted pages.

import type { AuditStamp } from '../../audit/ports/audit.ts'
import type { Secret } from '../../kernel/secret.ts'
import type { Wallet } from '../rules/wallet.ts'
import type { WalletCertificate } from './wallet-certificates.ts'

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
