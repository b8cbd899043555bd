// The token service of the card schemes: gives tokens of theirs for cards, and tells what becomes of them.
import type { Expiry } from '../../domain/payments/instrument.ts'
import type { Secret } from '../../domain/secret.ts'

/** What the service may be told about the cardholder. It goes there and is kept nowhere. */
export interface Cardholder {
  readonly nameOnCard?: string
  readonly billing?: object
  readonly customer?: object
  readonly ipAddress?: string
}

export interface ProvisionRequest {
  /** Chosen by us before asking; asking twice under one reference has the effect of one. */
  readonly reference: string
  readonly number: Secret
  readonly expiry?: Expiry
  readonly cardholder: Cardholder
}

export interface ProvisionedToken {
  readonly kind: 'provisioned'
  readonly reference: string
  readonly number: Secret
  readonly expiry: Expiry
}

/**
 * - refused: the service will not give one for this card; asking again does not help.
 * - noAnswer: nobody knows whether one was made; asking again under the same reference tells.
 */
export type ProvisionReply =
  | ProvisionedToken
  | { readonly kind: 'refused'; readonly explanation: string }
  | { readonly kind: 'noAnswer' }

/** A card that its issuer has pushed to us, with the scheme's token for it. */
export type PushedReply =
  | (Omit<ProvisionedToken, 'kind'> & {
      readonly kind: 'pushed'
      readonly card: { readonly number: Secret; readonly expiry: Expiry }
    })
  | { readonly kind: 'unknown' }
  | { readonly kind: 'noAnswer' }

/** What the service tells by itself. */
export interface SchemeTokenNotice {
  readonly noticeId: string
  readonly reference: string
  readonly status: 'ACTIVE' | 'SUSPENDED' | 'INACTIVE' | 'DELETED'
  /** The card behind the token has another number now. */
  readonly hasNumberChanged: boolean
  /** The scheme token's own new expiry, when it changed. */
  readonly expiry?: Expiry
}

export interface TokenService {
  /** Shown as schemeToken.provider. */
  readonly provider: string
  provision(question: ProvisionRequest): Promise<ProvisionReply>
  /** Fetches by the identifier that the issuer's application gave to the merchant. */
  fetchPushed(identifier: string, reference: string): Promise<PushedReply>
  /** The scheme token is no longer wanted. True when the service has acknowledged it. */
  giveUp(reference: string): Promise<boolean>
  /** Notices that were not acknowledged yet, oldest first. */
  listNotices(limit: number): Promise<readonly SchemeTokenNotice[]>
  acknowledge(noticeId: string): Promise<void>
}
