// What we ask of the acquirer, and what it can say. These types cannot carry what must not go there: order.custom, the
// URL for notifications, and an amount with a verification.
import type { PayRequest } from '../../contract/operations/payments/pay.ts'
import type { GatewayCode } from '../../domain/payments/gateway-code.ts'
import type { Instrument } from '../../domain/payments/instrument.ts'
import type { TimeoutPolicy } from '../../domain/payments/timeout-policy.ts'

/** What is told about a purchase beside its amount. An acquirer takes from it what its messages have room for. */
export interface PurchaseDetails {
  readonly accountFunding?: PayRequest['accountFunding']
  readonly agreement?: PayRequest['agreement']
  readonly airline?: PayRequest['airline']
  readonly billing?: PayRequest['billing']
  readonly currencyConversion?: PayRequest['currencyConversion']
  readonly customer?: PayRequest['customer']
  readonly device?: PayRequest['device']
  readonly order?: OrderDetails
  readonly paymentPlan?: PayRequest['paymentPlan']
  readonly posTerminal?: PayRequest['posTerminal']
  readonly shipping?: PayRequest['shipping']
  readonly threeDSecure?: PayRequest['threeDSecure']
  readonly transaction?: TransactionDetails
}

type OrderDetails = Omit<PayRequest['order'], 'amount' | 'currency' | 'custom' | 'notificationUrl'> & {
  readonly custom?: never
  readonly notificationUrl?: never
}

type TransactionDetails = NonNullable<PayRequest['transaction']> & { readonly authorizationCode?: string }

interface AcquirerRequestBase {
  /** Chosen by us before asking; asking twice under one reference has the effect of one. */
  readonly reference: string
  readonly acquirerMerchantId: string
  readonly currency: string
  readonly details: PurchaseDetails
}

interface AcquirerRequestWithAmount extends AcquirerRequestBase {
  readonly amountMinor: bigint
}

/** What a later request is about, as the acquirer knows it. */
export interface OriginalTransaction {
  readonly reference: string
  readonly transactionId?: string
  readonly authorizationCode?: string
  /** From the authorization: the issuer checks with it that capture and authorization belong together. */
  readonly validationCode?: string
}

export type AcquirerRequest =
  /** Does the account exist, and may it be used? Moves no money. For a gift card: what is left on it? */
  | (AcquirerRequestBase & { readonly kind: 'VERIFY'; readonly instrument: Instrument })
  /** Reserve money, or reserve and take it. Less than the amount may be approved. */
  | (AcquirerRequestWithAmount & { readonly kind: 'AUTHORIZE' | 'PAY'; readonly instrument: Instrument })
  /** Take reserved money, in full, in part, or more. */
  | (AcquirerRequestWithAmount & { readonly kind: 'CAPTURE'; readonly original: OriginalTransaction })
  /** Take money that was authorized elsewhere. */
  | (AcquirerRequestWithAmount & { readonly kind: 'STANDALONE_CAPTURE'; readonly instrument: Instrument })
  /** Give money back. */
  | (AcquirerRequestWithAmount & {
      readonly kind: 'REFUND'
      readonly original: OriginalTransaction
      readonly isAuthorizedFirst: boolean
    })
  /** Give money to a payer who paid elsewhere. */
  | (AcquirerRequestWithAmount & { readonly kind: 'STANDALONE_REFUND'; readonly instrument: Instrument })
  /** Undo a request before it is settled. The batch is the one we believe it is in: if the acquirer has closed that one
   * meanwhile, it must refuse. */
  | (AcquirerRequestWithAmount & {
      readonly kind: 'VOID'
      readonly original: OriginalTransaction
      readonly batch?: number
    })
  /** Make another amount the reserved one, or keep the reservation for longer when the amount is the same. */
  | (AcquirerRequestWithAmount & { readonly kind: 'UPDATE_AUTHORIZATION'; readonly original: OriginalTransaction })

export type AcquirerRequestKind = AcquirerRequest['kind']

export interface AcquirerResponse {
  readonly gatewayCode: GatewayCode
  readonly acquirerCode?: string
  readonly acquirerMessage?: string
  /** Less than was asked for with PARTIALLY_APPROVED; otherwise all of it was approved, or nothing. */
  readonly approvedMinor?: bigint
  readonly authorizationCode?: string
  readonly stan?: string
  readonly receipt?: string
  /** The settlement batch of what moved money. */
  readonly batch?: number
  readonly transactionId?: string
  readonly terminal?: string
  readonly date?: string
  readonly time?: string
  readonly timeZone?: string
  readonly settlementDate?: string
  readonly cardSecurityCode?: { readonly acquirerCode: string; readonly gatewayCode: string }
  readonly cardholderVerification?: CardholderVerification
  /** The authorization in the terms of the acquirer's message. */
  readonly authorizationResponse?: Readonly<Record<string, string>>
  /** Advice on a failed recurring payment; 03 and 21 mean that none may be tried again. */
  readonly recurringPaymentAdvice?: string
  readonly giftCardBalanceMinor?: bigint
  /** What the payment plan came to. */
  readonly paymentPlan?: Readonly<Record<string, string | number>>
  /** What helps to find out why, for merchants who may see it. */
  readonly debugInformation?: string
}

/** Checks of the payer's address and details, as the issuer answered them. */
export interface CardholderVerification {
  readonly avs?: { readonly acquirerCode: string; readonly gatewayCode: string }
  readonly detailedVerification?: readonly { readonly type: string; readonly gatewayCode: string }[]
}

/**
 * - answered: the acquirer said something, be it yes or no.
 * - notSent: it certainly never heard of us; nothing happened there.
 * - noAnswer: it may or may not have acted. Not a no.
 */
export type AcquirerReply =
  | { readonly kind: 'answered'; readonly answer: AcquirerResponse }
  | { readonly kind: 'notSent'; readonly why: string }
  | { readonly kind: 'noAnswer' }

/**
 * What became of a reference. Of a reversed one it tells a failure, never the approval that was undone. Not found counts
 * only once a late message can no longer arrive.
 */
export type InquiryReply =
  | { readonly kind: 'answered'; readonly answer: AcquirerResponse }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'noAnswer' }

/**
 * - acknowledged: whatever it had done under the reference is undone, and it will do nothing under it any more.
 * - refused: it cannot undo it, and asking again is of no use.
 * - unknownReference: it has never heard of the request, and may carry it out should it still arrive.
 * - noAnswer: it may or may not have acted, and may still act.
 */
export type ReversalReply = { readonly kind: 'acknowledged' | 'refused' | 'unknownReference' | 'noAnswer' }

/** What can be relied upon at an acquirer. Adapters declare it; the money path and recovery go by it. */
export interface AcquirerCapabilities {
  readonly timeoutPolicies: Readonly<Record<AcquirerRequestKind, TimeoutPolicy>>
  readonly canInquire: boolean
  /** What cannot be reversed stays with the operator. */
  readonly canReverse: boolean
  /** A reversal that overtakes its request still holds: the request is refused when it arrives. */
  readonly holdsEarlyReversals: boolean
  /** How long after it was sent a request may still arrive. */
  readonly lateArrivalMs: number
}

/** What was settled when a batch was closed. */
export type BatchReply =
  | {
      readonly kind: 'closed'
      readonly batch: number
      readonly totals: readonly {
        readonly currency: string
        readonly capturedMinor: bigint
        readonly refundedMinor: bigint
        readonly count: number
      }[]
    }
  | { readonly kind: 'nothingOpen' | 'noAnswer' }

interface RequestReference {
  readonly acquirerMerchantId: string
  readonly reference: string
}

export interface SendDeadline {
  /**
   * Until when it may be sent, in milliseconds of this process's monotonic clock (`performance.now()`). From then on others
   * may have decided about it. An adapter looks at the clock immediately before it writes, and again afterwards: what it
   * could not begin in time is not sent; what it ended too late has no answer.
   */
  readonly sendBefore: number
}

export interface Acquirer {
  readonly capabilities: AcquirerCapabilities
  /** True when a request would get through now. */
  isReachable(): Promise<boolean>
  ask(question: AcquirerRequest, terms: SendDeadline): Promise<AcquirerReply>
  /** Asks what became of an earlier request, without repeating it. */
  inquire(about: RequestReference): Promise<InquiryReply>
  /** Tells the acquirer to forget a request, whether or not it ever got it. */
  reverse(about: RequestReference): Promise<ReversalReply>
  /** Closes the open settlement batch. What is in it can be refunded but no longer voided. */
  closeBatch(about: { readonly acquirerMerchantId: string }): Promise<BatchReply>
}

/** Finds the acquirer of a link. */
export interface Acquirers {
  of(link: { readonly adapter: string }): Acquirer | undefined
}
