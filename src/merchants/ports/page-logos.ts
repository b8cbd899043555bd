// The logos of merchants' payment pages. Which one is shown is in the merchant's profile, by its hash.
import type { PageLogoType } from '../rules/page-logo.ts'

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
