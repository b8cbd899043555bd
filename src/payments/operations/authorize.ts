// Reserves funds on the payer's account; a later capture moves them.

import type { Call, OperationResult, OperationRun } from '../call.ts'
import type { AuthorizeRequest } from '../contract/authorize.ts'
import type { TransactionResponse } from '../contract/transaction-response.ts'
import { type PaymentPorts, startPayment } from './pay.ts'

export function authorize(
  request: AuthorizeRequest,
  call: Call,
  ports: PaymentPorts,
  run: OperationRun,
): Promise<OperationResult<TransactionResponse>> {
  const { amount, currency } = request.order
  return startPayment(request, { kind: 'AUTHORIZE', amount, currency, call }, ports, run)
}
