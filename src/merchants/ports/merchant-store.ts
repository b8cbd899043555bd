// Merchants as the operator's commands and console change them, their token repositories, and the logos of their
// payment pages.
import type { AuditStamp } from '../../audit/ports/audit.ts'
import type { Merchant, MerchantProfile } from '../rules/merchant.ts'
import type { PageLogoType } from '../rules/page-theme.ts'
import type { TokenRepository } from '../rules/token-repository.ts'
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

/** An explicitly created one; those of sub-merchants follow from it and are not listed. */
export interface ListedRepository {
  readonly repository: TokenRepository
  /** The merchants whose tokens are in it. */
  readonly merchantIds: readonly string[]
  /** Whether it, or a sub-merchant's that follows from it, contains any. */
  readonly hasTokens: boolean
}

/**
 * Each change writes an entry to the operator's audit log, since several merchants may share one, in its own commit.
 */
export interface TokenRepositories {
  /** By the id of an explicitly created one. */
  find(repositoryId: string): Promise<ListedRepository | undefined>
  list(): Promise<readonly ListedRepository[]>
  /** False when the id is taken. */
  create(repository: TokenRepository, by: AuditStamp): Promise<boolean>
  /** HOLDS_TOKENS when it has tokens and their naming or management would change. */
  update(repository: TokenRepository, by: AuditStamp): Promise<'UPDATED' | 'HOLDS_TOKENS' | 'UNKNOWN'>
}

export interface PageLogo {
  /** SHA-256 of the content, in hexadecimal. */
  readonly hash: string
  readonly contentType: PageLogoType
  readonly content: Buffer
}

export interface PageLogos {
  /** Only the one that the merchant's profile names. */
  find(merchantId: string, hash: string): Promise<PageLogo | undefined>
  /** Stored once, however often it is added. */
  add(merchantId: string, logo: PageLogo): Promise<void>
  /** Removes those that the merchant's profile does not name, unless they were added in the last minute. */
  removeUnused(merchantId: string): Promise<void>
}
