// What lists say about an order that needs attention: why a payment is held, and the state of its disputes.

import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { DisputeState } from '../../kernel/order-status.ts'
import type { TransactionType } from '../../kernel/transaction-type.ts'
import {
  type Dispute,
  type DisputeDetails,
  disputedMinor,
  disputeStateOf,
  disputesOf,
} from '../../payments/rules/dispute.ts'
import type { Decision, OrderTransaction } from '../../payments/rules/order.ts'
import { type OpenReversal, worstReversal } from '../../payments/rules/shown-status.ts'

/** Why a payment is held, and what else is known of its payer. No names or addresses. */
export interface ReviewFacts {
  /** The rules that hold it, with what they were applied to. */
  readonly rules: readonly { readonly name: string; readonly data?: string }[]
  readonly avs?: string
  readonly csc?: string
  /** The country of the billing address. */
  readonly country?: string
}

/** The members of requests and answers that are read. */
export interface AttentionRecord {
  readonly risk?: {
    readonly response?: {
      readonly review?: { readonly decision?: string }
      readonly rule?: readonly { readonly name: string; readonly recommendation: string; readonly data?: string }[]
    }
  }
  readonly response?: {
    readonly cardSecurityCode?: { readonly gatewayCode?: string }
    readonly cardholderVerification?: { readonly avs?: { readonly gatewayCode?: string } }
  }
  readonly billing?: { readonly address?: { readonly country?: string } }
  readonly dispute?: DisputeDetails
}

/** Undefined once the review is decided, and for payments without a review. */
export function reviewFactsOf(
  { billing }: AttentionRecord,
  { risk, response }: AttentionRecord,
): ReviewFacts | undefined {
  if (risk?.response?.review?.decision !== 'PENDING') return undefined
  const fired = risk.response.rule?.filter(({ recommendation }) => recommendation === 'REVIEW') ?? []
  return {
    rules: fired.map(({ name, data }) => ({ name, ...omitUndefined({ data }) })),
    ...omitUndefined({
      avs: response?.cardholderVerification?.avs?.gatewayCode,
      csc: response?.cardSecurityCode?.gatewayCode,
      country: billing?.address?.country,
    }),
  }
}

interface DisputeRow {
  readonly disputeState: DisputeState | undefined
  readonly respondBy: string | undefined
}

export function disputeColumnsOf(
  type: TransactionType,
  { dispute, decision }: { readonly dispute: DisputeDetails | undefined; readonly decision: Decision | undefined },
): DisputeRow {
  if (type !== 'CHARGEBACK') return { disputeState: undefined, respondBy: undefined }
  const state = disputeStateOf({ dispute, ...omitUndefined({ decision }) })
  return { disputeState: state, respondBy: dispute?.respondBy }
}

type ChargebackRow = DisputeRow &
  Pick<OrderTransaction, 'type' | 'gatewayCode' | 'amountMinor'> & {
    readonly transactionId: string
    readonly reference: string | undefined
    readonly timeOfRecord: Date
  }

/** The disputes of an order, out of its rows, oldest first. */
export function disputesIn(transactions: readonly ChargebackRow[]): readonly Dispute[] {
  return disputesOf(
    transactions.map(({ transactionId, type, gatewayCode, amountMinor, reference, timeOfRecord, ...row }) => ({
      transactionId,
      type,
      amountMinor,
      ...omitUndefined({ gatewayCode }),
      caseNumber: reference,
      at: timeOfRecord,
      dispute: row.disputeState && { state: row.disputeState, ...omitUndefined({ respondBy: row.respondBy }) },
    })),
  )
}

type AttentionRow = ChargebackRow & {
  readonly review: string | undefined
  readonly openReversal: OpenReversal | undefined
}

/** What the row of the order says. */
export function attentionOf(transactions: readonly AttentionRow[]): {
  readonly isInReview: boolean
  readonly openReversal: OpenReversal | undefined
  readonly disputedMinor: bigint
} {
  return {
    isInReview: transactions.some(({ review }) => review === 'RISK'),
    openReversal: worstReversal(transactions.map(({ openReversal }) => openReversal)),
    disputedMinor: disputedMinor(disputesIn(transactions)),
  }
}
