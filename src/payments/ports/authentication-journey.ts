// The progress of a payer authentication, as stored with its transaction.
import type { AcquirerLink } from '../../merchants/rules/merchant.ts'
import type { AuthenticationStatus } from '../rules/payer-authentication.ts'

export interface AuthenticationJourney {
  readonly kind: 'PAYER_AUTHENTICATION'
  readonly status: AuthenticationStatus
  readonly channel: AuthenticationChannel
  readonly purpose: 'ADD_CARD' | 'MAINTAIN_CARD' | 'PAYMENT_TRANSACTION'
  /** Identifies it in the URL that the access-control server sends the browser back to. */
  readonly redirectToken: string
  readonly version?: '3DS1' | '3DS2'
  readonly method?: { readonly url: string; readonly postData: string } | undefined
  /** The request to authenticate the payer, hashed under the key that the transaction's own request is hashed under. */
  readonly requestHash?: string
  /** Where the payer's browser goes with the result. Without it the merchant's program asks for the result. */
  readonly redirectResponseUrl?: string
  /** That address came from the payer's device, and the merchant has not named its origin. */
  readonly isUrlOfDevice?: true
  /** Where the payer's browser posts which values, while the payer has not answered. */
  readonly challenge?: NonNullable<PayerProof['challenge']> | undefined
  /** There was a challenge, which is over: the payer's browser comes back from the issuer's page. */
  readonly wasChallenged?: true
  readonly proof?: Omit<PayerProof, 'challenge'>
  /** Which acquirer is to take the payment; of an authentication that is no transaction, which has its own. */
  readonly link?: AcquirerLink
}

/**
 * Y authenticated, A attempted, I for information only, N failed, R rejected, U unavailable, C the payer has to answer
 * a challenge.
 */
export interface PayerProof extends Omit<AuthenticationProof, 'status'> {
  readonly status: 'A' | 'C' | 'I' | 'N' | 'R' | 'U' | 'Y'
  readonly acsTransactionId?: string
  readonly dsTransactionId?: string
  readonly protocolVersion?: string
  /** With C: where the payer's browser posts which values. */
  readonly challenge?: Challenge | undefined
}

export interface Challenge {
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
  /** Who else the browser comes by on its way back: the frame of the challenge must permit it. */
  readonly returnOrigin?: string
}

/** An access-control server's result: Y authenticated, A attempted, N failed, U not available. */
export interface AuthenticationProof {
  readonly status: 'A' | 'N' | 'U' | 'Y'
  readonly eci?: string
  readonly token?: string
  readonly xid?: string
}

export type AuthenticationChannel = 'MERCHANT_REQUESTED' | 'PAYER_APP' | 'PAYER_BROWSER'

/** One authentication in EMV 3-D Secure. */
export interface AuthenticationReference {
  /** Chosen before the first call. */
  readonly reference: string
  /** Which acquirer is to take the payment: some authenticate payers themselves. */
  readonly link: AcquirerLink
}
