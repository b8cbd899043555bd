// What requests about an existing order have in common, version by version: CAPTURE, REFUND, VOID and
// UPDATE_AUTHORIZATION. The transaction itself is specific to each operation.
import { accountFunding } from '../../contract/groups/account-funding.ts'
import { billing, shipping30, shipping50 } from '../../contract/groups/address.ts'
import { agreement, paymentPlan } from '../../contract/groups/agreement.ts'
import { airline, airlineOfPay50 } from '../../contract/groups/airline.ts'
import { correlationId, initiator, partnerSolutionId, responseControls, userId } from '../../contract/groups/call.ts'
import { currencyConversion50 } from '../../contract/groups/currency-conversion.ts'
import { customer30, customer50 } from '../../contract/groups/customer.ts'
import { device30, deviceWide } from '../../contract/groups/device.ts'
import { orderRequestRows30, orderRequestRows50, orderRequestRows100 } from '../../contract/groups/order.ts'
import { posTerminal, posTerminal30, posTerminal50, posTerminal100 } from '../../contract/groups/pos-terminal.ts'
import { responseGroup15 } from '../../contract/groups/response.ts'
import { risk } from '../../contract/groups/risk.ts'
import { session } from '../../contract/groups/session.ts'
import { sourceOfFunds30, sourceOfFunds50 } from '../../contract/groups/source-of-funds.ts'
import { subMerchant50 } from '../../contract/groups/sub-merchant.ts'
import { always, conditional, group, without } from '../../contract/row.ts'
import { decimalsOfTheCurrency, subTotalsEqualAmount } from '../../contract/rules/amounts.ts'
import {
  cardNumberPlausible,
  customDataWithoutCardNumber,
  directDebitCanadaComplete,
  entryModeDigits,
  onlineReasonWithChip,
} from '../../contract/rules/instruments.ts'
import { transactionResponse } from './transaction-response.ts'

// The purpose of an order is settled when it is opened.
const orderRows50 = without(orderRequestRows50, 'purchaseType')
const orderRows100 = without(orderRequestRows100, 'purchaseType')

const request30 = {
  billing,
  correlationId,
  customer: customer30,
  device: device30,
  order: group(orderRequestRows30),
  partnerSolutionId,
  posTerminal: posTerminal30,
  responseControls,
  risk,
  session,
  shipping: shipping30,
  // Of standalone captures and refunds; on an order that has a payment the operation refuses it.
  sourceOfFunds: conditional(sourceOfFunds30),
  userId,
}

const request50 = {
  accountFunding,
  agreement,
  airline: airlineOfPay50,
  billing,
  correlationId,
  currencyConversion: conditional(currencyConversion50),
  customer: customer50,
  device: device30,
  initiator,
  order: group(orderRows50),
  partnerSolutionId,
  paymentPlan,
  posTerminal: posTerminal50,
  responseControls,
  risk,
  session,
  shipping: shipping50,
  sourceOfFunds: conditional(sourceOfFunds50),
  userId,
}

const request100 = {
  ...request50,
  airline,
  device: deviceWide,
  order: group(orderRows100),
  posTerminal: posTerminal100,
}

/** The rows these operations share; each number is the first version that has them. Older versions have those of 30. */
export const laterRequest = { 30: request30, 50: request50, 100: request100 } as const

/** Their responses. Up to version 29 the risk verdict is looked for below `response`. */
export const laterResponse = {
  15: { ...transactionResponse[30], response: always(responseGroup15) },
  30: transactionResponse[30],
  50: transactionResponse[50],
  100: transactionResponse[100],
} as const

const rules30 = [
  decimalsOfTheCurrency,
  subTotalsEqualAmount,
  cardNumberPlausible,
  customDataWithoutCardNumber,
  entryModeDigits,
  onlineReasonWithChip,
] as const

/** The rules they follow across fields. */
export const laterRules = { 30: rules30, 50: [...rules30, directDebitCanadaComplete] } as const

/** Every version's rows at their canonical places. Never compiled. */
export const canonicalLaterRequest = {
  ...without(request50, 'initiator'),
  airline,
  // Version 100 requires more of a sub-merchant than others do, so operations cannot rely on it.
  order: group({ ...orderRows100, subMerchant: subMerchant50 }),
  posTerminal,
}
