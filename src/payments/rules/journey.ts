// What is stored of a browser payment beside its transaction: how far the payer has come, and what was learned on the way.
import type { Values } from '../../kernel/values.ts'

export const interactionStatuses = ['INITIATED', 'REDIRECTED_TO_PROVIDER', 'RETURNED_TO_MERCHANT', 'COMPLETED'] as const

export type InteractionStatus = (typeof interactionStatuses)[number]

/** When the payer arrived where, in ISO 8601. */
interface InteractionTimes {
  /** Only when there was a page to send the payer to. */
  readonly initiated?: string
  readonly redirected?: string
  readonly returned?: string
  readonly completed?: string
}

/** The merchant's confirmation of what the payer has agreed to. */
export interface MerchantConfirmation {
  readonly at: string
  readonly amountMinor: string
  /** The keyed hash of the request, in hexadecimal digits: the same confirmation may be sent again, another may not. */
  readonly requestKeyId: string
  readonly requestHash: string
  /** As sent to the provider, so that they can be sent again. */
  readonly items?: readonly { readonly name: string; readonly quantity: string; readonly unitPrice: string }[]
}

/** What is stored of it beside the transaction. */
export interface BrowserPayment {
  readonly kind: 'BROWSER_PAYMENT'
  readonly operation: 'AUTHORIZE' | 'PAY'
  readonly confirmation: 'CONFIRM_AT_MERCHANT' | 'CONFIRM_AT_PROVIDER'
  readonly redirectToken: string
  /** Where the payer goes afterwards, whatever the outcome. */
  readonly returnUrl: string
  /** The provider's page; without one the payer cannot be sent there. */
  readonly providerUrl?: string
  readonly status: InteractionStatus
  readonly times: InteractionTimes
  /** The payer has agreed, and the merchant may confirm. */
  readonly isAgreed?: boolean
  readonly confirming?: MerchantConfirmation
  /** It has failed, but the provider may still report otherwise. */
  readonly mayStillSucceed?: boolean
  /** What was learned of payer and order during the payment: masked, by the canonical names of a response. */
  readonly learned?: Values
}

export function isBrowserPayment(journey: { readonly kind: string } | undefined): journey is BrowserPayment {
  return journey?.kind === 'BROWSER_PAYMENT'
}
