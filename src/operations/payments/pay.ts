// Reserves and moves funds at once.
import type { PayRequest } from '../../contract/operations/payments/pay.ts'
import type { Call, OperationResult, Ports } from '../call.ts'
import { startPayment } from './start-payment.ts'

export function pay(request: PayRequest, call: Call, ports: Ports): Promise<OperationResult> {
  const { amount, currency } = request.order
  return startPayment(request, { kind: 'PAY', amount, currency, call }, ports)
}
