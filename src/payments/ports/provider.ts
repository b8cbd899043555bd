// Requests to a provider on whose site payers pay. It also gets all later requests that an acquirer gets: capture,
// refund, void, inquiries and reversals. What it does not support it answers with NOT_SUPPORTED.

import type { shippingOfBrowserPayment } from '../../contract/groups/address.ts'
import type { Infer } from '../../contract/row.ts'
import type { Provider } from '../../kernel/provider.ts'
import type { Secret } from '../../kernel/secret.ts'
import type { Acquirer, AcquirerResponse, SendDeadline } from './acquirer.ts'

/**
 * Where the provider's page sends the browser, and where the provider itself reports events. Neither proves anything:
 * each call there only causes an inquiry at the provider.
 */
interface CallbackUrls {
  readonly returnUrl: string
  readonly callbackUrl: string
}

interface PaymentReference {
  readonly acquirerMerchantId: string
  readonly reference: string
}

/** A payment that the payer is to make on the provider's site. */
export interface PaymentInitiation extends PaymentReference, CallbackUrls {
  readonly operation: 'AUTHORIZE' | 'PAY'
  /** Whether the payer's approval at the provider is sufficient, or the merchant confirms afterwards. */
  readonly confirmation: 'CONFIRM_AT_PROVIDER' | 'CONFIRM_AT_MERCHANT'
  readonly amountMinor: bigint
  readonly currency: string
  /** Shown to the payer. */
  readonly merchantName: string
  readonly orderId: string
  readonly orderReference?: string | undefined
  readonly description?: string | undefined
  readonly items?:
    | readonly { readonly name: string; readonly quantity: string; readonly unitPrice: string }[]
    | undefined
  readonly customerEmail?: string | undefined
  /** Provider A: the address to ship to, whether the payer sees it, and whether it is fixed. */
  readonly shipping?: Infer<{ shipping: typeof shippingOfBrowserPayment }>['shipping'] | undefined
  readonly isShippingShown: boolean
  readonly isShippingFixed: boolean
  /** Provider B: the payer's bank. */
  readonly bankIdentifier?: string | undefined
}

export type InitiationResult =
  /** The payer may be sent to the page. */
  | {
      readonly kind: 'ACCEPTED'
      readonly payerUrl: string
      readonly transactionId: string
      readonly date: string
      readonly time: string
    }
  /** It was decided without the payer: no page is to be shown. */
  | { readonly kind: 'DECIDED'; readonly response: AcquirerResponse; readonly payer: PayerAtProvider }
  | { readonly kind: 'NOT_SENT'; readonly why: string }
  | { readonly kind: 'NO_ANSWER' }

/** What was learned of the payer during the payment. */
export interface PayerAtProvider {
  readonly providerA?: {
    readonly accountEmail?: string
    readonly accountHolder?: string
    readonly payerId?: string
    readonly billingAgreement?: {
      readonly id: string
      readonly name?: string
      readonly description?: string
      readonly cardinality?: string
    }
  }
  readonly providerC?: {
    readonly bankAccountHolder: string
    readonly bankAccountNumber: Secret
    readonly bankIdentifier: string
    readonly bic: string
    readonly country: string
    readonly iban: Secret
  }
  /** The address that the payer chose there. */
  readonly shipping?: { readonly address?: object; readonly contact?: object }
}

/**
 * The status of a payment at the provider.
 *
 * - OPEN: the payer has not decided.
 * - AGREED: the payer has agreed, and the merchant has to confirm.
 * - PENDING: the payer has done everything, and the provider is still processing it.
 * - OVER: approved or not, as in the response; CANCELLED and ABORTED are the payer's own actions.
 */
export interface ProviderStatus {
  readonly state: 'OPEN' | 'AGREED' | 'PENDING' | 'OVER'
  /** With OVER. */
  readonly response?: AcquirerResponse
  /** The provider's final report. Otherwise a failed payment may still succeed. */
  readonly isFinal: boolean
  readonly payerUrl: string
  readonly payer: PayerAtProvider
}

export type ProviderResult =
  | { readonly kind: 'FOUND'; readonly status: ProviderStatus }
  | { readonly kind: 'NOT_FOUND' }
  | { readonly kind: 'NO_ANSWER' }

/** The merchant's confirmation of a payment that the payer has agreed to. The amount may differ from the first one. */
export interface PaymentConfirmation extends PaymentReference {
  readonly amountMinor: bigint
  readonly currency: string
  readonly items?: PaymentInitiation['items']
}

/** An agreement to later payments without a browser, which the payer is to make on the site of provider A. */
export interface AgreementRequest extends PaymentReference, CallbackUrls {
  readonly merchantName: string
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly cardinality?: 'MULTIPLE' | 'SINGLE' | undefined
}

export type AgreementResult =
  | {
      readonly kind: 'FOUND'
      readonly state: 'OPEN' | 'AGREED' | 'REFUSED'
      readonly payerUrl: string
      /** With AGREED: the agreement, and what is known of the payer. */
      readonly payer: PayerAtProvider
    }
  | { readonly kind: 'NOT_FOUND' }
  | { readonly kind: 'NO_ANSWER' }

/** A payer has withdrawn the consent to later payments. */
export interface ConsentWithdrawal {
  readonly noticeId: string
  readonly acquirerMerchantId: string
  readonly agreementId: string
}

export interface BrowserPaymentProvider extends Acquirer {
  readonly provider: Provider
  /** What may be returned to a merchant's programs about it. */
  readonly offer: {
    readonly displayName: string
    readonly currencies: readonly string[]
    readonly countries: readonly string[]
    readonly minMinor?: bigint
    readonly maxMinor?: bigint
  }
  initiate(initiation: PaymentInitiation, terms: SendDeadline): Promise<InitiationResult>
  getStatus(target: PaymentReference): Promise<ProviderResult>
  /** A repeat has no further effect. Answers as `look` would afterwards. */
  confirm(confirmation: PaymentConfirmation): Promise<ProviderResult>
  /** Whether a message to the callback URL came from the provider, unaltered and recently. */
  isAuthentic(message: {
    readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
    readonly body: Buffer
    readonly url: string
    readonly now: Date
  }): boolean
  /** Provider A only. */
  startAgreement(request: AgreementRequest): Promise<InitiationResult>
  getAgreementStatus(target: PaymentReference): Promise<AgreementResult>
  /** Withdrawals that were not acknowledged yet, oldest first. */
  listWithdrawals(limit: number): Promise<readonly ConsentWithdrawal[]>
  acknowledgeWithdrawal(noticeId: string): Promise<void>
}

/** A merchant's account with a provider, or the link that a payment there was recorded with. */
export interface ProviderAddress {
  /** Of the provider; or the acquirer link whose acquirer has the provider. */
  readonly adapter: string
  readonly linkId?: string
  readonly revision?: number
  readonly provider?: Provider
  /** Of a recorded payment: the provider. */
  readonly acquirerId?: string
}

/** Finds the provider of a link. */
export interface Providers {
  of(address: ProviderAddress): BrowserPaymentProvider | undefined
}
