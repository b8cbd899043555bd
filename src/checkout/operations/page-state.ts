// A hosted page as it was opened, and the state of its attempt.

import type { Merchant } from '../../merchants/index.ts'
import type { PagePaymentLink } from '../../payment-links/index.ts'
import type { Challenge } from '../../payments/index.ts'
import type { StoredSession } from '../../sessions/index.ts'
import type { CreateCheckoutSessionRequest } from '../contract/create-checkout-session.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import type { StoredCheckout } from '../ports/checkout-store.ts'

/** What a page derives from the values of its session, which an update may have changed. */
export type PageContent = Partial<
  Pick<CreateCheckoutSessionRequest, 'billing' | 'customer' | 'interaction' | 'shipping'>
> & {
  readonly order?: Partial<CreateCheckoutSessionRequest['order']>
  readonly sourceOfFunds?: { readonly token?: string }
}

/** What the page does with the payer's card. */
export type PageOperation = 'AUTHORIZE' | 'NONE' | 'PURCHASE' | 'VERIFY'

export interface OpenedCheckout {
  readonly kind: 'OPENED'
  readonly merchant: Merchant
  readonly sessionId: string
  readonly session: StoredSession
  readonly content: PageContent
  readonly successIndicator: string
  /** The version of the API whose contract accepts what the session may contain. */
  readonly version: number
  /** The version of the API that the merchant created the session in. */
  readonly createdInVersion: number
  readonly operation: PageOperation
  readonly attemptsMax: number
  readonly stored: StoredCheckout
  /** The payment link through which the payer came. */
  readonly paymentLink?: PagePaymentLink | undefined
  /** The payer opened the session, and no page of the shop did. */
  readonly isOpenedByPayer: boolean
  /** What the attempt waits for, if one is under way. */
  readonly underWay?: PendingStep | undefined
}

export type PageAttemptDependencies = Pick<
  CheckoutDependencies,
  | 'browserForms'
  | 'checkouts'
  | 'clock'
  | 'hasMailServer'
  | 'journeys'
  | 'paymentLinks'
  | 'timeouts'
  | 'payerAuthentication'
  | 'providers'
  | 'receiptQueue'
  | 'sessions'
  | 'store'
  | 'vault'
>

/**
 * What an attempt under way waits for.
 *
 * - WAITING: a response to a request that was sent, or is about to be sent.
 * - AT_PROVIDER: the payer, on the provider's site.
 * - WITH_PROVIDER: the provider; the payer has done everything.
 * - EXAMINED: the payer's browser, which the bank examines in a hidden frame before it decides.
 * - CHALLENGED: the payer, at the bank's challenge.
 * - READY: nothing. The payer is authenticated as far as possible, and the payment can be made.
 */
export type PendingStep =
  | { readonly kind: 'WAITING' | 'WITH_PROVIDER' | 'READY' }
  | { readonly kind: 'AT_PROVIDER'; readonly redirectUrl: string }
  | { readonly kind: 'EXAMINED'; readonly method: { readonly url: string; readonly postData: string } }
  | {
      readonly kind: 'CHALLENGED'
      readonly challenge: Challenge
    }

/** The current page, and what its attempt waits for if one is under way. */
export interface PageAttemptState {
  readonly stored: StoredCheckout
  readonly underWay?: PendingStep | undefined
}
