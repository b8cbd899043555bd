// What PAY and AUTHORIZE have in common, version by version, with the rules both follow. Names from before version 30
// (billing.phone, customer.ipAddress and its like, item, action) stay accepted up to version 99.

import { accountFunding } from '../../contract/groups/account-funding.ts'
import { billing, billing15, shipping30, shipping50 } from '../../contract/groups/address.ts'
import { agreement, constraints, paymentPlan } from '../../contract/groups/agreement.ts'
import { airline } from '../../contract/groups/airline.ts'
import { correlationId, initiator, partnerSolutionId, responseControls, userId } from '../../contract/groups/call.ts'
import { currencyConversion } from '../../contract/groups/currency-conversion.ts'
import { customer50, customerWithDevice30, customerWithDevice50 } from '../../contract/groups/customer.ts'
import { device30, deviceWide } from '../../contract/groups/device.ts'
import { item15 } from '../../contract/groups/item.ts'
import {
  orderRequestRows15,
  orderRequestRows30,
  orderRequestRows50,
  orderRequestRows100,
  orderRows,
} from '../../contract/groups/order.ts'
import { posTerminal, posTerminal30, posTerminal50, posTerminal100 } from '../../contract/groups/pos-terminal.ts'
import { actionOfPay15, risk } from '../../contract/groups/risk.ts'
import { session } from '../../contract/groups/session.ts'
import { sourceOfFunds30, sourceOfFunds50 } from '../../contract/groups/source-of-funds.ts'
import { subMerchant50 } from '../../contract/groups/sub-merchant.ts'
import {
  authentication,
  threeDSecure,
  threeDSecureId,
  threeDSecureOnWire,
} from '../../contract/groups/three-d-secure.ts'
import { referenceOrderId } from '../../contract/groups/token.ts'
import {
  transactionRequest,
  transactionRequest100,
  transactionRequestOfPay30,
  transactionRequestOfPay50,
} from '../../contract/groups/transaction.ts'
import { conditional, group, inOrder, required, transient } from '../../contract/row.ts'
import {
  accountFundingNeedsPurchaseType,
  amountsAboveZero,
  conversionAcceptedComplete,
  decimalsOfTheCurrency,
  orderAmountOrNetAmount,
  subTotalsEqualAmount,
} from '../../contract/rules/amounts.ts'
import { amountFromNetAmount, shippingSameAsBilling, terminalOfWallets } from '../../contract/rules/derivations.ts'
import {
  agreementComplete,
  cardNumberPlausible,
  customDataWithoutCardNumber,
  directDebitCanadaComplete,
  entryModeDigits,
  onlineReasonWithChip,
  xidOfVisaAuthentication,
} from '../../contract/rules/instruments.ts'

const { invoiceNumber } = orderRows
const charged = { amount: required(orderRows.amount), currency: required(orderRows.currency) }
// The path names the order. Clients may repeat it here; the edge compares the two and drops it.
const ofPayment = { ...charged, id: transient(orderRows.id) }

/** The order of a payment: it has an amount and a currency. */
export const orderOfPayment15 = required(group(inOrder({ ...orderRequestRows15, ...ofPayment })))
const orderOfPayment30 = required(group(inOrder({ ...orderRequestRows30, ...ofPayment })))
const orderOfPayment50 = required(group(inOrder({ ...orderRequestRows50, ...ofPayment, invoiceNumber })))

/** From version 100 on the amount before the merchant's charge will do; a rule looks after it. */
const orderOfPayment100 = required(
  group(inOrder({ ...orderRequestRows100, ...ofPayment, amount: conditional(orderRows.amount), invoiceNumber })),
)

const request30 = {
  ...threeDSecureOnWire,
  action: actionOfPay15,
  billing: billing15,
  constraints: conditional(constraints),
  correlationId,
  customer: customerWithDevice30,
  device: device30,
  item: item15,
  order: orderOfPayment30,
  partnerSolutionId,
  paymentPlan,
  posTerminal: posTerminal30,
  responseControls,
  risk,
  session,
  shipping: shipping30,
  sourceOfFunds: conditional(sourceOfFunds30),
  transaction: transactionRequestOfPay30,
  userId,
}

const request50 = {
  ...threeDSecureOnWire,
  accountFunding,
  action: actionOfPay15,
  agreement,
  authentication,
  billing: billing15,
  constraints: conditional(constraints),
  correlationId,
  customer: customerWithDevice50,
  device: device30,
  initiator,
  item: item15,
  order: orderOfPayment50,
  partnerSolutionId,
  paymentPlan,
  posTerminal: posTerminal50,
  referenceOrderId,
  responseControls,
  risk,
  session,
  shipping: shipping50,
  sourceOfFunds: conditional(sourceOfFunds50),
  transaction: transactionRequestOfPay50,
  userId,
}

const request100 = {
  ...threeDSecureOnWire,
  accountFunding,
  agreement,
  authentication,
  billing,
  correlationId,
  customer: customer50,
  device: deviceWide,
  initiator,
  order: orderOfPayment100,
  partnerSolutionId,
  paymentPlan,
  posTerminal: posTerminal100,
  referenceOrderId,
  responseControls,
  risk,
  session,
  shipping: shipping50,
  sourceOfFunds: conditional(sourceOfFunds50),
  transaction: transactionRequest100,
  userId,
}

/** The rows PAY and AUTHORIZE share; each number is the first version that has them. */
export const paymentRequest = { 30: request30, 50: request50, 100: request100 } as const

const rules15 = [
  amountsAboveZero,
  decimalsOfTheCurrency,
  subTotalsEqualAmount,
  conversionAcceptedComplete,
  cardNumberPlausible,
  xidOfVisaAuthentication,
  customDataWithoutCardNumber,
  entryModeDigits,
  onlineReasonWithChip,
] as const

const rules50 = [...rules15, directDebitCanadaComplete, agreementComplete, accountFundingNeedsPurchaseType] as const

/** The rules of a payment across fields. */
export const paymentRules = { 15: rules15, 50: rules50, 100: [orderAmountOrNetAmount, ...rules50] } as const

/** What follows from the fields of a payment. */
export const paymentDerivations = {
  15: [shippingSameAsBilling],
  100: [amountFromNetAmount, shippingSameAsBilling, terminalOfWallets],
} as const

/** Every version's rows at their canonical places. Never compiled. */
export const canonicalPaymentRequest = {
  accountFunding,
  agreement,
  airline,
  authentication,
  billing: billing15,
  constraints,
  correlationId,
  currencyConversion,
  customer: customer50,
  device: device30,
  // Where only the net amount was sent, the amount is derived from it. Version 100 requires more of a sub-merchant than
  // others do, so operations cannot rely on it.
  order: required(
    group({
      ...orderRequestRows100,
      ...charged,
      invoiceNumber,
      subMerchant: subMerchant50,
    }),
  ),
  partnerSolutionId,
  paymentPlan,
  posTerminal,
  referenceOrderId,
  responseControls,
  risk,
  session,
  shipping: shipping50,
  sourceOfFunds: sourceOfFunds50,
  threeDSecure,
  threeDSecureId,
  transaction: transactionRequest,
  userId,
}
