// INITIATE_CHECKOUT: a session for the checkout page, from version 63 on.

import { enumeration } from '../../contract/field-types.ts'
import { accountFunding } from '../../contract/groups/account-funding.ts'
import { billing, shipping50 } from '../../contract/groups/address.ts'
import { agreement, constraints } from '../../contract/groups/agreement.ts'
import { airline30, airline100 } from '../../contract/groups/airline.ts'
import { correlationId, initiator, partnerSolutionId, userId } from '../../contract/groups/call.ts'
import { customer50 } from '../../contract/groups/customer.ts'
import { checkoutMode63, interaction, interaction63 } from '../../contract/groups/interaction.ts'
import { orderRequestRows50, orderRequestRows100, orderRows } from '../../contract/groups/order.ts'
import { paymentLink63 } from '../../contract/groups/payment-link.ts'
import { risk } from '../../contract/groups/risk.ts'
import { subMerchant50 } from '../../contract/groups/sub-merchant.ts'
import { transactionRequest, transactionRequest50, transactionRequest100 } from '../../contract/groups/transaction.ts'
import { operation } from '../../contract/operation.ts'
import { pageSessionRoute } from '../../contract/routes.ts'
import { conditional, fixed, group, type Infer, inOrder, required, without } from '../../contract/row.ts'
import {
  accountFundingNeedsPurchaseType,
  decimalsOfTheCurrency,
  orderAmountOrNetAmount,
  subTotalsEqualAmount,
} from '../../contract/rules/amounts.ts'
import { amountFromNetAmount } from '../../contract/rules/derivations.ts'
import { agreementComplete, customDataWithoutCardNumber } from '../../contract/rules/instruments.ts'
import { paymentLinkNeedsMode, savedCardsOfOnePayer } from '../../contract/rules/rule.ts'
import { pageSessionResponse } from '../../sessions/contract/session-response.ts'

const apiOperation = fixed(enumeration(['INITIATE_CHECKOUT']))
const { amount, currency, id, invoiceNumber } = orderRows
const identified = { currency: required(currency), id: required(id) }

const request63 = {
  accountFunding,
  agreement,
  airline: airline30,
  apiOperation,
  billing,
  checkoutMode: checkoutMode63,
  constraints,
  correlationId,
  customer: customer50,
  initiator,
  interaction: required(interaction63),
  order: required(group(inOrder({ ...orderRequestRows50, ...identified, amount: required(amount), invoiceNumber }))),
  partnerSolutionId,
  paymentLink: paymentLink63,
  risk,
  shipping: shipping50,
  transaction: transactionRequest50,
  userId,
}

const order100 = inOrder({ ...orderRequestRows100, ...identified, amount: conditional(amount), invoiceNumber })

const request100 = {
  accountFunding,
  agreement,
  airline: airline100,
  apiOperation,
  billing,
  checkoutMode: checkoutMode63,
  correlationId,
  customer: customer50,
  initiator,
  interaction: required(interaction63),
  order: required(group(order100)),
  partnerSolutionId,
  paymentLink: paymentLink63,
  risk,
  shipping: shipping50,
  transaction: transactionRequest100,
  userId,
}

const rules63 = [
  paymentLinkNeedsMode,
  savedCardsOfOnePayer,
  decimalsOfTheCurrency,
  subTotalsEqualAmount,
  customDataWithoutCardNumber,
  agreementComplete,
  accountFundingNeedsPurchaseType,
] as const

/** INITIATE_CHECKOUT, by the first version each contract holds for. */
export const initiateCheckout = operation({
  name: 'INITIATE_CHECKOUT',
  route: pageSessionRoute,
  versions: {
    63: { request: request63, response: pageSessionResponse[63], rules: rules63, traits: { paysInVersion: 63 } },
    100: {
      request: request100,
      response: pageSessionResponse[63],
      rules: [orderAmountOrNetAmount, ...rules63],
      derivations: [amountFromNetAmount],
      traits: { paysInVersion: 100 },
    },
  },
})

/** Every version's rows at their canonical places. Never compiled. */
const canonicalRequest = {
  ...without(request63, 'initiator'),
  ...without(request100, 'initiator'),
  interaction: required(group({ ...interaction.rows, operation: required(interaction.rows.operation) })),
  // Where only the net amount was sent, the amount is derived from it. Version 100 requires more of a sub-merchant than
  // others do, so operations cannot rely on it.
  order: required(group({ ...order100, amount: required(amount), subMerchant: subMerchant50 })),
  transaction: transactionRequest,
}

/** What the operation receives, in every version. */
export type InitiateCheckoutRequest = Infer<typeof canonicalRequest>
