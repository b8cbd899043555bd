// DELETE_PAYMENT_LINK: ends a payment link, as shop modules and the reference API do it: DELETE with the id in the path. The same
// as DISABLE_PAYMENT_LINK.
import { correlationId } from '../../contract/groups/call.ts'
import { operation } from '../../contract/operation.ts'
import { deletePaymentLinkRoute } from '../../contract/routes.ts'
import { paymentLinkResponse } from './payment-link-response.ts'

/** DELETE_PAYMENT_LINK, by the first version each contract holds for. */
export const deletePaymentLink = operation({
  name: 'DELETE_PAYMENT_LINK',
  route: deletePaymentLinkRoute,
  versions: { 63: { request: { correlationId }, response: paymentLinkResponse } },
})
