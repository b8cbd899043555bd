// UPDATE_BROWSER_PAYMENT: asks the provider for the status of the payment, under the transaction id it was initiated
// with.
import { enumeration } from '../../contract/field-types.ts'
import { correlationId, responseControls } from '../../contract/groups/call.ts'
import { session } from '../../contract/groups/session.ts'
import { operation } from '../../contract/operation.ts'
import { transactionRoute } from '../../contract/routes.ts'
import { decided, fixed, type Infer } from '../../contract/row.ts'
import { browserPaymentResponse } from './browser-payment-response.ts'

const request = {
  apiOperation: fixed(enumeration(['UPDATE_BROWSER_PAYMENT'])),
  correlationId,
  responseControls,
  session: decided('choices', session),
}

/** UPDATE_BROWSER_PAYMENT, by the first version each contract holds for. */
export const updateBrowserPayment = operation({
  name: 'UPDATE_BROWSER_PAYMENT',
  route: transactionRoute,
  versions: {
    30: { request, response: browserPaymentResponse[30] },
    31: { request, response: browserPaymentResponse[31] },
    50: { request, response: browserPaymentResponse[50] },
    100: { request, response: browserPaymentResponse[100] },
  },
})

/** What the operation receives, in every version. */
export type UpdateBrowserPaymentRequest = Infer<typeof request>
