// DISABLE_PAYMENT_LINK: ends a payment link. An addition of the gateway.
import { enumeration } from '../../contract/field-types.ts'
import { correlationId } from '../../contract/groups/call.ts'
import { operation } from '../../contract/operation.ts'
import { paymentLinkRoute } from '../../contract/routes.ts'
import { fixed } from '../../contract/row.ts'
import { paymentLinkResponse } from './payment-link-response.ts'

const request = { apiOperation: fixed(enumeration(['DISABLE_PAYMENT_LINK'])), correlationId }

/** DISABLE_PAYMENT_LINK, by the first version each contract holds for. */
export const disablePaymentLink = operation({
  name: 'DISABLE_PAYMENT_LINK',
  route: paymentLinkRoute,
  versions: { 63: { request, response: paymentLinkResponse } },
})
