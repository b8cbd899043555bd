// Changes the amount of an authorization, or extends it.

import { isRejection } from '../../kernel/rejection.ts'
import type { Call, OperationResult } from '../call.ts'
import type { TransactionResponse } from '../contract/transaction-response.ts'
import type { UpdateAuthorizationRequest } from '../contract/update-authorization.ts'
import type { AcquirerRequest } from '../ports/acquirer.ts'
import { planUpdate } from '../rules/plan.ts'
import { answerRepeat, findRepeated } from './answer-repeat.ts'
import { type CommonRequestFields, continueOrder, refuseLateDetails } from './continue-order.ts'
import type { TransactionPorts } from './execute-transaction.ts'
import { readAmount } from './later-amount.ts'
import { unknownOrder } from './retrieve-order.ts'

export async function updateAuthorization(
  request: UpdateAuthorizationRequest,
  call: Call,
  ports: TransactionPorts,
): Promise<OperationResult<TransactionResponse>> {
  const stored = await ports.store.findOrder(call.key)
  const first = findRepeated(stored, call.key)
  if (first) return answerRepeat(first, request, call, ports)
  if (!stored) return unknownOrder(call.key)
  const refused = refuseLateDetails(request)
  if (refused) return refused

  const currency = request.transaction?.currency ?? request.order?.currency
  const requestedAmount = request.transaction?.amount ?? request.order?.amount
  const amount =
    requestedAmount === undefined
      ? undefined
      : readAmount({ amount: requestedAmount, currency: currency ?? stored.order.currency })
  if (isRejection(amount)) return amount
  const planned = planUpdate(stored.order, { amountMinor: amount?.amountMinor, currency })
  const ask = (common: CommonRequestFields): AcquirerRequest => ({ ...common, kind: 'UPDATE_AUTHORIZATION' })
  return continueOrder(planned, { request, stored, call, type: 'AUTHORIZATION_UPDATE', ask }, ports)
}
