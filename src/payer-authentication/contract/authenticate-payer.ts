// AUTHENTICATE_PAYER: has the payer authenticated, under the transaction id of INITIATE_AUTHENTICATION.

import { enumeration } from '../../contract/field-types.ts'
import { billing, shipping50 } from '../../contract/groups/address.ts'
import { agreement } from '../../contract/groups/agreement.ts'
import { authenticationOfPayer50 } from '../../contract/groups/authentication.ts'
import { correlationId, initiator, partnerSolutionId, responseControls, userId } from '../../contract/groups/call.ts'
import { customer50 } from '../../contract/groups/customer.ts'
import { deviceOfAuthentication, deviceOfAuthentication50 } from '../../contract/groups/device.ts'
import { orderRequestRows50, orderRequestRows100 } from '../../contract/groups/order.ts'
import { session } from '../../contract/groups/session.ts'
import { sourceOfFundsOfAuthentication50 } from '../../contract/groups/source-of-funds.ts'
import { subMerchant50 } from '../../contract/groups/sub-merchant.ts'
import {
  transactionRequestOfAuthentication50,
  transactionRequestOfAuthentication100,
} from '../../contract/groups/transaction.ts'
import { operation } from '../../contract/operation.ts'
import { transactionRoute } from '../../contract/routes.ts'
import { conditional, decided, fixed, group, type Infer, required, without } from '../../contract/row.ts'
import { decimalsOfTheCurrency, subTotalsEqualAmount } from '../../contract/rules/amounts.ts'
import { amountFromNetAmount, shippingSameAsBilling } from '../../contract/rules/derivations.ts'
import {
  agreementComplete,
  cardNumberPlausible,
  customDataWithoutCardNumber,
} from '../../contract/rules/instruments.ts'
import { authenticationResponse } from './authentication-response.ts'

// The amount may come from the session, and adding a card has none.
const { amount, currency } = orderRequestRows50
const amountAndCurrency = { amount: conditional(amount), currency: required(currency) }

// The more an issuer knows, the less it asks the payer.
const request50 = {
  agreement: decided('choices', agreement),
  apiOperation: fixed(enumeration(['AUTHENTICATE_PAYER'])),
  authentication: conditional(authenticationOfPayer50),
  billing: decided('choices', billing),
  correlationId,
  customer: decided('choices', customer50),
  device: deviceOfAuthentication50,
  initiator: decided('choices', initiator),
  order: required(decided('choices', group({ ...orderRequestRows50, ...amountAndCurrency }))),
  partnerSolutionId: decided('choices', partnerSolutionId),
  responseControls,
  session,
  shipping: decided('choices', shipping50),
  sourceOfFunds: conditional(sourceOfFundsOfAuthentication50),
  transaction: decided('choices', transactionRequestOfAuthentication50),
  userId: decided('choices', userId),
}

const request100 = {
  ...request50,
  order: required(decided('choices', group({ ...orderRequestRows100, ...amountAndCurrency }))),
  transaction: decided('choices', transactionRequestOfAuthentication100),
}

const rules = [
  decimalsOfTheCurrency,
  subTotalsEqualAmount,
  cardNumberPlausible,
  customDataWithoutCardNumber,
  agreementComplete,
]

const derivations = [shippingSameAsBilling]
const derivations100 = [amountFromNetAmount, shippingSameAsBilling]

/** AUTHENTICATE_PAYER, by the first version each contract holds for. */
export const authenticatePayer = operation({
  name: 'AUTHENTICATE_PAYER',
  route: transactionRoute,
  versions: {
    50: { request: request50, response: authenticationResponse[50], rules, derivations },
    100: { request: request100, response: authenticationResponse[100], rules, derivations: derivations100 },
  },
})

/** Every version's rows at their canonical places. Never compiled. */
const canonicalRequest = {
  ...without(request100, 'initiator'),
  device: deviceOfAuthentication,
  order: required(group({ ...orderRequestRows100, ...amountAndCurrency, subMerchant: subMerchant50 })),
}

/** What the operation receives, in every version. */
export type AuthenticatePayerRequest = Infer<typeof canonicalRequest>
