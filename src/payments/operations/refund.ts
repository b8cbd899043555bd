// Refunds captured money, in full or in part, or records a request for approval. A standalone refund goes to a payer
// who paid elsewhere.

import { isRejection, reject } from '../../kernel/rejection.ts'
import { holdsPrivilege } from '../../merchants/index.ts'
import type { Call, OperationResult, OperationRun } from '../call.ts'
import type { RefundRequest } from '../contract/refund.ts'
import type { TransactionResponse } from '../contract/transaction-response.ts'
import type { AcquirerRequest } from '../ports/acquirer.ts'
import { planRefund } from '../rules/plan.ts'
import { answerRepeat, findRepeated } from './answer-repeat.ts'
import { type CommonRequestFields, continueOrder, isUnopened, refuseLateDetails } from './continue-order.ts'
import { readAmount, refuseTaxAmount } from './later-amount.ts'
import { type PaymentOperationDependencies, startPayment } from './pay.ts'
import { unknownOrder } from './retrieve-order.ts'

export async function refund(
  request: RefundRequest,
  call: Call,
  dependencies: PaymentOperationDependencies,
  run: OperationRun,
): Promise<OperationResult<TransactionResponse>> {
  const { key, merchant, traits } = call
  const stored = await dependencies.store.findOrder(key)
  const first = findRepeated(stored, key)
  if (first) return answerRepeat(first, request, call, dependencies)
  if (request.sourceOfFunds && isUnopened(stored)) return refundStandalone(request, call, dependencies, run)
  if (!stored) return unknownOrder(key)

  const refused = refuseLateDetails(request) ?? refuseTaxAmount(request, stored)
  if (refused) return refused
  const { priorApproval, targetTransactionId } = request.transaction
  const amount = readAmount(request.transaction)
  if (isRejection(amount)) return amount
  const isRequest = priorApproval === 'REQUESTED'
  const isExcessPermitted = holdsPrivilege(merchant, 'EXCESS_REFUND')
  const planned = planRefund(
    stored.order,
    { ...amount, targetTransactionId, isRequest },
    { mayExceed: isExcessPermitted, needsTarget: traits.needsRefundTarget ?? false },
  )
  const input = { request, stored, call, type: 'REFUND' as const, isExcessPermitted }
  // A refund that still needs approval is not sent to the acquirer.
  if (isRequest)
    return continueOrder(
      planned,
      { ...input, decision: 'PENDING', ask: { decidedHere: 'APPROVED_AUTO' } },
      dependencies,
    )
  const isAuthorizedFirst = request.action?.refundAuthorization ?? false
  const ask = (common: CommonRequestFields): AcquirerRequest => ({ ...common, kind: 'REFUND', isAuthorizedFirst })
  return continueOrder(planned, { ...input, ask }, dependencies)
}

async function refundStandalone(
  request: RefundRequest,
  call: Call,
  dependencies: PaymentOperationDependencies,
  run: OperationRun,
): Promise<OperationResult<TransactionResponse>> {
  if (!holdsPrivilege(call.merchant, 'STANDALONE_REFUND'))
    return reject('OPERATION_NOT_PERMITTED', 'The merchant profile does not permit refunds without a payment.')
  const { amount, currency } = request.transaction
  return startPayment(request, { kind: 'STANDALONE_REFUND', amount, currency, call }, dependencies, run)
}
