// Merchants as the operator's commands and console change them.

import type { AuditStamp } from '../../audit/ports/audit.ts'
import type { Merchant, MerchantProfile } from '../rules/merchant.ts'
import type { ApiPassword, CredentialStore, RegisteredCertificate } from './credentials.ts'
/** A merchant with its credentials. */
export interface MerchantAccess {
  readonly merchant: Merchant
  readonly passwords: readonly ApiPassword[]
  readonly certificates: readonly RegisteredCertificate[]
}

/** What the operator's commands change. Each change writes its audit log entry in its own commit. */
export interface MerchantStore extends CredentialStore {
  list(): Promise<readonly Merchant[]>
  find(merchantId: string): Promise<MerchantAccess | undefined>
  /** Together with its token repository, unless that exists already. False when the id is taken. */
  create(merchant: Merchant, by: AuditStamp): Promise<boolean>
  /**
   * Changes the current profile, so that no concurrent change is lost; a code returned in its place changes nothing.
   * Undefined when there is no such merchant. The token repository that the profile names must exist.
   */
  change<Refusal extends string = never>(
    merchantId: string,
    change: (profile: MerchantProfile) => MerchantProfile | Refusal,
    by: AuditStamp,
  ): Promise<MerchantProfile | Refusal | undefined>
}

/** Where a request finds its merchant. */
export interface MerchantReader {
  findMerchant(merchantId: string): Promise<MerchantAccess | undefined>
}
