// Verifies the cardholder's account before a financial transaction. No money moves.
import type { VerifyRequest } from '../../contract/operations/payments/verify.ts'
import type { Call, OperationResult, OperationRun, Ports } from '../call.ts'
import { startPayment } from './pay.ts'

export function verify(request: VerifyRequest, call: Call, ports: Ports, run: OperationRun): Promise<OperationResult> {
  const { amount = '0', currency } = request.order
  return startPayment(request, { kind: 'VERIFY', amount, currency, call }, ports, run)
}
