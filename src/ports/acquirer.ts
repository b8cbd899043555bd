// What we ask of the acquirer, and what it can say. These types cannot carry what must not go there: no order.custom,
// and no amount with a verification.
import type { GatewayCode } from '../domain/gateway-code.ts'
import type { Secret } from '../domain/secret.ts'

export interface CardToAsk {
  readonly number: Secret
  readonly expiry?: { readonly month: string; readonly year: string }
  readonly securityCode?: Secret
  readonly nameOnCard?: string
}

export interface BillingAddress {
  readonly street?: string
  readonly city?: string
  readonly postcodeZip?: string
  readonly stateProvince?: string
  readonly country?: string
}

export interface Verification {
  /** Chosen by us before asking; asking twice under one reference has the effect of one. */
  readonly reference: string
  readonly acquirerMerchantId: string
  readonly card: CardToAsk
  readonly currency: string
  readonly billingAddress?: BillingAddress
}

/** Checks of the payer's address and details, as the issuer answered them. */
export interface CardholderVerification {
  readonly avs?: { readonly acquirerCode: string; readonly gatewayCode: string }
}

export interface AcquirerAnswer {
  readonly gatewayCode: GatewayCode
  readonly acquirerCode?: string
  readonly acquirerMessage?: string
  readonly authorizationCode?: string
  readonly stan?: string
  readonly receipt?: string
  readonly batch?: number
  readonly transactionId?: string
  readonly terminal?: string
  readonly date?: string
  readonly time?: string
  readonly timeZone?: string
  readonly settlementDate?: string
  readonly cardSecurityCode?: { readonly acquirerCode: string; readonly gatewayCode: string }
  readonly cardholderVerification?: CardholderVerification
}

/**
 * - answered: the acquirer said something, be it yes or no.
 * - notSent: it certainly never heard of us; nothing happened there.
 * - noAnswer: it may or may not have acted. Not a no.
 */
export type AcquirerReply =
  | { readonly kind: 'answered'; readonly answer: AcquirerAnswer }
  | { readonly kind: 'notSent'; readonly why: string }
  | { readonly kind: 'noAnswer' }

/** What became of a reference. Not found counts only once a late message can no longer arrive. */
export type AcquirerFate =
  | { readonly kind: 'answered'; readonly answer: AcquirerAnswer }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'noAnswer' }

export interface Acquirer {
  /** True when a request would get through now. */
  isReachable(): Promise<boolean>
  /** Asks whether the account exists and may be used, moving no money. */
  verify(verification: Verification): Promise<AcquirerReply>
  /** Asks what became of an earlier request, without repeating it. */
  inquire(question: { acquirerMerchantId: string; reference: string }): Promise<AcquirerFate>
}

/** Finds the acquirer of a link. */
export interface Acquirers {
  of(link: { readonly adapter: string }): Acquirer | undefined
}
