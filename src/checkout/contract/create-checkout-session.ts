// CREATE_CHECKOUT_SESSION: a session for the checkout page, up to version 62; INITIATE_CHECKOUT follows it.
import { enumeration } from '../../contract/field-types.ts'
import { billing, shipping30, shipping50 } from '../../contract/groups/address.ts'
import { agreement, constraints } from '../../contract/groups/agreement.ts'
import { airline30 } from '../../contract/groups/airline.ts'
import { correlationId, partnerSolutionId, userId } from '../../contract/groups/call.ts'
import { customer30, customer50 } from '../../contract/groups/customer.ts'
import { interaction, interaction15, interaction50, interaction52 } from '../../contract/groups/interaction.ts'
import { orderRequestRows30, orderRequestRows50, orderRows } from '../../contract/groups/order.ts'
import { risk } from '../../contract/groups/risk.ts'
import { transactionRequest, transactionRequest30, transactionRequest50 } from '../../contract/groups/transaction.ts'
import { operation } from '../../contract/operation.ts'
import { pageSessionRoute } from '../../contract/routes.ts'
import { conditional, decided, fixed, group, type Infer, inOrder, required } from '../../contract/row.ts'
import { decimalsOfTheCurrency, subTotalsEqualAmount } from '../../contract/rules/amounts.ts'
import { agreementComplete, customDataWithoutCardNumber } from '../../contract/rules/instruments.ts'
import { pageSessionResponse } from '../../sessions/contract/session-response.ts'

const apiOperation = fixed(enumeration(['CREATE_CHECKOUT_SESSION']))
const { amount, currency, id, invoiceNumber } = orderRows
const identified = { currency: required(currency), id: required(id) }

// Up to version 62 the amount may be sent later, when the page is opened.
const later = decided('choices', conditional(amount))

const request28 = {
  airline: airline30,
  apiOperation,
  billing,
  constraints,
  correlationId,
  customer: customer30,
  interaction: interaction15,
  order: required(group(inOrder({ ...orderRequestRows30, ...identified, amount: later }))),
  partnerSolutionId,
  risk,
  shipping: shipping30,
  transaction: transactionRequest30,
  userId,
}

const request50 = {
  agreement,
  airline: airline30,
  apiOperation,
  billing,
  constraints,
  correlationId,
  customer: customer50,
  interaction: interaction50,
  order: required(group(inOrder({ ...orderRequestRows50, ...identified, amount: later, invoiceNumber }))),
  partnerSolutionId,
  risk,
  shipping: shipping50,
  transaction: transactionRequest50,
  userId,
}

const request52 = { ...request50, interaction: required(interaction52) }

// From here on the library sends no values.
const request63 = {
  ...request52,
  order: required(group({ ...request50.order.rows, amount: required(amount) })),
}

const rules28 = [decimalsOfTheCurrency, subTotalsEqualAmount, customDataWithoutCardNumber] as const
const rules50 = [...rules28, agreementComplete]

/** CREATE_CHECKOUT_SESSION, by the first version each contract holds for. */
export const createCheckoutSession = operation({
  name: 'CREATE_CHECKOUT_SESSION',
  route: pageSessionRoute,
  versions: {
    28: { request: request28, response: pageSessionResponse[15], rules: rules28, traits: { paysInVersion: 30 } },
    50: { request: request50, response: pageSessionResponse[15], rules: rules50, traits: { paysInVersion: 50 } },
    52: { request: request52, response: pageSessionResponse[15], rules: rules50, traits: { paysInVersion: 50 } },
    63: { request: request63, response: pageSessionResponse[15], rules: rules50, traits: { paysInVersion: 50 } },
  },
})

/** Every version's rows at their canonical places. Never compiled. */
const canonicalRequest = { ...request50, interaction, transaction: transactionRequest }

/** What the operation receives, in every version. */
export type CreateCheckoutSessionRequest = Infer<typeof canonicalRequest>
