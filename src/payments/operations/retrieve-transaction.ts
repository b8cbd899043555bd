// Returns the current outcome of a transaction, with the current order.

import { reject } from '../../kernel/rejection.ts'
import type { TransactionType } from '../../kernel/transaction-type.ts'
import type { Call, OperationResponse, OperationResult } from '../call.ts'
import type { RetrievalRequest } from '../contract/retrieve-transaction.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import { findRepeated } from './answer-repeat.ts'
import { describeTransaction, describeTransactionNow } from './describe-transaction.ts'
import { unknownOrder } from './retrieve-order.ts'
import { withSettlementStatus } from './settlement-status.ts'

export async function retrieveTransaction(
  _request: RetrievalRequest,
  { key, traits }: Call,
  ports: RetrievalPorts,
): Promise<OperationResult> {
  const storedOrder = await ports.payerProofs.refresh(key)
  const stored =
    storedOrder && (await withSettlementStatus(await ports.browserPaymentProgress.refresh(storedOrder), ports))
  const transaction = findRepeated(stored, key)
  // Older versions lack some types of transactions, and do not show them.
  const isKnown = (type: TransactionType) => traits.kinds?.includes(type) ?? true
  const byDevice = transaction || !isKnown('AUTHENTICATION') ? undefined : await findDeviceAuthentication(key, ports)
  if (byDevice) return byDevice
  if (!stored) return unknownOrder(key)
  if (!transaction || !isKnown(transaction.type))
    return reject(
      'UNKNOWN_TRANSACTION',
      `There is no transaction '${key.transactionId}' on order '${key.orderId}' of merchant '${key.merchantId}'.`,
    )
  return { kind: 'ANSWERED', isFirst: false, response: describeTransactionNow(transaction, stored.order) }
}

type RetrievalPorts = Pick<PaymentDependencies, 'store' | 'browserPaymentProgress' | 'payerProofs'>

/** An authentication that a payer's device began by the id of a session, for the merchant that retrieves its result. */
async function findDeviceAuthentication(
  key: Call['key'],
  ports: RetrievalPorts,
): Promise<OperationResponse | undefined> {
  const authentication = await ports.payerProofs.findOfDevice(key)
  return authentication && { kind: 'ANSWERED', isFirst: false, response: describeTransaction(authentication) }
}
