// PAYMENT_OPTIONS_INQUIRY: what the merchant can be paid with. Many clients ask it only to test their credentials.
import { enumeration } from '../../contract/field-types.ts'
import { correlationId } from '../../contract/groups/call.ts'
import { orderRows } from '../../contract/groups/order.ts'
import {
  paymentTypes15,
  paymentTypes100,
  supportedPaymentOperations52,
  transactionMode15,
} from '../../contract/groups/payment-options.ts'
import { sourceOfFundsOfInquiry } from '../../contract/groups/source-of-funds.ts'
import { results } from '../../contract/groups/values.ts'
import { operation } from '../../contract/operation.ts'
import { merchantIdRow, paymentOptionsInquiryRoute } from '../../contract/routes.ts'
import { always, decided, group, type Infer, type InferResponse, only } from '../../contract/row.ts'
import { decimalsOfTheCurrency } from '../../contract/rules/amounts.ts'

// Everything is optional; each value narrows the response. The path determines the operation, but clients may name it
// regardless.
const request15 = {
  apiOperation: decided('choices', enumeration(['PAYMENT_OPTIONS_INQUIRY'])),
  correlationId,
  order: group(only(orderRows, 'amount', 'currency')),
  sourceOfFunds: sourceOfFundsOfInquiry,
}

const merchant = always(merchantIdRow)
const result = always(enumeration(results))

const response15 = { correlationId, merchant, paymentTypes: paymentTypes15, result, transactionMode: transactionMode15 }

const response52 = {
  correlationId,
  merchant,
  paymentTypes: paymentTypes15,
  result,
  supportedPaymentOperations: supportedPaymentOperations52,
}

const response100 = { ...response52, paymentTypes: paymentTypes100 }

const rules = [decimalsOfTheCurrency]

/** PAYMENT_OPTIONS_INQUIRY, by the first version each contract holds for. */
export const paymentOptionsInquiry = operation({
  name: 'PAYMENT_OPTIONS_INQUIRY',
  route: paymentOptionsInquiryRoute,
  versions: {
    15: { request: request15, response: response15, rules },
    52: { request: request15, response: response52, rules },
    100: { request: request15, response: response100, rules },
  },
})

/** Every version's rows at their canonical places: what the operation fills in. Never compiled. */
const canonicalResponse = { ...response100, transactionMode: transactionMode15 }

export type PaymentOptionsInquiryRequest = Infer<typeof request15>
export type PaymentOptionsResponse = InferResponse<typeof canonicalResponse>
