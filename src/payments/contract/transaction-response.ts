// The answer of a transaction operation, version by version. All of the request comes back, masked, beside its outcome.
// Operations take the step they need and change the rows in which they differ.

import { enumeration, string } from '../../contract/field-types.ts'
import { dateTime } from '../../contract/format-types.ts'
import { accountFunding } from '../../contract/groups/account-funding.ts'
import { billingAnswer, billingAnswer15, shippingAnswer30, shippingAnswer50 } from '../../contract/groups/address.ts'
import { agreementAnswer, constraints, paymentPlanAnswer } from '../../contract/groups/agreement.ts'
import { airline, airlineOfPay15, airlineOfPay50 } from '../../contract/groups/airline.ts'
import { authenticationAnswer, authenticationAnswer50 } from '../../contract/groups/authentication.ts'
import {
  authorizationResponse15,
  authorizationResponse100,
  giftCardBalance,
} from '../../contract/groups/authorization-response.ts'
import {
  browserPaymentAnswer15,
  browserPaymentAnswer31,
  browserPaymentAnswer100,
} from '../../contract/groups/browser-payment.ts'
import { correlationId, initiator, partnerSolutionId, userId } from '../../contract/groups/call.ts'
import { currencyConversion } from '../../contract/groups/currency-conversion.ts'
import { customer15, customer30, customer50 } from '../../contract/groups/customer.ts'
import { deviceAnswer, deviceAnswer50, deviceAnswerOfEveryVersion } from '../../contract/groups/device.ts'
import {
  orderAnswerRows15,
  orderAnswerRows30,
  orderAnswerRows50,
  orderAnswerRows100,
} from '../../contract/groups/order.ts'
import { posTerminal, posTerminal30, posTerminal50, posTerminal100 } from '../../contract/groups/pos-terminal.ts'
import { response15, response30, response50, response100 } from '../../contract/groups/response.ts'
import { actionOfRefund50, riskAnswer } from '../../contract/groups/risk.ts'
import { sourceOfFundsAnswer15, sourceOfFundsAnswer50 } from '../../contract/groups/source-of-funds.ts'
import { threeDSecure, threeDSecureId, threeDSecureOnWire } from '../../contract/groups/three-d-secure.ts'
import { referenceOrderId } from '../../contract/groups/token.ts'
import { transactionAnswer15, transactionAnswer50, transactionAnswer100 } from '../../contract/groups/transaction.ts'
import {
  entryPoints15,
  entryPoints30,
  entryPoints63,
  nearestEntryPoint15,
  nearestEntryPoint30,
  nearestEntryPoint63,
  results,
} from '../../contract/groups/values.ts'
import { merchantIdRow } from '../../contract/routes.ts'
import { always, decided, group, type InferResponse, nearest, without } from '../../contract/row.ts'
import { entryPoints } from '../../kernel/entry-point.ts'

const merchant = always(merchantIdRow)
const result = always(enumeration(results))
const timeOfRecord = dateTime()
const version = string(1, 8)

// Always returned, with its default when no conversion was offered, in the versions whose specification has the group.
const conversionAlways = always(currencyConversion)

const answer15 = {
  ...threeDSecureOnWire,
  airline: airlineOfPay15,
  authorizationResponse: authorizationResponse15,
  billing: billingAnswer15,
  browserPayment: browserPaymentAnswer15,
  correlationId,
  currencyConversion: conversionAlways,
  customer: customer15,
  gatewayEntryPoint: nearest(nearestEntryPoint15, enumeration(entryPoints15)),
  giftCard: giftCardBalance,
  merchant,
  order: always(group(orderAnswerRows15)),
  partnerSolutionId,
  paymentPlan: paymentPlanAnswer,
  posTerminal: posTerminal30,
  response: always(response15),
  result,
  risk: riskAnswer,
  shipping: shippingAnswer30,
  sourceOfFunds: sourceOfFundsAnswer15,
  timeOfRecord,
  transaction: always(transactionAnswer15),
  userId,
  version,
}

const answer30 = {
  ...threeDSecureOnWire,
  airline: airlineOfPay50,
  authorizationResponse: authorizationResponse15,
  billing: billingAnswer15,
  browserPayment: browserPaymentAnswer15,
  constraints,
  correlationId,
  currencyConversion: conversionAlways,
  customer: customer30,
  device: deviceAnswer,
  gatewayEntryPoint: nearest(nearestEntryPoint30, enumeration(entryPoints30)),
  giftCard: giftCardBalance,
  merchant,
  order: always(group(orderAnswerRows30)),
  partnerSolutionId,
  paymentPlan: paymentPlanAnswer,
  posTerminal: posTerminal30,
  response: always(response30),
  result,
  risk: riskAnswer,
  shipping: shippingAnswer30,
  sourceOfFunds: sourceOfFundsAnswer15,
  timeOfRecord,
  transaction: always(transactionAnswer15),
  userId,
  version,
}

const answer31 = { ...answer30, browserPayment: browserPaymentAnswer31 }

const answer50 = {
  ...threeDSecureOnWire,
  accountFunding,
  action: actionOfRefund50,
  agreement: agreementAnswer,
  airline: airlineOfPay50,
  authentication: authenticationAnswer50,
  authorizationResponse: authorizationResponse15,
  billing: billingAnswer15,
  browserPayment: browserPaymentAnswer31,
  constraints,
  correlationId,
  currencyConversion: conversionAlways,
  customer: customer50,
  device: deviceAnswer50,
  gatewayEntryPoint: decided('choices', nearest(nearestEntryPoint30, enumeration(entryPoints30))),
  giftCard: giftCardBalance,
  initiator,
  merchant,
  order: always(group(orderAnswerRows50)),
  partnerSolutionId,
  paymentPlan: paymentPlanAnswer,
  posTerminal: posTerminal50,
  referenceOrderId,
  response: always(response50),
  result,
  risk: riskAnswer,
  shipping: shippingAnswer50,
  sourceOfFunds: sourceOfFundsAnswer50,
  timeOfLastUpdate: dateTime(),
  timeOfRecord,
  transaction: always(transactionAnswer50),
  userId,
  version,
}

const answer63 = {
  ...answer50,
  gatewayEntryPoint: decided('choices', nearest(nearestEntryPoint63, enumeration(entryPoints63))),
}

const answer100 = {
  ...answer63,
  airline,
  authorizationResponse: authorizationResponse100,
  billing: billingAnswer,
  browserPayment: browserPaymentAnswer100,
  // Verify 100 has no conversion; other operations may have recorded one.
  currencyConversion,
  order: always(group(orderAnswerRows100)),
  posTerminal: posTerminal100,
  response: always(response100),
  transaction: always(transactionAnswer100),
}

/** The rows of a transaction's answer; each number is the first version that has them. */
export const transactionAnswer = {
  15: answer15,
  30: answer30,
  31: answer31,
  50: answer50,
  63: answer63,
  100: answer100,
} as const

/** Every version's rows at their canonical places: what operations fill in. Never compiled. */
export const canonicalTransactionAnswer = {
  ...without(answer100, '3DSecure', '3DSecureId', 'initiator'),
  authentication: authenticationAnswer,
  billing: billingAnswer15,
  device: deviceAnswerOfEveryVersion,
  gatewayEntryPoint: enumeration(entryPoints),
  posTerminal,
  threeDSecure,
  threeDSecureId,
}

export type TransactionResponse = InferResponse<typeof canonicalTransactionAnswer>
