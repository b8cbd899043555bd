// Private keys of merchants whose certificate a wallet has still to issue.

import type { AuditStamp } from '../../audit/ports/audit.ts'
import type { Secret } from '../../kernel/secret.ts'
import type { WalletPageName } from './wallet-pages.ts'

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
