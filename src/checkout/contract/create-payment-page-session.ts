// CREATE_PAYMENT_PAGE_SESSION: a session for the hosted payment page, from which the payer can come back to the shop.
import { enumeration } from '../../contract/field-types.ts'
import { billing15, shipping30 } from '../../contract/groups/address.ts'
import { constraints } from '../../contract/groups/agreement.ts'
import { airlineOfPay29 } from '../../contract/groups/airline.ts'
import { correlationId } from '../../contract/groups/call.ts'
import { customer30, customerWithDevice30 } from '../../contract/groups/customer.ts'
import { device30 } from '../../contract/groups/device.ts'
import { interaction, paymentPage15 } from '../../contract/groups/interaction.ts'
import { orderRequestRows15, orderRows } from '../../contract/groups/order.ts'
import { actionOfPay15, risk } from '../../contract/groups/risk.ts'
import { transactionRequest, transactionRequest30 } from '../../contract/groups/transaction.ts'
import { operation } from '../../contract/operation.ts'
import { pageSessionRoute } from '../../contract/routes.ts'
import { fixed, group, type Infer, inOrder, required, without } from '../../contract/row.ts'
import { decimalsOfTheCurrency, subTotalsEqualAmount } from '../../contract/rules/amounts.ts'
import { customDataWithoutCardNumber } from '../../contract/rules/instruments.ts'
import { pageSessionResponse } from '../../sessions/contract/session-response.ts'

const order = inOrder({
  ...orderRequestRows15,
  amount: required(orderRequestRows15.amount),
  currency: required(orderRequestRows15.currency),
  id: required(orderRows.id),
})

const request26 = {
  action: actionOfPay15,
  airline: airlineOfPay29,
  apiOperation: fixed(enumeration(['CREATE_PAYMENT_PAGE_SESSION'])),
  billing: billing15,
  constraints,
  correlationId,
  customer: customerWithDevice30,
  order: required(group(order)),
  paymentPage: paymentPage15,
  shipping: shipping30,
  transaction: transactionRequest30,
}

/** CREATE_PAYMENT_PAGE_SESSION. The page was replaced by checkout, so it has one contract for all versions. */
export const createPaymentPageSession = operation({
  name: 'CREATE_PAYMENT_PAGE_SESSION',
  route: pageSessionRoute,
  versions: {
    26: {
      request: request26,
      response: pageSessionResponse[15],
      rules: [decimalsOfTheCurrency, subTotalsEqualAmount, customDataWithoutCardNumber],
      traits: { paysInVersion: 30 },
    },
  },
})

/** The rows at their canonical places. Never compiled. */
const canonicalRequest = {
  ...without(request26, 'action', 'paymentPage'),
  customer: customer30,
  device: device30,
  interaction,
  order: required(group({ ...order, item: orderRows.item })),
  risk,
  transaction: transactionRequest,
}

/** What the operation sees. */
export type CreatePaymentPageSessionRequest = Infer<typeof canonicalRequest>
