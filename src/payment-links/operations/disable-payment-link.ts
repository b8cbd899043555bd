// Disables a payment link for the merchant's program.
import type { Call, OperationResult } from '../../payments/call.ts'
import type { PaymentLinkDependencies } from '../dependencies.ts'
import { describePaymentLink } from './retrieve-payment-link.ts'

export async function disablePaymentLink(
  _request: object,
  call: Call,
  ports: Pick<PaymentLinkDependencies, 'paymentLinks' | 'clock' | 'addresses'>,
): Promise<OperationResult> {
  const { merchant, paymentLinkId = '' } = call
  const key = { merchantId: merchant.id, paymentLinkId }
  // One that is disabled already stays as it is: a program may send its request again.
  await ports.paymentLinks.disable(key, { actor: `merchant.${merchant.id}`, at: ports.clock.now() })
  return describePaymentLink({}, call, ports)
}
