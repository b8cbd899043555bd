// Asks the provider for the status of a payment: has the payer agreed, and what is the shipping address?

import { isRejection } from '../../kernel/rejection.ts'
import type { Call, OperationResult } from '../../payments/call.ts'
import type { UpdateBrowserPaymentRequest } from '../contract/update-browser-payment.ts'
import type { BrowserPaymentDependencies } from '../dependencies.ts'
import { findBrowserPayment, respondWithBrowserPayment } from './find-browser-payment.ts'
import { isWorthPolling, pollBrowserPayment } from './poll-provider.ts'

/** If the provider does not respond, nothing changes; the next request asks it again. */
export async function updateBrowserPayment(
  _request: UpdateBrowserPaymentRequest,
  { key }: Call,
  ports: Pick<BrowserPaymentDependencies, 'store' | 'journeys' | 'vault' | 'providers' | 'clock' | 'timeouts'>,
): Promise<OperationResult> {
  const found = await findBrowserPayment(key, ports)
  if (isRejection(found)) return found
  if (isWorthPolling(found)) await pollBrowserPayment(found.transaction, ports)
  return respondWithBrowserPayment(key, { isFirst: false }, ports)
}
