// Verifies the cardholder's account before a financial transaction. No money moves.

import type { Call, OperationResult, OperationRun } from '../call.ts'
import type { TransactionResponse } from '../contract/transaction-response.ts'
import type { VerifyRequest } from '../contract/verify.ts'
import { type PaymentPorts, startPayment } from './pay.ts'

export function verify(
  request: VerifyRequest,
  call: Call,
  ports: PaymentPorts,
  run: OperationRun,
): Promise<OperationResult<TransactionResponse>> {
  const { amount = '0', currency } = request.order
  return startPayment(request, { kind: 'VERIFY', amount, currency, call }, ports, run)
}
