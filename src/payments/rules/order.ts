// An order and what follows from its transactions. Status and totals are a pure function of the transactions; the
// database stores only a copy of them for reading.

import { type GatewayCode, gatewayCodes } from '../../kernel/gateway-code.ts'
import type { OrderStatus } from '../../kernel/order-status.ts'
import type { TransactionType } from '../../kernel/transaction-type.ts'
import { type AuthenticationStatus, orderStatusOfAuthentication } from './payer-authentication.ts'
import { approvedParts, type RefundPart } from './refunds/refund-parts.ts'

/**
 * A user's pending or recorded decision about a transaction.
 *
 * - of a payment: the risk review; capture waits for it.
 * - of a refund request: whether the refund is to be made.
 * - of a chargeback: PENDING while it is disputed, ACCEPTED when the money went back, REJECTED when the merchant won.
 */
export const decisions = ['PENDING', 'ACCEPTED', 'REJECTED'] as const
export type Decision = (typeof decisions)[number]

export interface OrderTransaction {
  readonly id: string
  readonly type: TransactionType
  /** Undefined while the transaction is in flight. */
  readonly gatewayCode?: GatewayCode | undefined
  /** Its amount: less than requested when it was approved in part. */
  readonly amountMinor: bigint
  /** What a void cancels, a capture captures, a refund refunds, an update changes. */
  readonly targetTransactionId?: string | undefined
  /** Of a refund that is made in parts: those that were begun. */
  readonly parts?: readonly RefundPart[] | undefined
  /** The refund request that this refund executes. */
  readonly approvesTransactionId?: string | undefined
  readonly decision?: Decision | undefined
  /** Of a chargeback: the bank's number of the case. Chargebacks without one are one case. */
  readonly caseNumber?: string | undefined
  /** The settlement batch the acquirer put it in. */
  readonly batch?: number | undefined
  /** Its payer is, or was, on an external page: a provider's, or the issuer's. */
  readonly isJourney?: boolean | undefined
  /** Of payer authentication: its progress. */
  readonly authentication?: AuthenticationStatus | undefined
}

export interface Order {
  readonly id: string
  readonly currency: string
  readonly amountMinor: bigint
  /** Changes with every attempt and outcome, which reveals a plan made on an outdated read. */
  readonly revision: number
  /** A transaction is in flight, or its outcome is still unknown: no other transaction may change the order. */
  readonly isLocked: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
  /** Oldest first. */
  readonly transactions: readonly OrderTransaction[]
}

export interface OrderTotals {
  readonly authorizedMinor: bigint
  readonly capturedMinor: bigint
  readonly refundedMinor: bigint
}

const voids: ReadonlySet<TransactionType> = new Set([
  'VOID_AUTHORIZATION',
  'VOID_CAPTURE',
  'VOID_PAYMENT',
  'VOID_REFUND',
])

/** Final success: what has only begun well, such as a payer sent to a provider, has moved nothing yet. */
export function isSuccessful({ gatewayCode }: Pick<OrderTransaction, 'gatewayCode'>): boolean {
  if (gatewayCode === undefined) return false
  const { result, isOpen } = gatewayCodes[gatewayCode]
  return result === 'SUCCESS' && !isOpen
}

function isOpen({ gatewayCode }: OrderTransaction): boolean {
  return gatewayCode === undefined || gatewayCodes[gatewayCode].isOpen
}

/**
 * The successful transactions that were not voided. An update is effective only as long as the authorization it
 * changed.
 */
export function effectiveTransactions(transactions: readonly OrderTransaction[]): readonly OrderTransaction[] {
  const successful = transactions.filter(isSuccessful)
  const voided = new Set(successful.filter(({ type }) => voids.has(type)).map((t) => t.targetTransactionId))
  if (voided.size === 0) return successful
  const isUndone = ({ id, type, targetTransactionId }: OrderTransaction) =>
    voided.has(id) || (type === 'AUTHORIZATION_UPDATE' && voided.has(targetTransactionId))
  return successful.filter((transaction) => !isUndone(transaction))
}

/** The current amount of an authorization: its own, or that of its latest update. */
export function authorizedAmountOf(authorization: OrderTransaction, effective: readonly OrderTransaction[]): bigint {
  const update = effective.findLast(
    ({ type, targetTransactionId }) => type === 'AUTHORIZATION_UPDATE' && targetTransactionId === authorization.id,
  )
  return (update ?? authorization).amountMinor
}

/** What was authorized, captured and refunded, over successful transactions that were not voided. */
export function totalsOf(transactions: readonly OrderTransaction[]): OrderTotals {
  const effective = effectiveTransactions(transactions)
  let authorizedMinor = 0n
  let capturedMinor = 0n
  let refundedMinor = 0n
  for (const transaction of effective) {
    const { type, amountMinor } = transaction
    if (type === 'PAYMENT') authorizedMinor += amountMinor
    if (type === 'AUTHORIZATION') authorizedMinor += authorizedAmountOf(transaction, effective)
    if (type === 'PAYMENT' || type === 'CAPTURE') capturedMinor += amountMinor
    if (type === 'REFUND') refundedMinor += amountMinor
  }
  return { authorizedMinor, capturedMinor, refundedMinor }
}

/** The status, or undefined while the only outcome is open: FAILED would invite a second charge. */
export function statusOf(transactions: readonly OrderTransaction[]): OrderStatus | undefined {
  const disputed = disputeOf(transactions)
  if (disputed) return disputed
  if (pendingRefundRequests(transactions).length > 0) return 'REFUND_REQUESTED'
  const { authorizedMinor, capturedMinor, refundedMinor } = totalsOf(transactions)
  if (refundedMinor > capturedMinor) return 'EXCESSIVELY_REFUNDED'
  if (refundedMinor > 0n) return refundedMinor === capturedMinor ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  if (capturedMinor > 0n) return capturedMinor >= authorizedMinor ? 'CAPTURED' : 'PARTIALLY_CAPTURED'
  if (authorizedMinor > 0n) return 'AUTHORIZED'
  if (transactions.some((t) => isSuccessful(t) && voids.has(t.type))) return 'CANCELLED'
  if (transactions.some(isAtProvider)) return 'INITIATED'
  if (transactions.some((t) => isSuccessful(t) && t.type === 'VERIFICATION')) return 'VERIFIED'
  if (transactions.some((t) => isSuccessful(t) && t.type === 'FUNDING')) return 'FUNDING'
  const latest = transactions.at(-1)
  if (latest && transactions.every(isAuthentication)) return orderStatusOfAuthentication(latest)
  // A payer who never answered the issuer leaves no payment open.
  return transactions.some((t) => !isAuthentication(t) && isOpen(t)) ? undefined : 'FAILED'
}

function isAuthentication({ type }: OrderTransaction): boolean {
  return type === 'AUTHENTICATION'
}

/** A payment that its payer makes on a provider's site, whose outcome is not known yet. */
function isAtProvider(transaction: OrderTransaction): boolean {
  const { isJourney, type, gatewayCode } = transaction
  return isJourney === true && type !== 'AUTHENTICATION' && gatewayCode !== undefined && isOpen(transaction)
}

/** The chargebacks of each case that the merchant has not won: the latest decision on a case counts. */
function casesNotWon(transactions: readonly OrderTransaction[]): readonly (readonly OrderTransaction[])[] {
  const chargebacks = transactions.filter((t) => t.type === 'CHARGEBACK' && isSuccessful(t))
  if (chargebacks.length === 0) return []
  const cases = [...Map.groupBy(chargebacks, ({ caseNumber }) => caseNumber).values()]
  return cases.filter((itsOwn) => itsOwn.at(-1)?.decision !== 'REJECTED')
}

/** By the case that changed last; one that the merchant won does not affect the status. */
function disputeOf(transactions: readonly OrderTransaction[]): OrderStatus | undefined {
  const latest = casesNotWon(transactions).map((itsOwn) => itsOwn.at(-1))
  const last = transactions.findLast((t) => latest.includes(t))
  if (!last) return undefined
  return last.decision === 'ACCEPTED' ? 'CHARGEBACK_PROCESSED' : 'DISPUTED'
}

/**
 * What banks have taken back: nothing of a case that the merchant has won. A numbered case has one amount, its latest;
 * chargebacks without a number add up, since each may be a case of its own.
 */
export function chargedBackMinor(transactions: readonly OrderTransaction[]): bigint {
  const processed = casesNotWon(transactions).flatMap((itsOwn) => {
    const accepted = itsOwn.filter(({ decision }) => decision === 'ACCEPTED')
    return itsOwn[0]?.caseNumber === undefined ? accepted : accepted.slice(-1)
  })
  return processed.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
}

const reviewedTypes: ReadonlySet<TransactionType> = new Set(['AUTHORIZATION', 'PAYMENT', 'VERIFICATION'])

/** Whether a risk rule holds one of its payments: capture waits until a user decides. */
export function isInReview(transactions: readonly OrderTransaction[]): boolean {
  return transactions.some((t) => t.decision === 'PENDING' && reviewedTypes.has(t.type) && isSuccessful(t))
}

/**
 * Open refund requests: neither declined nor executed. One that was executed stays so when its refund is voided:
 * another refund needs another request.
 */
export function pendingRefundRequests(transactions: readonly OrderTransaction[]): readonly OrderTransaction[] {
  const requests = transactions.filter(
    (t) => t.type === 'REFUND_REQUEST' && t.decision === 'PENDING' && isSuccessful(t),
  )
  if (requests.length === 0) return requests
  const carriedOut = new Set(transactions.filter(isSuccessful).map((t) => t.approvesTransactionId))
  return requests.filter(({ id }) => !carriedOut.has(id))
}

/**
 * What is left to refund of the whole order: what was captured, less what went back to payers, by refunds or by banks.
 */
export function leftToRefundMinor(transactions: readonly OrderTransaction[]): bigint {
  const { capturedMinor, refundedMinor } = totalsOf(transactions)
  const leftMinor = capturedMinor - refundedMinor - chargedBackMinor(transactions)
  return leftMinor > 0n ? leftMinor : 0n
}

/** What is left to refund of each capture and payment, oldest first. A refund that names no target, or whose target is
 * gone, is taken from the oldest. */
export function refundableTransactions(
  transactions: readonly OrderTransaction[],
): readonly { readonly transaction: OrderTransaction; readonly leftMinor: bigint }[] {
  const effective = effectiveTransactions(transactions)
  const left = effective
    .filter(({ type }) => type === 'CAPTURE' || type === 'PAYMENT')
    .map((transaction) => ({ transaction, leftMinor: transaction.amountMinor }))
  const refunds = effective.filter(({ type }) => type === 'REFUND')
  const takeFrom = (remainder: { leftMinor: bigint } | undefined, amountMinor: bigint): bigint => {
    if (!remainder) return amountMinor
    const taken = amountMinor < remainder.leftMinor ? amountMinor : remainder.leftMinor
    remainder.leftMinor -= taken
    return amountMinor - taken
  }
  const untargeted = refunds.flatMap((refund) =>
    (refund.parts ? approvedParts(refund) : [refund]).map(({ targetTransactionId, amountMinor }) =>
      takeFrom(
        left.find(({ transaction }) => transaction.id === targetTransactionId),
        amountMinor,
      ),
    ),
  )
  for (const amount of untargeted) left.reduce((rest, remainder) => takeFrom(remainder, rest), amount)
  return left
}

/** The order's transactions with one outcome added or replaced. */
export function withOutcome(
  transactions: readonly OrderTransaction[],
  outcome: OrderTransaction,
): readonly OrderTransaction[] {
  return transactions.some(({ id }) => id === outcome.id)
    ? transactions.map((transaction) => (transaction.id === outcome.id ? outcome : transaction))
    : [...transactions, outcome]
}

/** The order as an attempt opens it, before it has an outcome. */
export function orderOpenedBy({ key, currency, orderAmountMinor, at }: OpeningAttempt): Order {
  return {
    id: key.orderId,
    currency,
    amountMinor: orderAmountMinor,
    revision: 1,
    isLocked: true,
    createdAt: at,
    updatedAt: at,
    transactions: [],
  }
}

interface OpeningAttempt {
  readonly key: { readonly orderId: string }
  readonly currency: string
  readonly orderAmountMinor: bigint
  readonly at: Date
}
