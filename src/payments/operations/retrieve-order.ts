// Returns the current state of an order with all its transactions, of one transaction, or of a payment agreement.

import { explain } from '../../kernel/explanation.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { type Rejection, reject } from '../../kernel/rejection.ts'
import type { TransactionType } from '../../kernel/transaction-type.ts'
import { mergeValues } from '../../kernel/values.ts'
import type { Call, OperationResponse, OperationResult } from '../call.ts'
import type { RetrievedAgreementResponse } from '../contract/retrieve-agreement.ts'
import type { OrderResponse } from '../contract/retrieve-order.ts'
import type { RetrievalRequest } from '../contract/retrieve-transaction.ts'
import type { TransactionResponse } from '../contract/transaction-response.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import type { OrderKey } from '../ports/transactions.ts'
import type { Order, OrderTransaction } from '../rules/order.ts'
import { findRepeated } from './answer-repeat.ts'
import { describeOrder, describeTransaction, describeTransactionNow } from './describe-transaction.ts'
import { withSettlementStatus } from './settlement-status.ts'

export async function retrieveOrder(
  _request: RetrievalRequest,
  { key, traits }: Call,
  dependencies: Pick<PaymentDependencies, 'store' | 'browserPaymentProgress'>,
): Promise<OperationResult<OrderResponse>> {
  const storedOrder = await dependencies.store.findOrder(key)
  if (!storedOrder) return unknownOrder(key)
  const stored = await withSettlementStatus(
    await dependencies.browserPaymentProgress.refresh(storedOrder),
    dependencies,
  )
  const { order, transactions } = stored
  const orderGroup = describeOrder(order)
  const described = transactions.map((transaction) => describeTransactionNow(transaction, order, orderGroup))
  const visible = described.filter((_, index) => traits.kinds?.includes(transactions[index]?.type ?? 'PAYMENT') ?? true)
  // The payer's details are those of the newest transaction that has them.
  const latest: Partial<TransactionResponse> = described.at(-1) ?? {}
  const { order: orderDetails, transaction: _, ...newest } = latest
  const response = mergeValues(
    { ...newest, ...orderDetails },
    {
      ...orderGroup,
      ...authenticationOf(described),
      ...agreementOf(described),
      merchant: key.merchantId,
      result: resultOf(order, described),
      transaction: visible,
    },
  )
  return { kind: 'ANSWERED', isFirst: false, response: response as OrderResponse }
}

/** The result of the order's latest transaction that could have opened it. */
function resultOf({ transactions }: Order, described: readonly TransactionResponse[]): string {
  const latest = transactions.findLastIndex(isInitial)
  return described[Math.max(latest, 0)]?.result ?? 'PENDING'
}

/** Captures and refunds open an order when they have no target in it. */
function isInitial({ type, targetTransactionId }: OrderTransaction): boolean {
  return initialTypes.has(type) && targetTransactionId === undefined
}

const initialTypes: ReadonlySet<string> = new Set(['AUTHORIZATION', 'CAPTURE', 'PAYMENT', 'REFUND', 'VERIFICATION'])

/** The payer authentication of the newest transaction that has one. */
function authenticationOf(described: readonly TransactionResponse[]): object {
  const eci = described.findLast(({ threeDSecure }) => threeDSecure?.acsEci !== undefined)?.threeDSecure?.acsEci
  const version = described.findLast(({ authentication }) => authentication?.version !== undefined)?.authentication
    ?.version
  return {
    ...omitUndefined({ threeDSecureAcsEci: eci }),
    ...(version !== undefined && version !== 'NONE' && { authenticationVersion: version }),
  }
}

/** The series that the order belongs to: captures and refunds do not repeat it. */
function agreementOf(described: readonly TransactionResponse[]): object {
  return omitUndefined({ agreement: described.findLast(({ agreement }) => agreement !== undefined)?.agreement })
}

export function unknownOrder({ orderId, merchantId }: OrderKey): Rejection {
  return reject(
    'UNKNOWN_ORDER',
    explain("There is no order '{orderId}' of merchant '{merchantId}'.", { orderId, merchantId }),
  )
}

/** Returns the current outcome of a transaction, with the current order. */
export async function retrieveTransaction(
  _request: RetrievalRequest,
  { key, traits }: Call,
  dependencies: RetrievalDependencies,
): Promise<OperationResult> {
  const storedOrder = await dependencies.payerProofs.refresh(key)
  const stored =
    storedOrder &&
    (await withSettlementStatus(await dependencies.browserPaymentProgress.refresh(storedOrder), dependencies))
  const transaction = findRepeated(stored, key)
  // Older versions lack some types of transactions, and do not show them.
  const isKnown = (type: TransactionType) => traits.kinds?.includes(type) ?? true
  const byDevice =
    transaction || !isKnown('AUTHENTICATION') ? undefined : await findDeviceAuthentication(key, dependencies)
  if (byDevice) return byDevice
  if (!stored) return unknownOrder(key)
  if (!transaction || !isKnown(transaction.type))
    return reject(
      'UNKNOWN_TRANSACTION',
      `There is no transaction '${key.transactionId}' on order '${key.orderId}' of merchant '${key.merchantId}'.`,
    )
  return { kind: 'ANSWERED', isFirst: false, response: describeTransactionNow(transaction, stored.order) }
}

type RetrievalDependencies = Pick<PaymentDependencies, 'store' | 'browserPaymentProgress' | 'payerProofs'>

/** An authentication that a payer's device began by the id of a session, for the merchant that retrieves its result. */
async function findDeviceAuthentication(
  key: Call['key'],
  dependencies: RetrievalDependencies,
): Promise<OperationResponse | undefined> {
  const authentication = await dependencies.payerProofs.findOfDevice(key)
  return authentication && { kind: 'ANSWERED', isFirst: false, response: describeTransaction(authentication) }
}

/** Returns an agreement to a series of payments with the terms of its first payment. */
export async function retrieveAgreement(
  _request: object,
  { merchant, agreementId = '' }: Call,
  { paymentAgreements }: Pick<PaymentDependencies, 'paymentAgreements'>,
): Promise<OperationResult> {
  const storedAgreement = await paymentAgreements.find({ merchantId: merchant.id, agreementId })
  if (!storedAgreement) return reject('UNKNOWN_AGREEMENT', 'No successful payment has named an agreement with this id.')
  const { id, terms, cancelledAt } = storedAgreement
  // The terms were read by the rows that now write them.
  const agreement = {
    ...terms,
    id,
    status: cancelledAt ? 'CANCELLED' : 'ACTIVE',
  } as RetrievedAgreementResponse['agreement']
  return { kind: 'ANSWERED', isFirst: false, response: { agreement, merchant: merchant.id, result: 'SUCCESS' } }
}
