// PAY: authorizes and captures in one transaction, for merchants that may bill at once.
import { enumeration } from '../../contract/field-types.ts'
import { billing15, shipping30 } from '../../contract/groups/address.ts'
import { paymentPlan } from '../../contract/groups/agreement.ts'
import { airline, airlineOfPay15, airlineOfPay29, airlineOfPay50 } from '../../contract/groups/airline.ts'
import { authorizationResponse15 } from '../../contract/groups/authorization-response.ts'
import { browserPaymentResponse15 } from '../../contract/groups/browser-payment.ts'
import { correlationId, partnerSolutionId, responseControls, userId } from '../../contract/groups/call.ts'
import { currencyConversion, currencyConversionOfPay15 } from '../../contract/groups/currency-conversion.ts'
import { customer15 } from '../../contract/groups/customer.ts'
import { item15 } from '../../contract/groups/item.ts'
import { posTerminal30 } from '../../contract/groups/pos-terminal.ts'
import { actionOfPay15, riskOfPay15 } from '../../contract/groups/risk.ts'
import { session } from '../../contract/groups/session.ts'
import {
  sourceOfFundsOfPay15,
  sourceOfFundsResponseOfPay15,
  sourceOfFundsResponseOfPay50,
} from '../../contract/groups/source-of-funds.ts'
import { threeDSecureOnWire } from '../../contract/groups/three-d-secure.ts'
import { transactionRequestOfPay15 } from '../../contract/groups/transaction.ts'
import { operation } from '../../contract/operation.ts'
import { transactionRoute } from '../../contract/routes.ts'
import { conditional, fixed, type Infer, inOrder, withoutEffect } from '../../contract/row.ts'
import {
  canonicalPaymentRequest,
  orderOfPayment15,
  paymentDerivations,
  paymentRequest,
  paymentRules,
} from './payment-request.ts'
import { transactionResponse } from './transaction-response.ts'

const apiOperation = fixed(enumeration(['PAY']))

// Determined by the acquirer and the provider. Up to version 99 a request may contain them regardless.
const responseLike = {
  authorizationResponse: withoutEffect(authorizationResponse15),
  browserPayment: withoutEffect(browserPaymentResponse15),
}

const request15 = {
  ...threeDSecureOnWire,
  action: actionOfPay15,
  airline: airlineOfPay15,
  apiOperation,
  authorizationResponse: responseLike.authorizationResponse,
  billing: billing15,
  browserPayment: responseLike.browserPayment,
  correlationId,
  currencyConversion: conditional(currencyConversionOfPay15),
  customer: customer15,
  item: item15,
  order: orderOfPayment15,
  partnerSolutionId,
  paymentPlan,
  posTerminal: posTerminal30,
  responseControls,
  risk: riskOfPay15,
  session,
  shipping: shipping30,
  sourceOfFunds: conditional(sourceOfFundsOfPay15),
  transaction: transactionRequestOfPay15,
  userId,
}

const request29 = { ...request15, airline: airlineOfPay29 }

const request30 = inOrder({
  ...paymentRequest[30],
  ...responseLike,
  airline: airlineOfPay29,
  apiOperation,
  currencyConversion: conditional(currencyConversionOfPay15),
})

const request50 = inOrder({
  ...paymentRequest[50],
  ...responseLike,
  airline: airlineOfPay50,
  apiOperation,
  currencyConversion: conditional(currencyConversion),
})

const request100 = inOrder({
  ...paymentRequest[100],
  airline,
  apiOperation,
  currencyConversion: conditional(currencyConversion),
})

// Pay always names the brand of a card.
const response15 = { ...transactionResponse[15], sourceOfFunds: sourceOfFundsResponseOfPay15 }
const response29 = { ...response15, airline: airlineOfPay29 }
const response30 = { ...transactionResponse[30], sourceOfFunds: sourceOfFundsResponseOfPay15 }
const response50 = { ...transactionResponse[50], sourceOfFunds: sourceOfFundsResponseOfPay50 }
const response100 = { ...transactionResponse[100], sourceOfFunds: sourceOfFundsResponseOfPay50 }

const derivations = paymentDerivations[15]

/** PAY, by the first version each contract holds for. */
export const pay = operation({
  name: 'PAY',
  route: transactionRoute,
  versions: {
    15: { request: request15, response: response15, rules: paymentRules[15], derivations },
    29: { request: request29, response: response29, rules: paymentRules[15], derivations },
    30: { request: request30, response: response30, rules: paymentRules[15], derivations },
    50: { request: request50, response: response50, rules: paymentRules[50], derivations },
    100: {
      request: request100,
      response: response100,
      rules: paymentRules[100],
      derivations: paymentDerivations[100],
    },
  },
})

/** Every version's rows at their canonical places. Never compiled. */
const canonicalRequest = { ...canonicalPaymentRequest, apiOperation }

/** What the operation receives, in every version. */
export type PayRequest = Infer<typeof canonicalRequest>
