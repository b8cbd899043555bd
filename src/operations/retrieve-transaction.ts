// Tells the present outcome of a transaction, and the order as it stands now.
import type { RetrievalRequest } from '../contract/operations/retrieve-transaction.ts'
import { reject } from '../domain/rejection.ts'
import type { Call, OperationResult } from './call.ts'
import { unknownOrder } from './retrieve-order.ts'
import { findRepeated } from './steps/answer-repeat.ts'
import { describeTransactionNow } from './steps/describe-transaction.ts'
import { type LookPorts as AuthenticationPorts, lookAtAuthentication } from './steps/look-at-authentication.ts'
import type { LookPorts } from './steps/look-at-browser-payment.ts'
import { lookedAtSince } from './steps/looked-at-since.ts'
import { settledSince } from './steps/settled-since.ts'

export async function retrieveTransaction(
  _request: RetrievalRequest,
  { key, traits }: Call,
  ports: LookPorts & AuthenticationPorts,
): Promise<OperationResult> {
  const found = await lookAtAuthentication(key, ports)
  if (!found) return unknownOrder(key)
  const stored = await settledSince(await lookedAtSince(found, ports), ports)
  const transaction = findRepeated(stored, key)
  if (!transaction || !(traits.kinds?.includes(transaction.type) ?? true))
    return reject(
      'UNKNOWN_TRANSACTION',
      `There is no transaction '${key.transactionId}' on order '${key.orderId}' of merchant '${key.merchantId}'.`,
    )
  return { kind: 'answered', isFirst: false, answer: describeTransactionNow(transaction, stored.order) }
}
