// Requests to the card schemes' directories and to the issuers' access-control servers, to have a payer authenticated.

import type { Secret } from '../../kernel/secret.ts'
import type { AcquirerLink } from '../../merchants/rules/merchant.ts'
import type {
  AuthenticationChannel,
  AuthenticationProof,
  AuthenticationReference,
  PayerProof,
} from '../../payments/ports/authentication-journey.ts'

/** Whether a card takes part in 3-D Secure 1. */
export type EnrollmentResult =
  /** The payer goes to the access-control server with the request; the reference comes back with its response. */
  | { readonly kind: 'ENROLLED'; readonly acsUrl: string; readonly paReq: string; readonly xid: string }
  | { readonly kind: 'NOT_ENROLLED' }
  /** The directory does not know, or does not respond. */
  | { readonly kind: 'UNDETERMINED' }
  /** The card's scheme does not offer it. */
  | { readonly kind: 'NOT_SUPPORTED' }

export type AcsResult =
  | { readonly kind: 'READ'; readonly proof: AuthenticationProof }
  /** Not signed by the server, altered, or about another authentication. */
  | { readonly kind: 'UNREADABLE' }

/** Which authentication a card supports, in EMV 3-D Secure. */
export type LookUpResult =
  | {
      readonly kind: 'AVAILABLE'
      readonly version: '3DS1' | '3DS2'
      readonly method?: { readonly url: string; readonly postData: string }
    }
  | { readonly kind: 'NOT_SUPPORTED' }
  /** It was answered, and not with a result. */
  | { readonly kind: 'UNAVAILABLE' }
  | { readonly kind: 'NO_ANSWER' }

export type AuthenticationResult =
  | { readonly kind: 'ANSWERED'; readonly proof: PayerProof }
  /** It was answered, and not with a result. */
  | { readonly kind: 'UNAVAILABLE' }
  | { readonly kind: 'NO_ANSWER' }

export interface PayerAuthentication extends EmvAuthentication {
  /** Whether the acquirer of this link authenticates payers itself, and takes their payments on the orders that this opens. */
  isAtAcquirer(link: AcquirerLink): boolean
  checkEnrollment(question: {
    readonly reference: string
    readonly number: Secret
    readonly expiry?: { readonly month: string; readonly year: string } | undefined
    readonly amountMinor: bigint
    readonly currency: string
    readonly merchantName: string
    /** Where the access-control server sends the browser with its response. */
    readonly returnUrl: string
  }): Promise<EnrollmentResult>
  /** Reads what came back through the payer's browser, and trusts it only as far as it is signed. */
  readResult(about: { readonly reference: string; readonly paRes: Secret }): Promise<AcsResult>
}

/** EMV 3-D Secure, which an acquirer may offer, too. */
export interface EmvAuthentication {
  lookUp(
    card: AuthenticationReference & {
      readonly number: Secret
      readonly currency: string
      readonly channel: AuthenticationChannel
      readonly purpose: string
    },
  ): Promise<LookUpResult>
  /** A repeat under one reference has no further effect; a different request under it gets no response. */
  authenticate(question: PayerToAuthenticate): Promise<AuthenticationResult>
  /** The current status of an authentication; the payer may have answered the challenge. */
  resultOf(target: AuthenticationReference): Promise<AuthenticationResult>
}

export interface PayerToAuthenticate extends AuthenticationReference {
  readonly number: Secret
  readonly expiry?: { readonly month: string; readonly year: string } | undefined
  readonly amountMinor: bigint
  readonly currency: string
  readonly merchantName: string
  readonly channel: AuthenticationChannel
  /** Where the access-control server sends the browser after a challenge. */
  readonly returnUrl: string
  readonly device?: object | undefined
}

/**
 * Markup that merchants embed in their own pages, which sends a payer's browser on to the issuer automatically. All
 * external values in it are escaped as text.
 */
export interface BrowserForms {
  /** 3-D Secure 1: posts the request to the access-control server. */
  toAccessControl(form: {
    readonly acsUrl: string
    readonly fields: Readonly<Record<string, string>>
    readonly title?: string | undefined
    readonly buttonText?: string | undefined
    /** As #RRGGBB. */
    readonly backgroundColor?: string | undefined
  }): string
  /** EMV 3-D Secure: lets the issuer inspect the payer's browser, in an invisible frame. */
  method(form: { readonly url: string; readonly postData: string }): string
  /** EMV 3-D Secure: the challenge, in a frame of the merchant's page. */
  challenge(form: { readonly url: string; readonly fields: Readonly<Record<string, string>> }): string
  /** EMV 3-D Secure without a challenge: takes the result to the merchant's own URL, in the frame of a challenge. */
  result(form: { readonly url: string; readonly fields: Readonly<Record<string, string>> }): string
}
