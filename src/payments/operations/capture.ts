// Moves money that was authorized, in full, in part, or in several parts. A standalone capture moves money that was
// authorized elsewhere.

import { isRejection, reject } from '../../kernel/rejection.ts'
import { holdsPrivilege } from '../../merchants/rules/merchant.ts'
import type { Call, OperationResult, OperationRun } from '../call.ts'
import type { CaptureRequest } from '../contract/capture.ts'
import type { TransactionResponse } from '../contract/transaction-response.ts'
import type { AcquirerRequest } from '../ports/acquirer.ts'
import { planCapture } from '../rules/plan.ts'
import { answerRepeat, findRepeated } from './answer-repeat.ts'
import { type CommonRequestFields, continueOrder, isUnopened, refuseLateDetails } from './continue-order.ts'
import { readAmount, refuseTaxAmount } from './later-amount.ts'
import { type PaymentPorts, startPayment } from './pay.ts'
import { unknownOrder } from './retrieve-order.ts'

export async function capture(
  request: CaptureRequest,
  call: Call,
  ports: PaymentPorts,
  run: OperationRun,
): Promise<OperationResult<TransactionResponse>> {
  const { key, merchant } = call
  const stored = await ports.store.findOrder(key)
  const first = findRepeated(stored, key)
  if (first) return answerRepeat(first, request, call, ports)
  if (request.sourceOfFunds && isUnopened(stored)) return captureStandalone(request, call, ports, run)
  if (!stored) return unknownOrder(key)

  const refused = refuseLateDetails(request) ?? refuseTaxAmount(request, stored)
  if (refused) return refused
  const amount = readAmount(request.transaction)
  if (isRejection(amount)) return amount
  const isExcessPermitted = holdsPrivilege(merchant, 'EXCESS_CAPTURE')
  const planned = planCapture(stored.order, amount, { mayExceed: isExcessPermitted })
  const ask = (common: CommonRequestFields): AcquirerRequest => ({ ...common, kind: 'CAPTURE' })
  return continueOrder(planned, { request, stored, call, type: 'CAPTURE', isExcessPermitted, ask }, ports)
}

async function captureStandalone(
  request: CaptureRequest,
  call: Call,
  ports: PaymentPorts,
  run: OperationRun,
): Promise<OperationResult<TransactionResponse>> {
  if (!holdsPrivilege(call.merchant, 'STANDALONE_CAPTURE'))
    return reject('OPERATION_NOT_PERMITTED', 'The merchant profile does not permit captures without an authorization.')
  const { amount, currency, authorizationCode } = request.transaction
  if (authorizationCode === undefined)
    return reject('FIELD_MISSING', 'Mandatory parameter is missing.', { field: 'transaction.authorizationCode' })
  return startPayment(request, { kind: 'STANDALONE_CAPTURE', amount, currency, call }, ports, run)
}
