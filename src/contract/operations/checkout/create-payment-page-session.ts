// CREATE_PAYMENT_PAGE_SESSION: a session for the hosted payment page, from which the payer can come back to the shop.
import { enumeration } from '../../field-types.ts'
import { actionOfPay15 } from '../../groups/action.ts'
import { airlineOfPay29 } from '../../groups/airline.ts'
import { billing15 } from '../../groups/billing.ts'
import { correlationId } from '../../groups/caller.ts'
import { customer30, customerWithDevice30 } from '../../groups/customer.ts'
import { device30 } from '../../groups/device.ts'
import { interaction, paymentPage15 } from '../../groups/interaction.ts'
import { orderRequestRows15, orderRows } from '../../groups/order.ts'
import { constraints } from '../../groups/payment-plan.ts'
import { risk } from '../../groups/risk.ts'
import { shipping30 } from '../../groups/shipping.ts'
import { transactionRequest, transactionRequest30 } from '../../groups/transaction.ts'
import { operation } from '../../operation.ts'
import { pageSessionRoute } from '../../routes.ts'
import { fixed, group, type Infer, inOrder, required, without } from '../../row.ts'
import { decimalsOfTheCurrency, subTotalsEqualAmount } from '../../rules/amounts.ts'
import { customDataWithoutCardNumber } from '../../rules/instruments.ts'
import { pageSessionAnswer } from '../sessions/session-response.ts'

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
      answer: pageSessionAnswer[15],
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
