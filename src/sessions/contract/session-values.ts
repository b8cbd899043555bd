// What a session may contain, version by version: every value that an operation which uses the session could also be
// sent. Nothing is required here; what is missing or does not fit together is found when an operation uses it.
import { accountFunding } from '../../contract/groups/account-funding.ts'
import { billing, billing15, shipping30, shipping50 } from '../../contract/groups/address.ts'
import { agreement, constraints, paymentPlan } from '../../contract/groups/agreement.ts'
import { airline, airlineOfPay50 } from '../../contract/groups/airline.ts'
import { authenticationOfPayer50, authenticationToInitiate50 } from '../../contract/groups/authentication.ts'
import { initiator, partnerSolutionId, userId } from '../../contract/groups/call.ts'
import { currencyConversion, currencyConversionOfPay15 } from '../../contract/groups/currency-conversion.ts'
import { customer50, customerWithDevice30, customerWithDevice50 } from '../../contract/groups/customer.ts'
import {
  device30,
  deviceOfAuthentication50,
  deviceResponse50,
  deviceResponseOfEveryVersion,
} from '../../contract/groups/device.ts'
import { item15 } from '../../contract/groups/item.ts'
import { orderRequestRows30, orderRequestRows50, orderRequestRows100, orderRows } from '../../contract/groups/order.ts'
import { posTerminal, posTerminal30, posTerminal50, posTerminal100 } from '../../contract/groups/pos-terminal.ts'
import { actionOfPay15, risk } from '../../contract/groups/risk.ts'
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
  transactionRequest50,
  transactionRequest100,
  transactionRequestOfPay30,
} from '../../contract/groups/transaction.ts'
import { conditional, group, inOrder, only, sometimes, without, withoutDefaults } from '../../contract/row.ts'

// What a terminal reads is sent with the payment itself: a track or a PIN block is never put into a session.
const ofTerminals = ['emvRequest', 'p2pe', 'pin', 'track1', 'track2'] as const
const provided30 = sourceOfFunds30.rows.provided.rows
const provided50 = sourceOfFunds50.rows.provided.rows
const sourceOfFundsOfSession30 = group({
  ...sourceOfFunds30.rows,
  provided: conditional(
    group({ ...provided30, card: group(without(provided30.card.rows, 'emvRequest', 'track1', 'track2')) }),
  ),
})
const sourceOfFundsOfSession50 = group({
  ...sourceOfFunds50.rows,
  provided: conditional(group({ ...provided50, card: group(without(provided50.card.rows, ...ofTerminals)) })),
})

// Unlike the operations on an order, a session has no path that would name it.
const id = only(orderRows, 'id')
const newerRows = only(orderRows, 'id', 'invoiceNumber')

/** Payer authentication from its first step to the payment that follows it. */
const authenticationOfSession50 = group(
  inOrder({ ...authentication.rows, ...authenticationOfPayer50.rows, ...authenticationToInitiate50.rows }),
)

// One list up to version 49: below 30 some operations have the newer groups already, and others still the older names.
const values15 = {
  ...threeDSecureOnWire,
  action: actionOfPay15,
  airline: airlineOfPay50,
  billing: billing15,
  constraints,
  currencyConversion: currencyConversionOfPay15,
  customer: customerWithDevice30,
  device: device30,
  item: item15,
  order: group(inOrder({ ...orderRequestRows30, ...id })),
  partnerSolutionId,
  paymentPlan,
  posTerminal: posTerminal30,
  risk,
  shipping: shipping30,
  sourceOfFunds: sourceOfFundsOfSession30,
  transaction: transactionRequestOfPay30,
  userId,
}

const values50 = {
  ...threeDSecureOnWire,
  accountFunding,
  action: actionOfPay15,
  agreement,
  airline: airlineOfPay50,
  authentication: authenticationOfSession50,
  billing: billing15,
  constraints,
  currencyConversion,
  customer: customerWithDevice50,
  device: deviceResponse50,
  initiator,
  item: item15,
  order: group(inOrder({ ...orderRequestRows50, ...newerRows })),
  partnerSolutionId,
  paymentPlan,
  posTerminal: posTerminal50,
  referenceOrderId,
  risk,
  shipping: shipping50,
  sourceOfFunds: sourceOfFundsOfSession50,
  transaction: transactionRequest50,
  userId,
}

const order100 = inOrder({ ...orderRequestRows100, ...newerRows })

// Phones are what Pay and Authorize take: any text. Verify and the token operations ask for more when they use it.
const values100 = {
  ...threeDSecureOnWire,
  accountFunding,
  agreement,
  airline,
  authentication: authenticationOfSession50,
  billing,
  currencyConversion,
  customer: customer50,
  device: deviceOfAuthentication50,
  initiator,
  order: group(order100),
  partnerSolutionId,
  paymentPlan,
  posTerminal: posTerminal100,
  referenceOrderId,
  risk,
  shipping: shipping50,
  sourceOfFunds: sourceOfFundsOfSession50,
  transaction: transactionRequest100,
  userId,
}

/**
 * The rows a session may contain; each number is the first version that has them. Defaults belong to the operation that
 * uses the session: stored by one update, they would overwrite values of an earlier one.
 */
export const sessionValues = {
  15: withoutDefaults(values15),
  50: withoutDefaults(values50),
  100: withoutDefaults(values100),
} as const

/** Every version's rows at their canonical places. Never compiled. */
export const canonicalSessionValues = {
  ...without(values100, '3DSecure', '3DSecureId', 'initiator'),
  billing: billing15,
  constraints,
  currencyConversion: group({ ...currencyConversion.rows, uptake: sometimes(currencyConversion.rows.uptake) }),
  device: deviceResponseOfEveryVersion,
  // Version 100 requires more of a sub-merchant than others do, so operations cannot rely on it.
  order: group({ ...order100, subMerchant: subMerchant50 }),
  posTerminal,
  threeDSecure,
  threeDSecureId,
  transaction: transactionRequest,
}
