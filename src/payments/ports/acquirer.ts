// Requests to the acquirer, and its possible responses. These types cannot carry what must not be sent there:
// order.custom, the URL for notifications, and an amount with a verification.

import type { GatewayCode } from '../../kernel/gateway-code.ts'
import type { Instrument } from '../../kernel/instrument.ts'
import type { PayRequest } from '../contract/pay.ts'
import type { TimeoutPolicies } from '../rules/judgement.ts'
import type { RefusalTable } from '../rules/refusal.ts'
import type { ClosingResult, SettlementBatchToClose, SettlementTotalsPolicy } from './batches.ts'

/** Details of a purchase beside its amount. An acquirer uses those that its messages have room for. */
export interface PurchaseDetails {
  readonly accountFunding?: PayRequest['accountFunding'] | undefined
  readonly agreement?: PayRequest['agreement'] | undefined
  readonly airline?: PayRequest['airline'] | undefined
  readonly billing?: PayRequest['billing'] | undefined
  readonly currencyConversion?: PayRequest['currencyConversion'] | undefined
  readonly customer?: PayRequest['customer'] | undefined
  readonly device?: PayRequest['device'] | undefined
  readonly order?: OrderDetails | undefined
  readonly paymentPlan?: PayRequest['paymentPlan'] | undefined
  readonly posTerminal?: PayRequest['posTerminal'] | undefined
  readonly shipping?: PayRequest['shipping'] | undefined
  readonly threeDSecure?: PayRequest['threeDSecure'] | undefined
  readonly transaction?: TransactionDetails | undefined
}

type OrderDetails = Omit<PayRequest['order'], 'amount' | 'currency' | 'custom' | 'notificationUrl'> & {
  readonly custom?: never | undefined
  readonly notificationUrl?: never | undefined
}

type TransactionDetails = NonNullable<PayRequest['transaction']> & { readonly authorizationCode?: string }

/**
 * How a request is identified on the wire, as the adapter has made it. It is stored with the attempt, in the same commit,
 * and handed back with everything that is later sent about it, by whichever process sends it. Only the adapter reads it.
 */
export type WireIdentity = Readonly<Record<string, string>>

export type Preparation =
  | { readonly kind: 'PREPARED'; readonly wire: WireIdentity }
  /** Nothing can be sent now; nothing was. */
  | { readonly kind: 'NOT_SENT'; readonly why: string }

/** The transaction that a request belongs to. */
interface RequestOwner {
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
}

/** Which request it is, and whose: each link is asked under its own. */
export interface RequestIdentity {
  /** Chosen before the call; a repeat under one reference has no further effect. */
  readonly reference: string
  readonly acquirerMerchantId: string
  /** The merchant's terminals there, if the acquirer distinguishes them. */
  readonly terminals?: readonly string[] | undefined
  /** Of an initial request: the reference of the payer authentication that has opened its order at the acquirer. */
  readonly initialReference?: string | undefined
  /** From the adapter's `prepare`, if it has one. */
  readonly wire?: WireIdentity | undefined
  /** The transaction that it belongs to, if it is recorded as one: whose messages and agreements they are. */
  readonly key?: RequestOwner | undefined
}

export interface RequestReference extends Omit<RequestIdentity, 'terminals'> {
  /**
   * The reference of the initial request that this one follows, directly or through others: of the authorization, for
   * the refund of its capture. An initial one itself has none, unless the acquirer has authenticated its payer.
   */
  readonly initialReference?: string | undefined
  /** The account number of its request as answers show it: an acquirer that repeats the whole number is recognised by it. */
  readonly maskedNumber?: string | undefined
}

interface AcquirerRequestBase extends RequestReference, Pick<RequestIdentity, 'terminals'> {
  readonly currency: string
  readonly details: PurchaseDetails
}

interface AcquirerRequestWithAmount extends AcquirerRequestBase {
  readonly amountMinor: bigint
}

/** The target of a later request, as the acquirer knows it. */
export interface OriginalTransaction {
  readonly reference: string
  readonly wire?: WireIdentity | undefined
  readonly transactionId?: string | undefined
  readonly authorizationCode?: string | undefined
  /** From the authorization: the issuer checks with it that capture and authorization belong together. */
  readonly validationCode?: string | undefined
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
  /**
   * Cancel a request before it is settled. The batch is the one that the gateway expects it in: if the acquirer has
   * closed that one meanwhile, it must refuse.
   */
  | (AcquirerRequestWithAmount & {
      readonly kind: 'VOID'
      readonly original: OriginalTransaction
      readonly batch?: number | undefined
    })
  /** Change the reserved amount, or extend the reservation when the amount is the same. */
  | (AcquirerRequestWithAmount & { readonly kind: 'UPDATE_AUTHORIZATION'; readonly original: OriginalTransaction })

export type AcquirerRequestKind = AcquirerRequest['kind']

export interface AcquirerResponse {
  readonly gatewayCode: GatewayCode
  readonly acquirerCode?: string | undefined
  readonly acquirerMessage?: string | undefined
  /** Less than requested with PARTIALLY_APPROVED; otherwise all of it was approved, or nothing. */
  readonly approvedMinor?: bigint | undefined
  readonly authorizationCode?: string | undefined
  readonly stan?: string | undefined
  readonly receipt?: string | undefined
  /** The settlement batch of a transaction that moved money. */
  readonly batch?: number | undefined
  readonly transactionId?: string | undefined
  readonly terminal?: string | undefined
  readonly date?: string | undefined
  readonly time?: string | undefined
  readonly timeZone?: string | undefined
  readonly settlementDate?: string | undefined
  readonly cardSecurityCode?: { readonly acquirerCode: string; readonly gatewayCode: string }
  readonly cardholderVerification?: CardholderVerification | undefined
  /** The authorization in the terms of the acquirer's message. */
  readonly authorizationResponse?: Readonly<Record<string, string>> | undefined
  /** Advice on a failed recurring payment; 03 and 21 mean that none may be attempted again. */
  readonly recurringPaymentAdvice?: string | undefined
  readonly giftCardBalanceMinor?: bigint | undefined
  /** The result of the payment plan. */
  readonly paymentPlan?: Readonly<Record<string, string | number>> | undefined
  /** Details for finding the reason, for merchants who may see them. */
  readonly debugInformation?: string | undefined
}

/** Checks of the payer's address and details, as the issuer answered them. */
export interface CardholderVerification {
  readonly avs?: { readonly acquirerCode: string; readonly gatewayCode: string }
  readonly detailedVerification?: readonly { readonly type: string; readonly gatewayCode: string }[]
}

/**
 * - answered: the acquirer responded, with an approval or not.
 * - notSent: it certainly never received the request; nothing happened there.
 * - noAnswer: it may or may not have acted. Not a refusal.
 */
export type AcquirerResult =
  | { readonly kind: 'ANSWERED'; readonly response: AcquirerResponse }
  | { readonly kind: 'NOT_SENT'; readonly why: string }
  /** Final: the acquirer has answered the repeat of an advice without saying whether the first was executed, and always will. */
  | { readonly kind: 'NO_ANSWER'; readonly isFinal?: true }

/**
 * The fate of a reference. For a reversed one it is a failure, never the approval that was reversed. Not found counts
 * only once a late message can no longer arrive.
 */
export type InquiryResult =
  | { readonly kind: 'ANSWERED'; readonly response: AcquirerResponse }
  | { readonly kind: 'NOT_FOUND' }
  | { readonly kind: 'NO_ANSWER' }

/**
 * - acknowledged: whatever it had done under the reference is reversed, and it will do nothing under it any more.
 * - refused: it cannot reverse it, and a retry is of no use.
 * - unknownReference: it has never received the request, and may execute it should it still arrive.
 * - noAnswer: it may or may not have acted, and may still act; or it could not act now, and may later.
 */
export interface ReversalResult {
  readonly kind: 'ACKNOWLEDGED' | 'REFUSED' | 'UNKNOWN_REFERENCE' | 'NO_ANSWER'
  /** Of noAnswer: the acquirer keeps each try as a record of its own, therefore the next one is sent much later. */
  readonly isRecorded?: boolean | undefined
}

/** What an acquirer guarantees. Adapters declare it; the money path and recovery depend on it. */
export interface AcquirerCapabilities {
  readonly timeoutPolicies: TimeoutPolicies
  /**
   * What each failure that it may answer with means, by request. Decides whether what is owed is sent again, tried in another
   * way, or left to the operator.
   */
  readonly refusals: RefusalTable
  readonly canInquire: boolean
  /** What cannot be reversed is left to the operator. */
  readonly canReverse: boolean
  /** A reversal that overtakes its request is still effective: the request is refused when it arrives. */
  readonly holdsEarlyReversals: boolean
  /** How long after it was sent a request may still arrive, or a reversal. */
  readonly lateArrivalMs: number
  /** An authorization can be captured in part. */
  readonly canCapturePartially: boolean
  /**
   * One refund gives back money of several captures of an authorization: it names the oldest, and may be more than what is left of
   * that one. Without it a refund that the merchant has aimed at no capture is sent as one request for each, one after the other.
   */
  readonly refundsSeveralCaptures?: boolean | undefined
  /** How long after its time of record a transaction can be voided; without it, until its batch is closed. */
  readonly voidWindowMs?: number | undefined
  /** An account can be verified without an amount. */
  readonly canVerifyZeroAmount: boolean
  /** Settlement batches are closed on request, rather than by the acquirer's schedule alone. */
  readonly closesBatches: boolean
  /** Where batches are closed on request. Default: REPORTED. */
  readonly batchTotals?: SettlementTotalsPolicy | undefined
}

export interface SendDeadline {
  /**
   * Until when it may be sent, in milliseconds of this process's elapsed time (`elapsedMs`): the monotonic clock and the
   * time for which the machine was suspended. Adapters from outside get it on the monotonic clock (`performance.now()`).
   * From then on
   * others may have decided about it. An adapter checks the clock immediately before it writes, and again afterwards:
   * what it could not begin in time is not sent; what it ended too late has no response.
   */
  readonly sendBefore: number
}

export interface Repetition {
  /** It may have been sent before under the same reference, by this process or another. */
  readonly isRepeat?: boolean | undefined
}

export interface Acquirer {
  readonly capabilities: AcquirerCapabilities
  /** True when a request would be delivered now. */
  isReachable(): Promise<boolean>
  /** Of adapters whose messages have an identity of their own: makes it, and sends nothing. Called before each request. */
  prepare?(question: AcquirerRequest): Promise<Preparation>
  ask(question: AcquirerRequest, terms: SendDeadline & Repetition): Promise<AcquirerResult>
  /** Asks for the outcome of an earlier request, without repeating it. */
  inquire(target: RequestReference): Promise<InquiryResult>
  /** Instructs the acquirer to cancel a request, whether or not it was received. */
  reverse(target: RequestReference, terms?: Repetition): Promise<ReversalResult>
  /**
   * Closes the open settlement batch. Its transactions can be refunded but no longer voided. It may take long; each
   * message has its own time-out. Called again, it continues where it stopped.
   */
  closeBatch(batch: SettlementBatchToClose): Promise<ClosingResult>
}

/** An operator's link as new payments use it. */
export interface CurrentLink {
  readonly linkId: string
  readonly adapter: string
  /** Shown as transaction.acquirer.id. */
  readonly acquirerId: string
  readonly revision: number
}

/** Finds the acquirer of a link. */
export interface Acquirers {
  /** By link and revision; what names no link belongs to the one named like its adapter. */
  of(link: { readonly linkId?: string; readonly revision?: number; readonly adapter: string }): Acquirer | undefined
  /**
   * The link that new payments use under this id; undefined when there is none, or it takes none. Fails as reading did, where links
   * could not be read since the start: they may exist.
   */
  current(linkId: string): CurrentLink | undefined
}
