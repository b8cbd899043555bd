// Moves money that was authorized, in full, in part, or in several parts; or changes what is authorized. A standalone capture
// moves money that was authorized elsewhere.

import { isRejection, reject } from '../../kernel/rejection.ts'
import { holdsPrivilege } from '../../merchants/index.ts'
import type { Call, OperationResult, OperationRun } from '../call.ts'
import type { CaptureRequest } from '../contract/capture.ts'
import type { TransactionResponse } from '../contract/transaction-response.ts'
import type { UpdateAuthorizationRequest } from '../contract/update-authorization.ts'
import type { AcquirerRequest } from '../ports/acquirer.ts'
import { planCapture, planUpdate } from '../rules/plan.ts'
import { answerRepeat, findRepeated } from './answer-repeat.ts'
import { type CommonRequestFields, continueOrder, isUnopened, refuseLateDetails } from './continue-order.ts'
import type { TransactionDependencies } from './execute-transaction.ts'
import { readAmount, refuseTaxAmount } from './later-amount.ts'
import { type PaymentOperationDependencies, startPayment } from './pay.ts'
import { unknownOrder } from './retrieve-order.ts'

export async function capture(
  request: CaptureRequest,
  call: Call,
  dependencies: PaymentOperationDependencies,
  run: OperationRun,
): Promise<OperationResult<TransactionResponse>> {
  const { key, merchant } = call
  const stored = await dependencies.store.findOrder(key)
  const first = findRepeated(stored, key)
  if (first) return answerRepeat(first, request, call, dependencies)
  if (request.sourceOfFunds && isUnopened(stored)) return captureStandalone(request, call, dependencies, run)
  if (!stored) return unknownOrder(key)

  const refused = refuseLateDetails(request) ?? refuseTaxAmount(request, stored)
  if (refused) return refused
  const amount = readAmount(request.transaction)
  if (isRejection(amount)) return amount
  const isExcessPermitted = holdsPrivilege(merchant, 'EXCESS_CAPTURE')
  const planned = planCapture(stored.order, amount, { mayExceed: isExcessPermitted })
  const ask = (common: CommonRequestFields): AcquirerRequest => ({ ...common, kind: 'CAPTURE' })
  return continueOrder(planned, { request, stored, call, type: 'CAPTURE', isExcessPermitted, ask }, dependencies)
}

async function captureStandalone(
  request: CaptureRequest,
  call: Call,
  dependencies: PaymentOperationDependencies,
  run: OperationRun,
): Promise<OperationResult<TransactionResponse>> {
  if (!holdsPrivilege(call.merchant, 'STANDALONE_CAPTURE'))
    return reject('OPERATION_NOT_PERMITTED', 'The merchant profile does not permit captures without an authorization.')
  const { amount, currency, authorizationCode } = request.transaction
  if (authorizationCode === undefined)
    return reject('FIELD_MISSING', 'Mandatory parameter is missing.', { field: 'transaction.authorizationCode' })
  return startPayment(request, { kind: 'STANDALONE_CAPTURE', amount, currency, call }, dependencies, run)
}

/** Changes the amount of an authorization, or extends it. */
export async function updateAuthorization(
  request: UpdateAuthorizationRequest,
  call: Call,
  dependencies: TransactionDependencies,
): Promise<OperationResult<TransactionResponse>> {
  const stored = await dependencies.store.findOrder(call.key)
  const first = findRepeated(stored, call.key)
  if (first) return answerRepeat(first, request, call, dependencies)
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
  return continueOrder(planned, { request, stored, call, type: 'AUTHORIZATION_UPDATE', ask }, dependencies)
}
