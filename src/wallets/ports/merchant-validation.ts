// Proves to Apple, on the payer's way to the sheet, that a page belongs to the merchant.
import type { MerchantIdentity } from './wallet-pages.ts'

export interface MerchantValidationRequest {
  /** From the payer's browser: called only if it is one of Apple's. */
  readonly validationUrl: string
  /** Apple's merchant identifier. */
  readonly identifier: string
  readonly displayName: string
  /** The name of the host that the page is on. */
  readonly domain: string
  readonly identity: MerchantIdentity
}

/**
 * - validated: what the browser passes on to the sheet; its content is Apple's own.
 * - refused: the URL is not one of Apple's, and nothing was called.
 * - failed: Apple did not accept the merchant, or did not answer.
 */
export type MerchantValidationResult =
  | { readonly kind: 'VALIDATED'; readonly merchantSession: object }
  | { readonly kind: 'REFUSED' | 'FAILED'; readonly why: string }

export interface MerchantValidation {
  validate(request: MerchantValidationRequest): Promise<MerchantValidationResult>
}
