// RETRIEVE_PAYMENT_LINK: the state of a payment link, and what was paid through it. An addition of the gateway: the specification
// has the mode of INITIATE_CHECKOUT that creates links, and nothing about them afterwards.
import { correlationId } from '../../contract/groups/call.ts'
import { operation } from '../../contract/operation.ts'
import { retrievePaymentLinkRoute } from '../../contract/routes.ts'
import type { Infer } from '../../contract/row.ts'
import { paymentLinkOrdersPage, paymentLinkResponse } from './payment-link-response.ts'

// As query parameters: a GET has no body.
const request = { after: paymentLinkOrdersPage.after, correlationId, limit: paymentLinkOrdersPage.limit }

/** RETRIEVE_PAYMENT_LINK, by the first version each contract holds for. */
export const retrievePaymentLink = operation({
  name: 'RETRIEVE_PAYMENT_LINK',
  route: retrievePaymentLinkRoute,
  versions: { 63: { request, response: paymentLinkResponse } },
})

export type RetrievePaymentLinkRequest = Infer<typeof request>
