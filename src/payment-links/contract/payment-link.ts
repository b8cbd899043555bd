// What merchants ask about a payment link and how they end it. The answer is the same each time: its terms, its state, and a page of the orders that payers have begun through it.

import { asciiText, enumeration } from '../../contract/field-types.ts'
import { correlationId } from '../../contract/groups/call.ts'
import { orderRows } from '../../contract/groups/order.ts'
import { retrievedPaymentLink63 } from '../../contract/groups/payment-link.ts'
import { integerInQuery } from '../../contract/number-types.ts'
import { operation } from '../../contract/operation.ts'
import {
  deletePaymentLinkRoute,
  merchantIdRow,
  paymentLinkRoute,
  retrievePaymentLinkRoute,
} from '../../contract/routes.ts'
import {
  always,
  decided,
  fixed,
  group,
  type Infer,
  type InferResponse,
  only,
  sometimes,
  withDefault,
} from '../../contract/row.ts'

export const paymentLinkOrdersPerPageDefault = 20

const after = decided('choices', asciiText(1, 200))

/** Which of its orders are returned. */
export const paymentLinkOrdersPage = {
  after,
  limit: decided('choices', withDefault(paymentLinkOrdersPerPageDefault, integerInQuery(1, 100))),
}

/** The amount is absent where the payer enters it. */
const order = group({
  amount: sometimes(orderRows.amount),
  currency: always(orderRows.currency),
  ...only(orderRows, 'description'),
  id: always(orderRows.id),
})

export const paymentLinkResponse = {
  correlationId,
  merchant: always(merchantIdRow),
  order: always(order),
  page: decided('choices', group({ after })),
  paymentLink: always(retrievedPaymentLink63),
  result: always(enumeration(['SUCCESS'])),
}

export type PaymentLinkResponse = InferResponse<typeof paymentLinkResponse>

// As query parameters: a GET has no body.
const retrievalRequest = { after: paymentLinkOrdersPage.after, correlationId, limit: paymentLinkOrdersPage.limit }

/**
 * RETRIEVE_PAYMENT_LINK: the state of a payment link, and what was paid through it. An addition of the gateway: the
 * specification has the mode of INITIATE_CHECKOUT that creates links, and nothing about them afterwards.
 */
export const retrievePaymentLink = operation({
  name: 'RETRIEVE_PAYMENT_LINK',
  route: retrievePaymentLinkRoute,
  versions: { 63: { request: retrievalRequest, response: paymentLinkResponse } },
})

export type RetrievePaymentLinkRequest = Infer<typeof retrievalRequest>

const disablingRequest = { apiOperation: fixed(enumeration(['DISABLE_PAYMENT_LINK'])), correlationId }

/** DISABLE_PAYMENT_LINK: ends a payment link. An addition of the gateway. */
export const disablePaymentLink = operation({
  name: 'DISABLE_PAYMENT_LINK',
  route: paymentLinkRoute,
  versions: { 63: { request: disablingRequest, response: paymentLinkResponse } },
})

// DELETE_PAYMENT_LINK: ends a payment link, as shop modules and the reference API do it: DELETE with the id in the path. The same
// as DISABLE_PAYMENT_LINK.

/** DELETE_PAYMENT_LINK, by the first version each contract holds for. */
export const deletePaymentLink = operation({
  name: 'DELETE_PAYMENT_LINK',
  route: deletePaymentLinkRoute,
  versions: { 63: { request: { correlationId }, response: paymentLinkResponse } },
})
