// VERIFY: asks whether the cardholder's account is good, before any money moves.

import { enumeration } from '../../contract/field-types.ts'
import { accountFunding } from '../../contract/groups/account-funding.ts'
import { billing, shipping30, shipping50, shipping100 } from '../../contract/groups/address.ts'
import { agreement, constraints, paymentPlan } from '../../contract/groups/agreement.ts'
import { airline30, airline100 } from '../../contract/groups/airline.ts'
import { correlationId, initiator, partnerSolutionId, responseControls, userId } from '../../contract/groups/call.ts'
import { currencyConversion30, currencyConversion50 } from '../../contract/groups/currency-conversion.ts'
import { customer30, customer50, customer100 } from '../../contract/groups/customer.ts'
import { device30, device100 } from '../../contract/groups/device.ts'
import { orderRequestRows30, orderRequestRows50, orderRequestRows100 } from '../../contract/groups/order.ts'
import { posTerminal, posTerminal30, posTerminal50, posTerminal100 } from '../../contract/groups/pos-terminal.ts'
import { responseGroup15 } from '../../contract/groups/response.ts'
import { risk } from '../../contract/groups/risk.ts'
import { session } from '../../contract/groups/session.ts'
import { sourceOfFunds30, sourceOfFunds50 } from '../../contract/groups/source-of-funds.ts'
import { subMerchant50 } from '../../contract/groups/sub-merchant.ts'
import { authentication } from '../../contract/groups/three-d-secure.ts'
import {
  transactionRequest,
  transactionRequest30,
  transactionRequest50,
  transactionRequest100,
} from '../../contract/groups/transaction.ts'
import { operation } from '../../contract/operation.ts'
import { transactionRoute } from '../../contract/routes.ts'
import { always, conditional, fixed, group, type Infer, required, without } from '../../contract/row.ts'
import {
  accountFundingNeedsPurchaseType,
  conversionAcceptedComplete,
  decimalsOfTheCurrency,
  subTotalsEqualAmount,
} from '../../contract/rules/amounts.ts'
import { shippingSameAsBilling, terminalOfWallets } from '../../contract/rules/derivations.ts'
import {
  agreementComplete,
  cardNumberPlausible,
  customDataWithoutCardNumber,
  directDebitCanadaComplete,
  entryModeDigits,
  onlineReasonWithChip,
} from '../../contract/rules/instruments.ts'
import { transactionResponse } from './transaction-response.ts'

const apiOperation = fixed(enumeration(['VERIFY']))

const request33 = {
  apiOperation,
  billing,
  constraints: conditional(constraints),
  correlationId,
  currencyConversion: conditional(currencyConversion30),
  customer: customer30,
  device: device30,
  order: required(group({ ...orderRequestRows30, currency: required(orderRequestRows30.currency) })),
  partnerSolutionId,
  paymentPlan,
  posTerminal: posTerminal30,
  responseControls,
  risk,
  session,
  shipping: shipping30,
  sourceOfFunds: conditional(sourceOfFunds30),
  transaction: transactionRequest30,
  userId,
}

const request50 = {
  accountFunding,
  agreement,
  airline: airline30,
  apiOperation,
  authentication,
  billing,
  constraints: conditional(constraints),
  correlationId,
  currencyConversion: conditional(currencyConversion50),
  customer: customer50,
  device: device30,
  initiator,
  order: required(group({ ...orderRequestRows50, currency: required(orderRequestRows50.currency) })),
  partnerSolutionId,
  paymentPlan,
  posTerminal: posTerminal50,
  responseControls,
  risk,
  session,
  shipping: shipping50,
  sourceOfFunds: conditional(sourceOfFunds50),
  transaction: transactionRequest50,
  userId,
}

const request100 = {
  accountFunding,
  agreement,
  airline: airline100,
  apiOperation,
  authentication,
  billing,
  correlationId,
  customer: customer100,
  device: device100,
  initiator,
  order: required(group({ ...orderRequestRows100, currency: required(orderRequestRows100.currency) })),
  partnerSolutionId,
  paymentPlan,
  posTerminal: posTerminal100,
  responseControls,
  risk,
  session,
  shipping: shipping100,
  sourceOfFunds: conditional(sourceOfFunds50),
  transaction: transactionRequest100,
  userId,
}

const rulesOfEveryVersion = [
  decimalsOfTheCurrency,
  subTotalsEqualAmount,
  cardNumberPlausible,
  customDataWithoutCardNumber,
  entryModeDigits,
  onlineReasonWithChip,
] as const

const newerRules = [directDebitCanadaComplete, agreementComplete, accountFundingNeedsPurchaseType] as const

const rules33 = [...rulesOfEveryVersion, conversionAcceptedComplete]
const rules50 = [...rules33, ...newerRules]
const rules100 = [...rulesOfEveryVersion, ...newerRules]

const derivations33 = [shippingSameAsBilling]
const derivations100 = [shippingSameAsBilling, terminalOfWallets]

const of33 = { request: request33, response: transactionResponse[31], rules: rules33, derivations: derivations33 }
const response15 = { ...transactionResponse[31], response: always(responseGroup15) }

/** VERIFY, by the first version each contract holds for. */
export const verify = operation({
  name: 'VERIFY',
  route: transactionRoute,
  versions: {
    // Up to version 29 the risk verdict is looked for below `response`.
    15: { request: request33, response: response15, rules: rules33, derivations: derivations33 },
    30: { ...of33 },
    // The version that the specification shows.
    33: of33,
    50: { request: request50, response: transactionResponse[50], rules: rules50, derivations: derivations33 },
    100: { request: request100, response: transactionResponse[100], rules: rules100, derivations: derivations100 },
  },
})

/** Every version's rows at their canonical places. Never compiled. */
const canonicalRequest = {
  ...without(request50, 'initiator'),
  ...without(request100, 'initiator'),
  device: device30,
  // Version 100 requires more of a sub-merchant than others do, so operations cannot rely on it.
  order: required(
    group({ ...orderRequestRows100, currency: required(orderRequestRows100.currency), subMerchant: subMerchant50 }),
  ),
  posTerminal,
  transaction: transactionRequest,
}

/** What the operation receives, in every version. */
export type VerifyRequest = Infer<typeof canonicalRequest>
