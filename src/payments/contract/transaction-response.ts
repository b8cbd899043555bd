// The response of a transaction operation, version by version. All of the request comes back, masked, beside its outcome.
// Operations take the step they need and change the rows in which they differ.

import { enumeration, string } from '../../contract/field-types.ts'
import { dateTime } from '../../contract/format-types.ts'
import { accountFunding } from '../../contract/groups/account-funding.ts'
import {
  billingResponse,
  billingResponse15,
  shippingResponse30,
  shippingResponse50,
} from '../../contract/groups/address.ts'
import { agreementResponse, constraints, paymentPlanResponse } from '../../contract/groups/agreement.ts'
import { airline, airlineOfPay15, airlineOfPay50 } from '../../contract/groups/airline.ts'
import { authenticationResponse, authenticationResponse50 } from '../../contract/groups/authentication.ts'
import {
  authorizationResponse15,
  authorizationResponse100,
  giftCardBalance,
} from '../../contract/groups/authorization-response.ts'
import {
  browserPaymentResponse15,
  browserPaymentResponse31,
  browserPaymentResponse100,
} from '../../contract/groups/browser-payment.ts'
import { correlationId, initiator, partnerSolutionId, userId } from '../../contract/groups/call.ts'
import { currencyConversion } from '../../contract/groups/currency-conversion.ts'
import { customer15, customer30, customer50 } from '../../contract/groups/customer.ts'
import { deviceResponse, deviceResponse50, deviceResponseOfEveryVersion } from '../../contract/groups/device.ts'
import {
  orderResponseRows15,
  orderResponseRows30,
  orderResponseRows50,
  orderResponseRows100,
} from '../../contract/groups/order.ts'
import { posTerminal, posTerminal30, posTerminal50, posTerminal100 } from '../../contract/groups/pos-terminal.ts'
import { responseGroup15, responseGroup30, responseGroup50, responseGroup100 } from '../../contract/groups/response.ts'
import { actionOfRefund50, riskResponse } from '../../contract/groups/risk.ts'
import { sourceOfFundsResponse15, sourceOfFundsResponse50 } from '../../contract/groups/source-of-funds.ts'
import { threeDSecure, threeDSecureId, threeDSecureOnWire } from '../../contract/groups/three-d-secure.ts'
import { referenceOrderId } from '../../contract/groups/token.ts'
import {
  transactionResponse15,
  transactionResponse50,
  transactionResponse100,
} from '../../contract/groups/transaction.ts'
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

const response15 = {
  ...threeDSecureOnWire,
  airline: airlineOfPay15,
  authorizationResponse: authorizationResponse15,
  billing: billingResponse15,
  browserPayment: browserPaymentResponse15,
  correlationId,
  currencyConversion: conversionAlways,
  customer: customer15,
  gatewayEntryPoint: nearest(nearestEntryPoint15, enumeration(entryPoints15)),
  giftCard: giftCardBalance,
  merchant,
  order: always(group(orderResponseRows15)),
  partnerSolutionId,
  paymentPlan: paymentPlanResponse,
  posTerminal: posTerminal30,
  response: always(responseGroup15),
  result,
  risk: riskResponse,
  shipping: shippingResponse30,
  sourceOfFunds: sourceOfFundsResponse15,
  timeOfRecord,
  transaction: always(transactionResponse15),
  userId,
  version,
}

const response30 = {
  ...threeDSecureOnWire,
  airline: airlineOfPay50,
  authorizationResponse: authorizationResponse15,
  billing: billingResponse15,
  browserPayment: browserPaymentResponse15,
  constraints,
  correlationId,
  currencyConversion: conversionAlways,
  customer: customer30,
  device: deviceResponse,
  gatewayEntryPoint: nearest(nearestEntryPoint30, enumeration(entryPoints30)),
  giftCard: giftCardBalance,
  merchant,
  order: always(group(orderResponseRows30)),
  partnerSolutionId,
  paymentPlan: paymentPlanResponse,
  posTerminal: posTerminal30,
  response: always(responseGroup30),
  result,
  risk: riskResponse,
  shipping: shippingResponse30,
  sourceOfFunds: sourceOfFundsResponse15,
  timeOfRecord,
  transaction: always(transactionResponse15),
  userId,
  version,
}

const response31 = { ...response30, browserPayment: browserPaymentResponse31 }

const response50 = {
  ...threeDSecureOnWire,
  accountFunding,
  action: actionOfRefund50,
  agreement: agreementResponse,
  airline: airlineOfPay50,
  authentication: authenticationResponse50,
  authorizationResponse: authorizationResponse15,
  billing: billingResponse15,
  browserPayment: browserPaymentResponse31,
  constraints,
  correlationId,
  currencyConversion: conversionAlways,
  customer: customer50,
  device: deviceResponse50,
  gatewayEntryPoint: decided('choices', nearest(nearestEntryPoint30, enumeration(entryPoints30))),
  giftCard: giftCardBalance,
  initiator,
  merchant,
  order: always(group(orderResponseRows50)),
  partnerSolutionId,
  paymentPlan: paymentPlanResponse,
  posTerminal: posTerminal50,
  referenceOrderId,
  response: always(responseGroup50),
  result,
  risk: riskResponse,
  shipping: shippingResponse50,
  sourceOfFunds: sourceOfFundsResponse50,
  timeOfLastUpdate: dateTime(),
  timeOfRecord,
  transaction: always(transactionResponse50),
  userId,
  version,
}

const response63 = {
  ...response50,
  gatewayEntryPoint: decided('choices', nearest(nearestEntryPoint63, enumeration(entryPoints63))),
}

const response100 = {
  ...response63,
  airline,
  authorizationResponse: authorizationResponse100,
  billing: billingResponse,
  browserPayment: browserPaymentResponse100,
  // Verify 100 has no conversion; other operations may have recorded one.
  currencyConversion,
  order: always(group(orderResponseRows100)),
  posTerminal: posTerminal100,
  response: always(responseGroup100),
  transaction: always(transactionResponse100),
}

/** The rows of a transaction's answer; each number is the first version that has them. */
export const transactionResponse = {
  15: response15,
  30: response30,
  31: response31,
  50: response50,
  63: response63,
  100: response100,
} as const

/** Every version's rows at their canonical places: what operations fill in. Never compiled. */
export const canonicalTransactionResponse = {
  ...without(response100, '3DSecure', '3DSecureId', 'initiator'),
  authentication: authenticationResponse,
  billing: billingResponse15,
  device: deviceResponseOfEveryVersion,
  gatewayEntryPoint: enumeration(entryPoints),
  posTerminal,
  threeDSecure,
  threeDSecureId,
}

export type TransactionResponse = InferResponse<typeof canonicalTransactionResponse>
