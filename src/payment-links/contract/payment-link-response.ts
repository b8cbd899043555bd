// The response about a payment link: its terms, its state, and a page of the orders that payers have begun through it.
import { asciiText, enumeration } from '../../contract/field-types.ts'
import { correlationId } from '../../contract/groups/call.ts'
import { orderRows } from '../../contract/groups/order.ts'
import { retrievedPaymentLink63 } from '../../contract/groups/payment-link.ts'
import { integerInQuery } from '../../contract/number-types.ts'
import { merchantIdRow } from '../../contract/routes.ts'
import { always, decided, group, type InferResponse, only, sometimes, withDefault } from '../../contract/row.ts'

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
