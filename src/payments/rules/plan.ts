// What may follow on an order. A plan is made from the order as read, and is valid only while the order has not
// changed.
import { explain } from '../../kernel/explanation.ts'
import { displayMoney, formatMoney, largestMinor } from '../../kernel/money.ts'
import { type Rejection, reject } from '../../kernel/rejection.ts'
import type { TransactionType } from '../../kernel/transaction-type.ts'
import {
  authorizedAmountOf,
  chargedBackMinor,
  effectiveTransactions,
  isSuccessful,
  leftToRefundMinor,
  type Order,
  type OrderTransaction,
  refundableTransactions,
  totalsOf,
} from './order.ts'
import { hasSeveralParts, type RefundPart, splitRefund } from './refunds/refund-parts.ts'

export interface PlannedTransaction {
  readonly kind: 'PLANNED'
  readonly order: Order | undefined
  readonly type: TransactionType
  readonly amountMinor: bigint
  readonly orderAmountMinor: bigint
  readonly currency: string
  /** The target, if it refers to another transaction of the order. */
  readonly target?: OrderTransaction
  /** A refund that names no target and is more than what is left of the oldest: what to take from which, more than one. */
  readonly parts?: readonly RefundPart[]
}

/** Another transaction of the order is under way. Nothing is recorded, and the caller may retry. */
export interface OrderLocked {
  readonly kind: 'LOCKED'
}

export type Plan = PlannedTransaction | OrderLocked | Rejection

const busy: OrderLocked = { kind: 'LOCKED' }

export interface InitialTransactionRequest {
  readonly type: 'AUTHENTICATION' | 'AUTHORIZATION' | 'PAYMENT' | 'VERIFICATION' | 'CAPTURE' | 'REFUND'
  readonly currency: string
  readonly amountMinor: bigint
  readonly orderAmountMinor: bigint
  /** It names a sub-merchant although it is not the first transaction of its order. */
  readonly hasLateSubMerchant: boolean
  /** Whether the account is that of a given earlier transaction of the order. */
  readonly isSameAccount: (transactionId: string) => boolean
  /** The authentication of the order that the payment names as its own. */
  readonly namedAuthentication?: string | undefined
  /** A wallet's cryptogram proves who pays, or it is not paid by card: earlier authentications say nothing of it. */
  readonly needsNoAuthentication?: boolean
}

/** The first transaction of an order, or the first after failed attempts and checks that moved no money. */
export function planInitial(order: Order | undefined, request: InitialTransactionRequest): Plan {
  const { type, currency, amountMinor, orderAmountMinor } = request
  const planned: PlannedTransaction = { kind: 'PLANNED', order, type, currency, amountMinor, orderAmountMinor }
  if (!order) return planned
  if (order.isLocked) return busy
  if (holdsPayment(order.transactions))
    return reject('ORDER_ALREADY_STARTED', 'The order already has a payment. Use a new order for another payment.')
  if (order.currency !== currency)
    return reject('CURRENCY_DIFFERS', explain('The order was opened in {currency}.', { currency: order.currency }))
  if (request.hasLateSubMerchant)
    return reject('SUB_MERCHANT_LATE', 'Sub-merchant details are accepted with the first transaction of an order only.')
  const checked = findCheck(order.transactions, request)
  const isBound = checked !== undefined && isSuccessful(checked) && !checksOnly.has(type)
  if (isBound && !request.isSameAccount(checked.id))
    return reject('ANOTHER_CARD', 'The payment must use the card that was verified or authenticated on this order.')
  return planned
}

/**
 * The verification or authentication whose card has to be used. On an order that several payers try to pay, each names its
 * own authentication.
 */
function findCheck(
  transactions: readonly OrderTransaction[],
  { namedAuthentication, needsNoAuthentication }: InitialTransactionRequest,
): OrderTransaction | undefined {
  const isNamed = (t: OrderTransaction) =>
    t.id === namedAuthentication && t.type === 'AUTHENTICATION' && isSuccessful(t)
  const last = transactions.findLast((t) => checksOnly.has(t.type) && (isSuccessful(t) || isWithoutProof(t)))
  const counting = needsNoAuthentication && last?.type === 'AUTHENTICATION' ? undefined : last
  return transactions.find(isNamed) ?? counting
}

/** A successful transaction has opened the order: another payment needs another order. */
export function holdsPayment(transactions: readonly OrderTransaction[]): boolean {
  return transactions.some((t) => !checksOnly.has(t.type) && t.type !== 'FUNDING' && isSuccessful(t))
}

const checksOnly: ReadonlySet<TransactionType> = new Set(['AUTHENTICATION', 'VERIFICATION'])

/** The payer uses another card, which cannot be authenticated: the earlier authentication no longer counts. */
function isWithoutProof({ authentication }: OrderTransaction): boolean {
  return authentication === 'AUTHENTICATION_NOT_SUPPORTED' || authentication === 'AUTHENTICATION_UNAVAILABLE'
}

export interface LaterTransactionRequest {
  readonly amountMinor: bigint
  readonly currency: string
}

/** Whether the merchant may exceed what was authorized, or captured. */
interface ExcessPermission {
  readonly mayExceed: boolean
}

export function planCapture(order: Order, request: LaterTransactionRequest, { mayExceed }: ExcessPermission): Plan {
  const refused = refuseAlways(order, request)
  if (refused) return refused
  const effective = effectiveTransactions(order.transactions)
  const authorization = effective.find(({ type }) => type === 'AUTHORIZATION')
  if (!authorization) return reject('NOTHING_TO_CAPTURE', 'The order has no authorization that can be captured.')
  if (authorization.decision === 'PENDING' || authorization.decision === 'REJECTED')
    return reject('WAITS_FOR_REVIEW', 'The order must be accepted in review before it can be captured.')
  const leftMinor = authorizedAmountOf(authorization, effective) - totalsOf(order.transactions).capturedMinor
  if (request.amountMinor > leftMinor && !mayExceed)
    return reject('AMOUNT_EXCEEDED', 'The amount exceeds the remaining amount of the authorization.')
  if (isBeyondBound(totalsOf(order.transactions).capturedMinor + request.amountMinor, order))
    return totalTooLarge(order)
  return later(order, { type: 'CAPTURE', amountMinor: request.amountMinor, target: authorization })
}

export function planRefund(
  order: Order,
  request: LaterTransactionRequest & { readonly targetTransactionId: string | undefined; readonly isRequest: boolean },
  { mayExceed, needsTarget }: ExcessPermission & { readonly needsTarget: boolean },
): Plan {
  const refused = refuseAlways(order, request)
  if (refused) return refused
  const candidates = refundableTransactions(order.transactions)
  if (candidates.length === 0) return reject('NOTHING_TO_REFUND', 'The order has no payment that can be refunded.')
  const namedTarget = candidates.find(({ transaction }) => transaction.id === request.targetTransactionId)
  if (request.targetTransactionId !== undefined && !namedTarget)
    return reject('TARGET_UNSUITABLE', 'The order has no capture or payment with this id that can be refunded.')
  const open = candidates.filter(({ leftMinor }) => leftMinor > 0n)
  if (!namedTarget && needsTarget && open.length > 1)
    return reject('TARGET_NEEDED', 'Several transactions can be refunded. Specify the target transaction.')

  const considered = namedTarget ? [namedTarget] : candidates
  const targetLeftMinor = considered.reduce((sum, candidate) => sum + candidate.leftMinor, 0n)
  const orderLeftMinor = leftToRefundMinor(order.transactions)
  const leftMinor = targetLeftMinor < orderLeftMinor ? targetLeftMinor : orderLeftMinor
  if (request.amountMinor > leftMinor && !mayExceed) {
    const left = displayMoney({ amountMinor: leftMinor, currency: order.currency })
    return reject(
      'AMOUNT_EXCEEDED',
      explain('The amount exceeds the remaining refundable amount: {amount} {currency}.', {
        amount: left,
        currency: order.currency,
      }),
    )
  }
  if (isBeyondBound(totalsOf(order.transactions).refundedMinor + request.amountMinor, order))
    return totalTooLarge(order)
  const { transaction: target } = namedTarget ?? open[0] ?? (candidates[0] as (typeof candidates)[number])
  const parts = namedTarget || request.isRequest ? [] : splitRefund(candidates, request.amountMinor)
  return later(order, {
    type: request.isRequest ? 'REFUND_REQUEST' : 'REFUND',
    amountMinor: request.amountMinor,
    target,
    ...(parts.length > 1 && { parts }),
  })
}

/** No response could show such a total. */
function isBeyondBound(totalMinor: bigint, { currency }: Order): boolean {
  return totalMinor > largestMinor(currency)
}

function totalTooLarge({ currency }: Order): Rejection {
  const most = formatMoney({ amountMinor: largestMinor(currency), currency })
  return reject(
    'AMOUNT_EXCEEDED',
    explain('The total of the order would exceed {amount} {currency}.', { amount: most, currency }),
  )
}

/** The kind of void that cancels a kind of transaction. */
export const voidTypes: Partial<Readonly<Record<TransactionType, TransactionType>>> = {
  AUTHORIZATION: 'VOID_AUTHORIZATION',
  CAPTURE: 'VOID_CAPTURE',
  PAYMENT: 'VOID_PAYMENT',
  REFUND: 'VOID_REFUND',
}

export function planVoid(
  order: Order,
  {
    targetTransactionId,
    isSettlementBatchClosed,
  }: { targetTransactionId: string; isSettlementBatchClosed: (batch: number) => boolean },
): Plan {
  if (order.isLocked) return busy
  const effective = effectiveTransactions(order.transactions)
  if (!effective.some(({ type }) => voidTypes[type]))
    return reject('NOTHING_TO_VOID', 'The order has no transaction to void.')
  const target = effective.find(({ id }) => id === targetTransactionId)
  const type = target && voidTypes[target.type]
  if (!target || !type)
    return reject('TARGET_UNSUITABLE', 'The order has no transaction with this id that can be voided.')
  if (hasSeveralParts(target))
    return reject('TARGET_UNSUITABLE', 'A refund that was made with several requests to the acquirer cannot be voided.')
  if (dependsOn(target, order.transactions))
    return reject(
      'TARGET_DEPENDED_ON',
      'Captures and refunds of this transaction must be voided first. Chargebacks cannot be voided.',
    )
  if (target.type !== 'AUTHORIZATION' && target.batch !== undefined && isSettlementBatchClosed(target.batch))
    return reject(
      'BATCH_CLOSED',
      explain('Batch {batch} is closed. The transaction can be refunded but not voided.', {
        batch: String(target.batch),
      }),
    )
  const amountMinor = target.type === 'AUTHORIZATION' ? authorizedAmountOf(target, effective) : target.amountMinor
  return later(order, { type, amountMinor, target })
}

/** Whether another transaction depends on this one and would lose its basis. */
function dependsOn(target: OrderTransaction, transactions: readonly OrderTransaction[]): boolean {
  if (target.type === 'AUTHORIZATION') return effectiveTransactions(transactions).some(({ type }) => type === 'CAPTURE')
  if (target.type !== 'REFUND' && chargedBackMinor(transactions) > 0n) return true
  return refundableTransactions(transactions).some(
    ({ transaction, leftMinor }) => transaction.id === target.id && leftMinor < transaction.amountMinor,
  )
}

/** Changes the authorized amount; without an amount it only extends the authorization. */
export function planUpdate(
  order: Order,
  request: { readonly amountMinor: bigint | undefined; readonly currency: string | undefined },
): Plan {
  const refused = refuseAlways(order, { currency: request.currency ?? order.currency })
  if (refused) return refused
  const effective = effectiveTransactions(order.transactions)
  const authorization = effective.find(({ type }) => type === 'AUTHORIZATION')
  if (!authorization) return reject('NOTHING_TO_UPDATE', 'The order has no authorization that can be updated.')
  const authorizedMinor = authorizedAmountOf(authorization, effective)
  const { capturedMinor } = totalsOf(order.transactions)
  if (capturedMinor >= authorizedMinor)
    return reject('NOTHING_TO_UPDATE', 'The authorization is fully captured and can no longer be updated.')
  const amountMinor = request.amountMinor ?? authorizedMinor
  if (amountMinor < capturedMinor)
    return reject('AMOUNT_EXCEEDED', 'The amount is less than the amount already captured.')
  return later(order, { type: 'AUTHORIZATION_UPDATE', amountMinor, target: authorization })
}

/** What the operator records: a dispute by a bank, or a fee. It changes none of the order's totals. */
export function planRecord(
  order: Order,
  request: LaterTransactionRequest & { readonly type: 'CHARGEBACK' | 'FUNDING' },
): Plan {
  const refused = refuseAlways(order, request)
  if (refused) return refused
  const { capturedMinor } = totalsOf(order.transactions)
  if (request.type === 'CHARGEBACK' && capturedMinor === 0n)
    return reject('NOTHING_TO_REFUND', 'The order has no payment that can be charged back.')
  if (request.type === 'CHARGEBACK' && request.amountMinor > capturedMinor)
    return reject('AMOUNT_EXCEEDED', 'The amount exceeds the captured amount.')
  return later(order, { type: request.type, amountMinor: request.amountMinor })
}

function refuseAlways(order: Order, { currency }: { readonly currency: string }): OrderLocked | Rejection | undefined {
  if (order.isLocked) return busy
  if (currency === order.currency) return undefined
  return reject('CURRENCY_DIFFERS', explain('The order was opened in {currency}.', { currency: order.currency }), {
    field: 'transaction.currency',
  })
}

function later(
  order: Order,
  step: Pick<PlannedTransaction, 'type' | 'amountMinor' | 'target' | 'parts'>,
): PlannedTransaction {
  return { kind: 'PLANNED', order, currency: order.currency, orderAmountMinor: order.amountMinor, ...step }
}
