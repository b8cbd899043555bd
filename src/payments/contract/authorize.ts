// AUTHORIZE: reserves money on the payer's account; a later capture moves it.

import { enumeration } from '../../contract/field-types.ts'
import { airline30, airline100 } from '../../contract/groups/airline.ts'
import { currencyConversion30, currencyConversion50 } from '../../contract/groups/currency-conversion.ts'
import {
  posTerminalResponseOfAuthorize30,
  posTerminalResponseOfAuthorize50,
  posTerminalResponseOfAuthorize100,
} from '../../contract/groups/pos-terminal.ts'
import { responseGroup15 } from '../../contract/groups/response.ts'
import { operation } from '../../contract/operation.ts'
import { transactionRoute } from '../../contract/routes.ts'
import { always, conditional, fixed, type Infer, inOrder } from '../../contract/row.ts'
import { terminalLane } from '../../contract/rules/derivations.ts'
import { canonicalPaymentRequest, paymentDerivations, paymentRequest, paymentRules } from './payment-request.ts'
import { transactionResponse } from './transaction-response.ts'

const apiOperation = fixed(enumeration(['AUTHORIZE']))

/** What the specification shows of version 38, and what versions 15 to 37 take as well. */
const request38 = inOrder({
  ...paymentRequest[30],
  airline: airline30,
  apiOperation,
  currencyConversion: conditional(currencyConversion30),
})

const request50 = inOrder({
  ...paymentRequest[50],
  airline: airline30,
  apiOperation,
  currencyConversion: conditional(currencyConversion50),
})

const request100 = inOrder({
  ...paymentRequest[100],
  airline: airline100,
  apiOperation,
  currencyConversion: conditional(currencyConversion50),
})

const response38 = { ...transactionResponse[31], posTerminal: posTerminalResponseOfAuthorize30 }
// Up to version 29 the risk verdict is looked for below `response`.
const response15 = { ...response38, response: always(responseGroup15) }
const response50 = { ...transactionResponse[50], posTerminal: posTerminalResponseOfAuthorize50 }
const response100 = { ...transactionResponse[100], posTerminal: posTerminalResponseOfAuthorize100 }

// The lane is derived last: another derivation may have added a terminal.
const derivations = [...paymentDerivations[15], terminalLane]
const derivations100 = [...paymentDerivations[100], terminalLane]

/** AUTHORIZE, by the first version each contract holds for. */
export const authorize = operation({
  name: 'AUTHORIZE',
  route: transactionRoute,
  versions: {
    15: { request: request38, response: response15, rules: paymentRules[15], derivations },
    30: { request: request38, response: response38, rules: paymentRules[15], derivations },
    50: { request: request50, response: response50, rules: paymentRules[50], derivations },
    100: { request: request100, response: response100, rules: paymentRules[100], derivations: derivations100 },
  },
})

/** Every version's rows at their canonical places. Never compiled. */
const canonicalRequest = { ...canonicalPaymentRequest, apiOperation }

/** What the operation receives, in every version. */
export type AuthorizeRequest = Infer<typeof canonicalRequest>
