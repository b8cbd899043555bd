// What the console's services for orders and transactions return.

import type { EntryPoint } from '../../kernel/entry-point.ts'
import type { GatewayCode, TransactionResult } from '../../kernel/gateway-code.ts'
import type { DisputeState, OrderStatus } from '../../kernel/order-status.ts'
import type { ResultPage } from '../../kernel/page.ts'
import type { TransactionType } from '../../kernel/transaction-type.ts'
import type { PaymentLinkOfOrder } from '../../payment-links/index.ts'
import type {
  Decision,
  DisputeDetails,
  ManualResolution,
  OpenReversal,
  OrderAction,
  OrderEvent,
  OrderKey,
  OrderNote,
  ReversalState,
} from '../../payments/index.ts'
import type { DataAge } from '../../reports/index.ts'
import type { AppliedRule, RiskResponse, RiskVerdict } from '../../risk/index.ts'
import type { OrderSearchResult, ReviewFacts, TransactionSearchResult } from '../../search/index.ts'
import type { DisputeBody } from './disputes.ts'
import type { DeliverySummaryBody } from './webhooks.ts'

type Minor = 'amountMinor' | 'authorizedMinor' | 'capturedMinor' | 'refundedMinor' | 'disputedMinor'

interface OrderTotalsBody {
  readonly currency: string
  readonly amount: string
  readonly authorized: string
  readonly captured: string
  readonly refunded: string
  /** Of disputes that are neither won nor lost. */
  readonly disputed: string
}

/** A page of what was found, with the age of data from a standby. */
export interface FoundPageBody<Item> extends ResultPage<Item> {
  readonly age?: DataAge | undefined
}

/** How many match, counted up to a limit. */
export interface CountBody {
  readonly count: number
  /** There are more than were counted. */
  readonly isMore: boolean
}

export interface OrderListItemBody extends Omit<OrderSearchResult, Minor | 'status'>, OrderTotalsBody {
  readonly status: OrderStatus | null
}

export interface TransactionListItemBody extends Omit<TransactionSearchResult, 'amountMinor'> {
  readonly amount: string
}

/** A transaction that waits for a decision, and who requested it when that was a user. */
export interface ReviewListItemBody extends TransactionListItemBody {
  readonly requestedBy?: string | undefined
  /** Why a risk rule holds it. */
  readonly reviewFacts?: ReviewFacts | undefined
}

/** A means of payment as it is stored, masked. */
export interface StoredInstrumentBody {
  readonly type?: string | undefined
  readonly token?: string | undefined
  readonly provided?: {
    readonly card?: {
      readonly number?: string | undefined
      readonly nameOnCard?: string | undefined
      readonly brand?: string | undefined
      readonly scheme?: string | undefined
      readonly fundingMethod?: string | undefined
      readonly issuer?: string | undefined
      readonly expiry?: { readonly month?: string; readonly year?: string } | undefined
      readonly maskedFpan?: string | undefined
    }
    readonly giftCard?: { readonly number?: string; readonly localBrand?: string } | undefined
    readonly ach?: { readonly bankAccountNumber?: string; readonly bankAccountHolder?: string } | undefined
    readonly directDebitCanada?:
      | { readonly bankAccountNumber?: string; readonly bankAccountHolder?: string }
      | undefined
  }
}

export interface StoredCustomerBody {
  readonly email?: string | undefined
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly phone?: string | undefined
  readonly mobilePhone?: string | undefined
}

export interface StoredAddressBody {
  readonly company?: string | undefined
  readonly street?: string | undefined
  readonly street2?: string | undefined
  readonly city?: string | undefined
  readonly stateProvince?: string | undefined
  readonly postcodeZip?: string | undefined
  readonly country?: string | undefined
}

/** The parts of a stored answer that pages show by name; all of it is returned. */
export interface StoredAnswerBody {
  readonly response?: {
    readonly acquirerCode?: string | undefined
    readonly acquirerMessage?: string | undefined
    readonly cardSecurityCode?: { readonly gatewayCode?: string } | undefined
    readonly cardholderVerification?: { readonly avs?: { readonly gatewayCode?: string } } | undefined
  }
  readonly sourceOfFunds?: StoredInstrumentBody | undefined
  readonly customer?: StoredCustomerBody | undefined
  readonly billing?: { readonly address?: StoredAddressBody } | undefined
  readonly shipping?: { readonly address?: StoredAddressBody } | undefined
  readonly device?: { readonly ipAddress?: string } | undefined
  readonly transaction?: {
    readonly authorizationCode?: string | undefined
    readonly receipt?: string | undefined
    readonly requestedAmount?: string | undefined
    readonly stan?: string | undefined
    readonly terminal?: string | undefined
  }
  readonly risk?: {
    readonly response?: Partial<RiskResponse> & {
      readonly rule?: readonly AppliedRule[] | undefined
      /** Of an external assessment. */
      readonly totalScore?: string | undefined
    }
  }
}

/** The same of a stored request. */
export interface StoredRequestBody {
  readonly sourceOfFunds?: StoredInstrumentBody | undefined
  readonly order?: { readonly amount?: string; readonly reference?: string; readonly description?: string } | undefined
  readonly customer?: StoredCustomerBody | undefined
  readonly billing?: { readonly address?: StoredAddressBody } | undefined
  readonly shipping?: { readonly address?: StoredAddressBody } | undefined
  readonly device?: { readonly ipAddress?: string } | undefined
  readonly transaction?:
    | { readonly merchantNote?: string; readonly reference?: string; readonly source?: string }
    | undefined
  readonly dispute?: DisputeDetails | undefined
}

export interface TransactionDetailsBody {
  readonly transactionId: string
  readonly type: TransactionType
  readonly currency: string
  readonly amount: string
  readonly result: TransactionResult
  readonly gatewayCode: GatewayCode | undefined
  readonly timeOfRecord: Date
  readonly updatedAt: Date
  readonly entryPoint: EntryPoint
  readonly userId: string | undefined
  /** The amount came from the shop's page, where the payer can change it. */
  readonly amountSource: 'PAGE' | undefined
  readonly targetTransactionId: string | undefined
  readonly approvesTransactionId: string | undefined
  readonly acquirerId: string
  readonly linkId: string
  /** The links that did not receive the request before this one was asked. */
  readonly failedOver: readonly { readonly linkId: string; readonly why: string }[] | undefined
  readonly batch: number | undefined
  /** It can no longer be voided, only refunded. */
  readonly isSettlementBatchClosed: boolean
  readonly risk: RiskVerdict | undefined
  readonly decision: Decision | undefined
  /** Of a chargeback: how its case stood then. */
  readonly disputeState: DisputeState | undefined
  readonly reversal: ReversalState | undefined
  /** It may have been executed, whatever its result says. */
  readonly openReversal: OpenReversal | undefined
  readonly manualResolution: ManualResolution | undefined
  readonly request: StoredRequestBody
  readonly response: StoredAnswerBody | undefined
}

/** What the user who asks could do with the order now; amounts instead of minor units. */
export type AvailableActionBody =
  | { readonly kind: 'CAPTURE'; readonly left: string }
  | {
      readonly kind: 'REFUND'
      readonly targetTransactionId: string
      readonly left: string
      /** It only requests the refund: another user has to approve it. */
      readonly needsApproval: boolean
    }
  | { readonly kind: 'UPDATE_AUTHORIZATION'; readonly authorized: string }
  | Exclude<OrderAction, { readonly kind: 'CAPTURE' | 'REFUND' | 'UPDATE_AUTHORIZATION' }>

/** What an order was paid with; undefined where no transaction has an instrument. */
export interface PaymentMethodBody {
  /** Of the transaction that shows it. */
  readonly transactionId: string
  /** ISO 3166-1 alpha-3, by the operator's table of card number ranges. */
  readonly issuerCountry?: string | undefined
}

export type OrderNoteBody = OrderNote

export type PayerMatch = 'EMAIL' | 'TOKEN'

/** Other orders of the payer. */
export interface PayerOrdersBody {
  /** The newest first. */
  readonly orders: readonly {
    readonly order: OrderListItemBody
    /** What the two orders have in common. */
    readonly matches: readonly PayerMatch[]
  }[]
  readonly hasMore: boolean
  /** By which all of them are found. */
  readonly email?: string | undefined
  readonly token?: string | undefined
  readonly age?: DataAge | undefined
}

export interface OrderDetailsBody extends OrderKey, OrderTotalsBody {
  readonly status: OrderStatus | null
  /** A risk rule holds a payment. */
  readonly isInReview: boolean
  /** Something of it may have been executed that was to be reversed. */
  readonly openReversal: OpenReversal | undefined
  readonly isLocked: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly transactions: readonly TransactionDetailsBody[]
  /** What banks have taken back. */
  readonly chargedBack: string
  /** By case, the oldest first. */
  readonly disputes: readonly DisputeBody[]
  readonly events: readonly Pick<OrderEvent, 'number' | 'kind' | 'transactionId' | 'at'>[]
  readonly notifications: readonly DeliverySummaryBody[]
  /** The oldest first. */
  readonly notes: readonly OrderNoteBody[]
  /** By which the payer came. */
  readonly paymentLink?: PaymentLinkOfOrder | undefined
  readonly paymentMethod: PaymentMethodBody | undefined
  readonly actions: readonly AvailableActionBody[]
}

/** The result of a manual transaction. */
export interface ManualTransactionBody {
  readonly transactionId: string
  readonly type: TransactionType
  readonly amount: string
  readonly currency: string
  readonly result: TransactionResult
  readonly gatewayCode: string
  readonly acquirerCode?: string | undefined
  readonly acquirerMessage?: string | undefined
  /** It may have been executed although it failed. */
  readonly openReversal?: OpenReversal | undefined
  readonly orderStatus: OrderStatus | null
  /** A risk rule holds a payment of the order. */
  readonly isInReview: boolean
  /** Where a receipt will be sent. */
  readonly receiptTo?: string | undefined
}

/** A decision about a payment held for review. */
export interface ReviewDecisionBody {
  readonly transactionId: string
  /** Of a rejected payment: whether it has been reversed already. */
  readonly isUndone?: boolean | undefined
}

/** A refund request that was declined or withdrawn. */
export interface DeclinedRefundBody {
  readonly transactionId: string
}

/** A session for the hosted card fields. */
export interface PaymentSessionBody {
  readonly sessionId: string
  /** Payers whose e-mail address is given get a receipt. */
  readonly sendsReceipts: boolean
}
