// An order and what follows from its transactions. Status and totals are a pure function of the transactions; what the
// database stores of them is only a copy for reading.
import { type GatewayCode, gatewayCodes } from './gateway-code.ts'
import type { OrderStatus } from './order-status.ts'
import { type Rejection, reject } from './rejection.ts'
import type { TransactionType } from './transaction-type.ts'

export interface OrderTransaction {
  readonly id: string
  readonly type: TransactionType
  /** Undefined while the transaction is in flight. */
  readonly gatewayCode?: GatewayCode
  readonly amountMinor: bigint
  /** What a void undoes. */
  readonly targetTransactionId?: string
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

export interface Totals {
  readonly authorizedMinor: bigint
  readonly capturedMinor: bigint
  readonly refundedMinor: bigint
}

const countsAsAuthorized: ReadonlySet<TransactionType> = new Set(['AUTHORIZATION', 'PAYMENT'])
const countsAsCaptured: ReadonlySet<TransactionType> = new Set(['CAPTURE', 'PAYMENT'])
const voids: ReadonlySet<TransactionType> = new Set([
  'VOID_AUTHORIZATION',
  'VOID_CAPTURE',
  'VOID_PAYMENT',
  'VOID_REFUND',
])

/** What was authorized, captured and refunded, over successful transactions that nobody voided. */
export function totalsOf(transactions: readonly OrderTransaction[]): Totals {
  const successful = transactions.filter(isSuccessful)
  const voided = new Set(successful.filter(({ type }) => voids.has(type)).map((t) => t.targetTransactionId))
  const standing = successful.filter(({ id }) => !voided.has(id))
  const sum = (counts: (type: TransactionType) => boolean) =>
    standing.reduce((total, { type, amountMinor }) => (counts(type) ? total + amountMinor : total), 0n)
  return {
    authorizedMinor: sum((type) => countsAsAuthorized.has(type)),
    capturedMinor: sum((type) => countsAsCaptured.has(type)),
    refundedMinor: sum((type) => type === 'REFUND'),
  }
}

/** The status, or undefined while the only outcome is open: saying FAILED then would invite a second charge. */
export function statusOf(transactions: readonly OrderTransaction[]): OrderStatus | undefined {
  const { authorizedMinor, capturedMinor, refundedMinor } = totalsOf(transactions)
  if (refundedMinor > capturedMinor) return 'EXCESSIVELY_REFUNDED'
  if (refundedMinor > 0n) return refundedMinor === capturedMinor ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  if (capturedMinor > 0n) return capturedMinor >= authorizedMinor ? 'CAPTURED' : 'PARTIALLY_CAPTURED'
  if (authorizedMinor > 0n) return 'AUTHORIZED'
  if (transactions.some((t) => isSuccessful(t) && voids.has(t.type))) return 'CANCELLED'
  if (transactions.some((t) => isSuccessful(t) && t.type === 'VERIFICATION')) return 'VERIFIED'
  return transactions.some(isOpen) ? undefined : 'FAILED'
}

/** Success for good: what only began well, such as a payer sent to a provider, has moved nothing yet. */
function isSuccessful({ gatewayCode }: OrderTransaction): boolean {
  if (gatewayCode === undefined) return false
  const { result, isOpen } = gatewayCodes[gatewayCode]
  return result === 'SUCCESS' && !isOpen
}

function isOpen({ gatewayCode }: OrderTransaction): boolean {
  return gatewayCode === undefined || gatewayCodes[gatewayCode].isOpen
}

export interface PlannedTransaction {
  readonly kind: 'planned'
  readonly order: Order | undefined
  readonly type: TransactionType
  readonly amountMinor: bigint
  readonly orderAmountMinor: bigint
  readonly currency: string
}

/** Another transaction of the order is under way. Nothing is recorded, and the caller may try again. */
export interface Busy {
  readonly kind: 'busy'
}

/** Verifying moves no money, so an order may be verified again until something was authorized or captured on it. */
export function planVerification(
  order: Order | undefined,
  request: { currency: string; orderAmountMinor: bigint; hasSubMerchant: boolean },
): PlannedTransaction | Busy | Rejection {
  if (order?.isBusy) return { kind: 'busy' }
  if (order && hasStarted(order))
    return reject('ORDER_ALREADY_STARTED', 'The order already holds a payment and cannot be verified again.')
  if (order && order.currency !== request.currency)
    return reject('CURRENCY_DIFFERS', `The order was opened in ${order.currency}.`)
  if (order && request.hasSubMerchant)
    return reject('SUB_MERCHANT_LATE', 'Sub-merchant details are accepted with the first transaction of an order only.')
  const { currency, orderAmountMinor } = request
  return { kind: 'planned', order, type: 'VERIFICATION', amountMinor: 0n, orderAmountMinor, currency }
}

function hasStarted({ transactions }: Order): boolean {
  return transactions.some((t) => t.type !== 'VERIFICATION' && t.type !== 'AUTHENTICATION' && isSuccessful(t))
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
