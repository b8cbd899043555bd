// Asks the provider how a payment stands: has the payer agreed, and where is it to be shipped to?
import type { UpdateBrowserPaymentRequest } from '../../contract/operations/browser-payments/update-browser-payment.ts'
import { isRejection } from '../../domain/rejection.ts'
import type { Call, OperationResult, Ports } from '../call.ts'
import { answerBrowserPayment, findBrowserPayment } from './find-browser-payment.ts'
import { isWorthALook, lookAtBrowserPayment } from './poll-provider.ts'

/** A provider that says nothing leaves everything as it is; whoever asks again asks it again. */
export async function updateBrowserPayment(
  _request: UpdateBrowserPaymentRequest,
  { key }: Call,
  ports: Ports,
): Promise<OperationResult> {
  const found = await findBrowserPayment(key, ports)
  if (isRejection(found)) return found
  if (isWorthALook(found)) await lookAtBrowserPayment(found.transaction, ports)
  return answerBrowserPayment(key, { isFirst: false }, ports)
}
