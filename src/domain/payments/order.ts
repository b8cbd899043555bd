// An order and what follows from its transactions. Status and totals are a pure function of the transactions; what the
// database stores of them is only a copy for reading.

import { type AuthenticationStatus, orderStatusOfAuthentication } from '../payer-authentication/payer-authentication.ts'
import { type GatewayCode, gatewayCodes } from './gateway-code.ts'
import type { OrderStatus } from './order-status.ts'
import type { TransactionType } from './transaction-type.ts'

/**
 * What somebody has to say, or has said, about a transaction.
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
  readonly gatewayCode?: GatewayCode
  /** What it came to: less than was asked for when it was approved in part. */
  readonly amountMinor: bigint
  /** What a void undoes, a capture captures, a refund refunds, an update changes. */
  readonly targetTransactionId?: string
  /** The refund request that this refund carries out. */
  readonly approvesTransactionId?: string
  readonly decision?: Decision
  /** The settlement batch the acquirer put it in. */
  readonly batch?: number
  /** Its payer is, or was, on somebody else's page: a provider's, or the issuer's. */
  readonly isJourney?: boolean
  /** Of payer authentication: how far it has come. */
  readonly authentication?: AuthenticationStatus
}

export interface Order {
  readonly id: string
  readonly currency: string
  readonly amountMinor: bigint
  /** Moves with every attempt and outcome, so that a plan made on an older reading is noticed. */
  readonly revision: number
  /** A transaction is in flight, or its outcome is still unknown: nobody else may move the order. */
  readonly isBusy: boolean
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

/** Success for good: what only began well, such as a payer sent to a provider, has moved nothing yet. */
export function isSuccessful({ gatewayCode }: Pick<OrderTransaction, 'gatewayCode'>): boolean {
  if (gatewayCode === undefined) return false
  const { result, isOpen } = gatewayCodes[gatewayCode]
  return result === 'SUCCESS' && !isOpen
}

function isOpen({ gatewayCode }: OrderTransaction): boolean {
  return gatewayCode === undefined || gatewayCodes[gatewayCode].isOpen
}

/** The successful transactions that nobody undid. An update stands only as long as the authorization it changed. */
export function standingTransactions(transactions: readonly OrderTransaction[]): readonly OrderTransaction[] {
  const successful = transactions.filter(isSuccessful)
  const voided = new Set(successful.filter(({ type }) => voids.has(type)).map((t) => t.targetTransactionId))
  if (voided.size === 0) return successful
  const isUndone = ({ id, type, targetTransactionId }: OrderTransaction) =>
    voided.has(id) || (type === 'AUTHORIZATION_UPDATE' && voided.has(targetTransactionId))
  return successful.filter((transaction) => !isUndone(transaction))
}

/** What an authorization stands at: its own amount, or the one its latest update made of it. */
export function authorizedAmountOf(authorization: OrderTransaction, standing: readonly OrderTransaction[]): bigint {
  const update = standing.findLast(
    ({ type, targetTransactionId }) => type === 'AUTHORIZATION_UPDATE' && targetTransactionId === authorization.id,
  )
  return (update ?? authorization).amountMinor
}

/** What was authorized, captured and refunded, over successful transactions that nobody voided. */
export function totalsOf(transactions: readonly OrderTransaction[]): OrderTotals {
  const standing = standingTransactions(transactions)
  let authorizedMinor = 0n
  let capturedMinor = 0n
  let refundedMinor = 0n
  for (const transaction of standing) {
    const { type, amountMinor } = transaction
    if (type === 'PAYMENT') authorizedMinor += amountMinor
    if (type === 'AUTHORIZATION') authorizedMinor += authorizedAmountOf(transaction, standing)
    if (type === 'PAYMENT' || type === 'CAPTURE') capturedMinor += amountMinor
    if (type === 'REFUND') refundedMinor += amountMinor
  }
  return { authorizedMinor, capturedMinor, refundedMinor }
}

/** The status, or undefined while the only outcome is open: saying FAILED then would invite a second charge. */
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

/** A payment that its payer makes on a provider's site, and nobody knows yet what became of it. */
function isAtProvider(transaction: OrderTransaction): boolean {
  const { isJourney, type, gatewayCode } = transaction
  return isJourney === true && type !== 'AUTHENTICATION' && gatewayCode !== undefined && isOpen(transaction)
}

/** The latest word on a dispute counts; a chargeback that the merchant won leaves no trace in the status. */
function disputeOf(transactions: readonly OrderTransaction[]): OrderStatus | undefined {
  const latest = transactions.findLast((t) => t.type === 'CHARGEBACK' && isSuccessful(t))
  if (!latest || latest.decision === 'REJECTED') return undefined
  return latest.decision === 'ACCEPTED' ? 'CHARGEBACK_PROCESSED' : 'DISPUTED'
}

/** What banks have taken back: nothing once the merchant has won. */
export function chargedBackMinor(transactions: readonly OrderTransaction[]): bigint {
  const chargebacks = transactions.filter((t) => t.type === 'CHARGEBACK' && isSuccessful(t))
  if (chargebacks.at(-1)?.decision === 'REJECTED') return 0n
  return chargebacks.reduce((sum, t) => (t.decision === 'ACCEPTED' ? sum + t.amountMinor : sum), 0n)
}

/** Refund requests that nobody has answered: neither turned down nor carried out. One that was carried out stays so when its
 * refund is voided: whoever wants it again asks again. */
export function pendingRefundRequests(transactions: readonly OrderTransaction[]): readonly OrderTransaction[] {
  const requests = transactions.filter(
    (t) => t.type === 'REFUND_REQUEST' && t.decision === 'PENDING' && isSuccessful(t),
  )
  if (requests.length === 0) return requests
  const carriedOut = new Set(transactions.filter(isSuccessful).map((t) => t.approvesTransactionId))
  return requests.filter(({ id }) => !carriedOut.has(id))
}

/** What is left to refund of the whole order: what was captured, less what went back to payers, by refunds or by banks. */
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
  const standing = standingTransactions(transactions)
  const left = standing
    .filter(({ type }) => type === 'CAPTURE' || type === 'PAYMENT')
    .map((transaction) => ({ transaction, leftMinor: transaction.amountMinor }))
  const refunds = standing.filter(({ type }) => type === 'REFUND')
  const takeFrom = (place: { leftMinor: bigint } | undefined, amountMinor: bigint): bigint => {
    if (!place) return amountMinor
    const taken = amountMinor < place.leftMinor ? amountMinor : place.leftMinor
    place.leftMinor -= taken
    return amountMinor - taken
  }
  const untargeted = refunds.map(({ targetTransactionId, amountMinor }) =>
    takeFrom(
      left.find(({ transaction }) => transaction.id === targetTransactionId),
      amountMinor,
    ),
  )
  for (const amount of untargeted) left.reduce((rest, place) => takeFrom(place, rest), amount)
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
