// Reserves and moves funds at once. AUTHORIZE, VERIFY and standalone captures and refunds use the same flow: each opens
// an order, or continues one without a successful transaction.
import type { PayRequest } from '../../contract/operations/payments/pay.ts'
import { isRejection } from '../../domain/rejection.ts'
import type { Call, OperationResult, OperationRun, Ports } from '../call.ts'
import { admitAttempt, countOutcome, refuseByVelocity } from '../risk/apply-velocity-limits.ts'
import { claimPayload } from '../wallets/open-device-payment.ts'
import { answerRepeat, findRepeated } from './answer-repeat.ts'
import { checkPayment, type PaymentCheckPorts } from './check-payment.ts'
import { executeTransaction, type TransactionPorts } from './execute-transaction.ts'
import { lockFailure } from './record-attempt.ts'
import {
  acquirerRequestFor,
  type PaymentRequest,
  type PaymentResolutionPorts,
  type PaymentTerms,
  planPayment,
  resolvePayment,
} from './resolve-payment.ts'

export type PaymentPorts = PaymentResolutionPorts &
  PaymentCheckPorts &
  TransactionPorts &
  Pick<Ports, 'usedPayloads' | 'velocity'>

export function pay(request: PayRequest, call: Call, ports: PaymentPorts, run: OperationRun): Promise<OperationResult> {
  const { amount, currency } = request.order
  return startPayment(request, { kind: 'PAY', amount, currency, call }, ports, run)
}

export async function startPayment(
  request: PaymentRequest,
  terms: PaymentTerms,
  ports: PaymentPorts,
  { presumesNewOrder }: OperationRun,
): Promise<OperationResult> {
  const { call } = terms
  const stored = presumesNewOrder ? undefined : await ports.store.findOrder(call.key)
  const first = findRepeated(stored, call.key)
  if (first) return answerRepeat(first, call.asSent ?? request, ports)

  // Resolve: the stored card of a token, the acquirer link, the instrument.
  const payment = await resolvePayment(request, { ...terms, stored }, ports)
  if (isRejection(payment)) return payment

  // Plan: whether the order permits this transaction.
  const planned = planPayment(payment, ports)
  if (isRejection(planned)) return planned
  if (planned.kind === 'busy') return lockFailure(payment, payment.type, ports)

  // Payer authentication and risk rules may decide without the acquirer. Their decision is recorded like any outcome.
  const checked = await checkPayment(payment, ports)
  if (checked.kind !== 'checked') return checked
  const { attempt, declinedAs } = checked
  const { orderId, transactionId } = call.key
  const used = await claimPayload(payment.payload, { kind: 'transaction', orderId, transactionId }, call, ports)
  if (used) return used
  if (declinedAs) return executeTransaction(planned, { ...attempt, ask: { decidedHere: declinedAs } }, ports)

  const admission = await admitAttempt({ ...payment, accountHash: attempt.accountHash }, ports)
  // A repeat of a request that was admitted is found once the order is read.
  if (admission.kind === 'REFUSED' && presumesNewOrder) return { kind: 'moved' }
  if (admission.kind === 'REFUSED') return refuseByVelocity(admission.limit, { planned, attempt }, ports)

  // Record the attempt, ask the acquirer, apply its reply, record the outcome.
  const ask = acquirerRequestFor(payment, checked.proof)
  return countOutcome(admission, () => executeTransaction(planned, { ...attempt, ask }, ports))
}
