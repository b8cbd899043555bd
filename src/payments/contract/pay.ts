// PAY: authorizes and captures in one transaction, for merchants that may bill at once.
import { enumeration } from '../../contract/field-types.ts'
import { billing15, shipping30 } from '../../contract/groups/address.ts'
import { paymentPlan } from '../../contract/groups/agreement.ts'
import { airline, airlineOfPay15, airlineOfPay29, airlineOfPay50 } from '../../contract/groups/airline.ts'
import { authorizationResponse15 } from '../../contract/groups/authorization-response.ts'
import { browserPaymentAnswer15 } from '../../contract/groups/browser-payment.ts'
import { correlationId, partnerSolutionId, responseControls, userId } from '../../contract/groups/call.ts'
import { currencyConversion, currencyConversionOfPay15 } from '../../contract/groups/currency-conversion.ts'
import { customer15 } from '../../contract/groups/customer.ts'
import { item15 } from '../../contract/groups/item.ts'
import { posTerminal30 } from '../../contract/groups/pos-terminal.ts'
import { actionOfPay15, riskOfPay15 } from '../../contract/groups/risk.ts'
import { session } from '../../contract/groups/session.ts'
import {
  sourceOfFundsAnswerOfPay15,
  sourceOfFundsAnswerOfPay50,
  sourceOfFundsOfPay15,
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
import { transactionAnswer } from './transaction-response.ts'

const apiOperation = fixed(enumeration(['PAY']))

// Determined by the acquirer and the provider. Up to version 99 a request may contain them regardless.
const answerLike = {
  authorizationResponse: withoutEffect(authorizationResponse15),
  browserPayment: withoutEffect(browserPaymentAnswer15),
}

const request15 = {
  ...threeDSecureOnWire,
  action: actionOfPay15,
  airline: airlineOfPay15,
  apiOperation,
  authorizationResponse: answerLike.authorizationResponse,
  billing: billing15,
  browserPayment: answerLike.browserPayment,
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
  ...answerLike,
  airline: airlineOfPay29,
  apiOperation,
  currencyConversion: conditional(currencyConversionOfPay15),
})

const request50 = inOrder({
  ...paymentRequest[50],
  ...answerLike,
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
const answer15 = { ...transactionAnswer[15], sourceOfFunds: sourceOfFundsAnswerOfPay15 }
const answer29 = { ...answer15, airline: airlineOfPay29 }
const answer30 = { ...transactionAnswer[30], sourceOfFunds: sourceOfFundsAnswerOfPay15 }
const answer50 = { ...transactionAnswer[50], sourceOfFunds: sourceOfFundsAnswerOfPay50 }
const answer100 = { ...transactionAnswer[100], sourceOfFunds: sourceOfFundsAnswerOfPay50 }

const derivations = paymentDerivations[15]

/** PAY, by the first version each contract holds for. */
export const pay = operation({
  name: 'PAY',
  route: transactionRoute,
  versions: {
    15: { request: request15, answer: answer15, rules: paymentRules[15], derivations },
    29: { request: request29, answer: answer29, rules: paymentRules[15], derivations },
    30: { request: request30, answer: answer30, rules: paymentRules[15], derivations },
    50: { request: request50, answer: answer50, rules: paymentRules[50], derivations },
    100: {
      request: request100,
      answer: answer100,
      rules: paymentRules[100],
      derivations: paymentDerivations[100],
    },
  },
})

/** Every version's rows at their canonical places. Never compiled. */
const canonicalRequest = { ...canonicalPaymentRequest, apiOperation }

/** What the operation receives, in every version. */
export type PayRequest = Infer<typeof canonicalRequest>
