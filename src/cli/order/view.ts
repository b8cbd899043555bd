// How commands show an order: what is recorded of it, which is masked, and no more.

import { formatMoney } from '../../domain/money.ts'
import { gatewayCodes } from '../../domain/payments/gateway-code.ts'
import { statusOf, totalsOf } from '../../domain/payments/order.ts'
import type { StoredAnswer } from '../../ports/payments/stored-messages.ts'
import type { OrderEvent, StoredOrder, StoredTransaction } from '../../ports/payments/transactions.ts'
import { timestampText } from '../merchant/view.ts'
import { pairs, printable, table } from '../table.ts'

type ReviewOutput = NonNullable<NonNullable<StoredAnswer['risk']>['response']>['review']

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
  readonly account: string | undefined
  readonly target: string | undefined
  readonly approves: string | undefined
  readonly batch: number | undefined
  readonly risk: string | undefined
  readonly review: ReviewOutput
  readonly decision: string | undefined
  readonly reversal: string | undefined
  readonly manualResolution: string | undefined
}

export interface OrderOutput {
  readonly merchantId: string
  readonly orderId: string
  /** Null while the only outcome is open. */
  readonly status: string | null
  readonly isBusy: boolean
  readonly amount: string
  readonly currency: string
  readonly totals: { readonly authorized: string; readonly captured: string; readonly refunded: string }
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly transactions: readonly TransactionOutput[]
  readonly events: readonly Pick<OrderEvent, 'number' | 'eventId' | 'kind' | 'transactionId' | 'at'>[]
}

export function orderData(merchantId: string, stored: StoredOrder, events: readonly OrderEvent[]): OrderOutput {
  const { order, transactions } = stored
  const { currency, amountMinor, createdAt, updatedAt, isBusy } = order
  const { authorizedMinor, capturedMinor, refundedMinor } = totalsOf(order.transactions)
  const money = (minor: bigint) => formatMoney({ amountMinor: minor, currency })
  return {
    merchantId,
    orderId: order.id,
    status: statusOf(order.transactions) ?? null,
    isBusy,
    amount: money(amountMinor),
    currency,
    totals: {
      authorized: money(authorizedMinor),
      captured: money(capturedMinor),
      refunded: money(refundedMinor),
    },
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
  const { key, type, amountMinor, gatewayCode, answer, risk } = stored
  const { response } = answer?.risk ?? {}
  return {
    id: key.transactionId,
    type,
    amount: formatMoney({ amountMinor, currency }),
    currency,
    result: gatewayCode ? gatewayCodes[gatewayCode].result : 'PENDING',
    gatewayCode,
    timeOfRecord: stored.recordedAt,
    entryPoint: stored.entryPoint,
    account: accountOf(stored),
    target: stored.targetTransactionId,
    approves: stored.approvesTransactionId,
    batch: stored.batch,
    // Until the acquirer replies there are only the values from before the call.
    risk: response?.gatewayCode ?? risk?.verdict,
    review: response?.review,
    decision: stored.decision,
    reversal: stored.reversal,
    manualResolution: stored.manualResolution,
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
  const order = pairs([
    ['Order', shown.orderId],
    ['Merchant', shown.merchantId],
    ['Status', `${shown.status ?? 'not known yet'}${shown.isBusy ? ', with a transaction in progress' : ''}`],
    ['Amount', `${shown.amount} ${currency}`],
    ['Authorized', `${totals.authorized} ${currency}`],
    ['Captured', `${totals.captured} ${currency}`],
    ['Refunded', `${totals.refunded} ${currency}`],
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

function transactionText(shown: TransactionOutput): string {
  const { id, type, amount, currency, result, gatewayCode } = shown
  const heading = `Transaction ${printable(id)}: ${type} ${amount} ${currency}, ${result}`
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['Time of record', timestampText(shown.timeOfRecord)],
    ['Account', shown.account],
    ['Target', shown.target],
    ['Approves', shown.approves],
    ['Batch', shown.batch === undefined ? undefined : String(shown.batch)],
    ['Entry point', shown.entryPoint],
    ['Risk', shown.risk],
    ['Review', reviewText(shown)],
    ['Reversal', shown.reversal],
    ['Manual resolution required', shown.manualResolution],
  ]
  const known = rows.flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]))
  return `${heading} (${gatewayCode ?? 'in flight'})\n${pairs(known)}`
}

/** Of a payment the review; of a refund request or a chargeback, the decision about it. */
function reviewText({ review, decision }: TransactionOutput): string | undefined {
  if (!review) return decision
  const { userId, time, note } = review
  const by = userId === undefined ? '' : ` by ${userId}`
  const at = time === undefined ? '' : ` at ${timestampText(new Date(time))}`
  return `${review.decision}${by}${at}${note === undefined ? '' : `: ${note}`}`
}
