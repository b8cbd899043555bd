// How commands show an order: what is recorded of it, which is masked, and no more.

import { gatewayCodes } from '../../kernel/gateway-code.ts'
import { brandName, codeText, disputeText } from '../../kernel/labels.ts'
import { displayAmount, formatMoney } from '../../kernel/money.ts'
import type { DisputeState, OrderStatus } from '../../kernel/order-status.ts'
import { type FailedRoute, linkRevisionOf } from '../../merchants/index.ts'
import {
  type DisputeAnswer,
  type DisputeProgress,
  disputedMinor,
  disputeEventOf,
  disputeStateOf,
  disputesOf,
  isInReview,
  type OpenReversal,
  type OrderEvent,
  progressOfDispute,
  type StoredOrder,
  type StoredResponse,
  type StoredTransaction,
  shownStatusOf,
  statusOf,
  totalsOf,
  worstReversalIn,
} from '../../payments/index.ts'
import { addressCheckText, securityCodeText } from '../../risk/index.ts'
import { pairs, printable, table, timestampText } from '../table.ts'

type ReviewOutput = NonNullable<NonNullable<StoredResponse['risk']>['response']>['review']

interface AccountGroup {
  readonly number?: string
  readonly bankAccountNumber?: string
}

interface TransactionOutput {
  readonly id: string
  readonly type: string
  readonly amount: string
  readonly currency: string
  readonly result: string
  /** Undefined while it is in flight. */
  readonly gatewayCode: string | undefined
  readonly timeOfRecord: Date
  readonly entryPoint: string
  /** Where less was approved. */
  readonly requestedAmount: string | undefined
  readonly account: string | undefined
  readonly target: string | undefined
  readonly approves: string | undefined
  readonly linkId: string
  /** The links that were tried before it, oldest first. */
  readonly failedOver: readonly Pick<FailedRoute, 'linkId' | 'why'>[] | undefined
  readonly batch: number | undefined
  readonly risk: string | undefined
  readonly review: ReviewOutput
  readonly decision: string | undefined
  readonly reversal: string | undefined
  readonly manualResolution: string | undefined
  /** Of a chargeback: how its case stood then. */
  readonly disputeState: DisputeState | undefined
  readonly brand: string | undefined
  /** The issuer's checks of the payer, as gateway codes. */
  readonly avs: string | undefined
  readonly csc: string | undefined
}

interface DisputeOutput extends DisputeProgress {
  /** Empty when the bank gave none. */
  readonly caseNumber: string
  readonly state: DisputeState
  readonly amount: string
  readonly respondBy: string | undefined
  readonly openedAt: Date
  readonly updatedAt: Date
}

export interface OrderOutput {
  readonly merchantId: string
  readonly orderId: string
  /** Null while the only outcome is open. */
  readonly status: OrderStatus | null
  readonly isLocked: boolean
  readonly amount: string
  readonly currency: string
  /** A risk rule holds a payment. */
  readonly isInReview: boolean
  /** Something of it may have been executed that was to be reversed. */
  readonly openReversal?: OpenReversal | undefined
  readonly totals: {
    readonly authorized: string
    readonly captured: string
    readonly refunded: string
    readonly disputed: string
  }
  readonly disputes: readonly DisputeOutput[]
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly transactions: readonly TransactionOutput[]
  readonly events: readonly Pick<OrderEvent, 'number' | 'eventId' | 'kind' | 'transactionId' | 'at'>[]
}

interface OrderHistory {
  readonly events: readonly OrderEvent[]
  readonly answers: readonly DisputeAnswer[]
}

export function orderData(merchantId: string, stored: StoredOrder, { events, answers }: OrderHistory): OrderOutput {
  const { order, transactions } = stored
  const { currency, amountMinor, createdAt, updatedAt, isLocked } = order
  const { authorizedMinor, capturedMinor, refundedMinor } = totalsOf(order.transactions)
  const money = (minor: bigint) => formatMoney({ amountMinor: minor, currency })
  const disputes = disputesOf(transactions.map(disputeEventOf))
  const now = new Date()
  return {
    merchantId,
    orderId: order.id,
    status: statusOf(order.transactions) ?? null,
    isLocked,
    amount: money(amountMinor),
    currency,
    totals: {
      authorized: money(authorizedMinor),
      captured: money(capturedMinor),
      refunded: money(refundedMinor),
      disputed: money(disputedMinor(disputes)),
    },
    isInReview: isInReview(order.transactions),
    openReversal: worstReversalIn(stored),
    disputes: disputes.map((dispute) => ({
      caseNumber: dispute.caseNumber,
      state: dispute.state,
      amount: money(dispute.amountMinor),
      respondBy: dispute.respondBy,
      ...progressOfDispute(
        dispute,
        answers.filter(({ caseNumber }) => caseNumber === dispute.caseNumber),
        now,
      ),
      openedAt: dispute.openedAt,
      updatedAt: dispute.updatedAt,
    })),
    createdAt,
    updatedAt,
    transactions: transactions.map((transaction) => transactionData(transaction, currency)),
    events: events.map(({ number, eventId, kind, transactionId, at }) => ({
      number,
      eventId,
      kind,
      transactionId,
      at,
    })),
  }
}

function transactionData(stored: StoredTransaction, currency: string): TransactionOutput {
  const { key, type, amountMinor, gatewayCode, response: recorded, risk, link } = stored
  const { response: assessment } = recorded?.risk ?? {}
  return {
    id: key.transactionId,
    type,
    amount: formatMoney({ amountMinor, currency }),
    currency,
    result: gatewayCode ? gatewayCodes[gatewayCode].result : 'PENDING',
    gatewayCode,
    timeOfRecord: stored.recordedAt,
    entryPoint: stored.entryPoint,
    requestedAmount: recorded?.transaction?.requestedAmount,
    account: accountOf(stored),
    target: stored.targetTransactionId,
    approves: stored.approvesTransactionId,
    linkId: linkRevisionOf(link).linkId,
    failedOver: link.failedOver?.map(({ linkId, why }) => ({ linkId, why })),
    batch: stored.batch,
    // Until the acquirer responds there are only the values from before the call.
    risk: assessment?.gatewayCode ?? risk?.verdict,
    review: assessment?.review,
    decision: stored.decision,
    reversal: stored.reversal,
    manualResolution: stored.manualResolution,
    disputeState: type === 'CHARGEBACK' ? disputeStateOf(disputeEventOf(stored)) : undefined,
    brand: recorded?.sourceOfFunds?.provided?.card?.brand ?? stored.request.sourceOfFunds?.provided?.card?.brand,
    avs: recorded?.response?.cardholderVerification?.avs?.gatewayCode,
    csc: recorded?.response?.cardSecurityCode?.gatewayCode,
  }
}

/** From the stored request: the account number is masked there. */
function accountOf({ request }: StoredTransaction): string | undefined {
  const { sourceOfFunds } = request
  const provided = Object.values(sourceOfFunds?.provided ?? {}) as readonly AccountGroup[]
  const numbers = provided.flatMap(({ number, bankAccountNumber }) => number ?? bankAccountNumber ?? [])
  return [sourceOfFunds?.type ?? [], numbers].flat().join(' ') || undefined
}

export function orderText(shown: OrderOutput): string {
  const { currency, totals, transactions, events } = shown
  const money = (amount: string) => `${displayAmount(amount, currency)} ${currency}`
  const seen = shownStatusOf(shown)
  const status = seen === shown.status || seen === undefined ? (seen ?? 'not known yet') : codeText(seen)
  const order = pairs([
    ['Order', shown.orderId],
    ['Merchant', shown.merchantId],
    ['Status', `${status}${shown.isLocked ? ', with a transaction in progress' : ''}`],
    ['Amount', money(shown.amount)],
    ['Authorized', money(totals.authorized)],
    ['Captured', money(totals.captured)],
    ['Refunded', money(totals.refunded)],
    ...(shown.disputes.length === 0 ? [] : [['Disputed', money(totals.disputed)] as const]),
    ...shown.disputes.map((dispute) => ['Dispute', disputeLine(dispute, currency)] as const),
    ['Opened', timestampText(shown.createdAt)],
    ['Last changed', timestampText(shown.updatedAt)],
  ])
  const eventRows = events.map(({ number, kind, transactionId, at }) => [
    String(number),
    kind,
    transactionId,
    timestampText(at),
  ])
  const timeline = events.length === 0 ? 'No events.' : table(['EVENT', 'KIND', 'TRANSACTION', 'TIME'], eventRows)
  return [order, ...transactions.map(transactionText), timeline].join('\n\n')
}

/** The brand in place of the source, where the card has a brand with a name. */
function accountText({ account, brand }: TransactionOutput): string | undefined {
  return account?.replace(/^CARD(?= )/, brandName(brand) ?? 'CARD')
}

/** "Chargeback pending, 10.00 USD, case CASE-17, respond by 2026-11-30 (overdue), contested, evidence not sent". */
function disputeLine(dispute: DisputeOutput, currency: string): string {
  const { caseNumber, state, amount, respondBy } = dispute
  const deadline = respondBy === undefined ? [] : [`respond by ${respondBy}${dispute.isOverdue ? ' (overdue)' : ''}`]
  const named = caseNumber === '' ? [] : [`case ${printable(caseNumber)}`]
  const evidence = dispute.isEvidenceSent ? (dispute.isSentLate ? 'sent late' : 'sent') : 'not sent'
  const contested = dispute.isContested ? ['contested', `evidence ${evidence}`] : []
  const money = `${displayAmount(amount, currency)} ${currency}`
  return [disputeText(state), money, ...named, ...deadline, ...contested].join(', ')
}

function transactionText(shown: TransactionOutput): string {
  const { id, type, amount, currency, result, gatewayCode, disputeState } = shown
  const heading = `Transaction ${printable(id)}: ${type} ${displayAmount(amount, currency)} ${currency}`
  const state = disputeState ? disputeText(disputeState) : `${result} (${gatewayCode ?? 'in flight'})`
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['Time of record', timestampText(shown.timeOfRecord)],
    [
      'Requested amount',
      shown.requestedAmount === undefined ? undefined : `${displayAmount(shown.requestedAmount, currency)} ${currency}`,
    ],
    ['Account', accountText(shown)],
    ['Address check', shown.avs === undefined ? undefined : addressCheckText(shown.avs)],
    ['Security code', shown.csc === undefined ? undefined : securityCodeText(shown.csc)],
    ['Target', shown.target],
    ['Approves', shown.approves],
    ['Acquirer link', shown.linkId],
    ['Failover', shown.failedOver?.map(failoverText).join('; ')],
    ['Batch', shown.batch === undefined ? undefined : String(shown.batch)],
    ['Entry point', shown.entryPoint],
    ['Risk', shown.risk],
    ['Review', reviewText(shown)],
    ['Reversal', shown.reversal],
    ['Manual resolution required', shown.manualResolution],
  ]
  const known = rows.flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]))
  return `${heading}, ${state}\n${pairs(known)}`
}

function failoverText({ linkId, why }: Pick<FailedRoute, 'linkId' | 'why'>): string {
  return `${linkId} did not receive the request: ${why}`
}

/** Of a payment the review; of a refund request the decision about it. A chargeback has a state of its own. */
function reviewText({ review, decision, disputeState }: TransactionOutput): string | undefined {
  if (disputeState) return undefined
  if (!review) return decision
  const { userId, time, note } = review
  const by = userId === undefined ? '' : ` by ${userId}`
  const at = time === undefined ? '' : ` at ${timestampText(new Date(time))}`
  return `${review.decision}${by}${at}${note === undefined ? '' : `: ${note}`}`
}
