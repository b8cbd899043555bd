// The token service of the card schemes: issues scheme tokens for cards, and reports their status.

import type { Expiry } from '../../kernel/instrument.ts'
import type { Secret } from '../../kernel/secret.ts'

/** What may be sent to the service about the cardholder. It is sent there and not stored. */
export interface Cardholder {
  readonly nameOnCard?: string | undefined
  readonly billing?: object | undefined
  readonly customer?: object | undefined
  readonly ipAddress?: string | undefined
}

export interface ProvisionRequest {
  /** Chosen before the call; a repeat under one reference has no further effect. */
  readonly reference: string
  readonly number: Secret
  readonly expiry?: Expiry | undefined
  readonly cardholder: Cardholder
}

export interface ProvisionedToken {
  readonly kind: 'PROVISIONED'
  readonly reference: string
  readonly number: Secret
  readonly expiry: Expiry
}

/**
 * - refused: the service will not issue one for this card; a retry does not help.
 * - noAnswer: it is unknown whether one was issued; a retry under the same reference returns it.
 */
export type ProvisionResult =
  | ProvisionedToken
  | { readonly kind: 'REFUSED'; readonly explanation: string }
  | { readonly kind: 'NO_ANSWER' }

/** A card that its issuer has pushed to the gateway, with its scheme token. */
type PushedResult =
  | (Omit<ProvisionedToken, 'kind'> & {
      readonly kind: 'PUSHED'
      readonly card: { readonly number: Secret; readonly expiry: Expiry }
    })
  | { readonly kind: 'UNKNOWN' }
  | { readonly kind: 'NO_ANSWER' }

/** What the service reports by itself. */
export interface SchemeTokenNotice {
  readonly noticeId: string
  readonly reference: string
  readonly status: 'ACTIVE' | 'SUSPENDED' | 'INACTIVE' | 'DELETED'
  /** The card behind the token has a new number. */
  readonly hasNumberChanged: boolean
  /** The scheme token's own new expiry, when it changed. */
  readonly expiry?: Expiry | undefined
}

export interface TokenService {
  /** Shown as schemeToken.provider. */
  readonly provider: string
  provision(question: ProvisionRequest): Promise<ProvisionResult>
  /** Fetches by the identifier that the issuer's application gave to the merchant. */
  fetchPushed(identifier: string, reference: string): Promise<PushedResult>
  /** The scheme token is no longer wanted. True when the service has acknowledged it. */
  giveUp(reference: string): Promise<boolean>
  /** Notices that were not acknowledged yet, oldest first. */
  listNotices(limit: number): Promise<readonly SchemeTokenNotice[]>
  acknowledge(noticeId: string): Promise<void>
}

/** A token service's records of issued tokens, for comparing its books with the gateway's. */
export interface TokenServiceEntry {
  readonly reference: string
  /** REFUSED when none was issued for the card. */
  readonly status: 'ACTIVE' | 'SUSPENDED' | 'INACTIVE' | 'DELETED' | 'REFUSED'
  /** The service was informed that it is not wanted any more. */
  readonly isGivenUp: boolean
  /** A notice about it has not been read yet. */
  readonly isUnheard: boolean
  readonly timesAsked: number
}

export interface TokenServiceBooks {
  /** A page of all scheme tokens, ordered by reference; the next page starts after the last one. */
  list(page: { readonly afterReference: string; readonly limit: number }): Promise<readonly TokenServiceEntry[]>
}
