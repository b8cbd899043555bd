// The response about a browser payment, version by version: the transaction's, without what only cards and terminals
// have.
import {
  browserPaymentResponse15,
  browserPaymentResponse31,
  browserPaymentResponse100,
} from '../../contract/groups/browser-payment.ts'
import { posTerminalOfBrowserPayment } from '../../contract/groups/pos-terminal.ts'
import {
  responseGroup100,
  responseGroupOfAnyKind30,
  responseGroupOfBrowserPayment50,
} from '../../contract/groups/response.ts'
import { sourceOfFundsResponseOfBrowserPayment } from '../../contract/groups/source-of-funds.ts'
import { always, type InferResponse, only } from '../../contract/row.ts'
import { canonicalTransactionResponse, transactionResponse } from '../../payments/contract/transaction-response.ts'

const ownRows = {
  // The lane has another name here.
  posTerminal: posTerminalOfBrowserPayment,
  sourceOfFunds: sourceOfFundsResponseOfBrowserPayment,
}

const names30 = [
  'browserPayment',
  'correlationId',
  'customer',
  'gatewayEntryPoint',
  'merchant',
  'order',
  'partnerSolutionId',
  'paymentPlan',
  'posTerminal',
  'response',
  'result',
  'shipping',
  'sourceOfFunds',
  'timeOfRecord',
  'transaction',
  'userId',
  'version',
] as const
const names50 = [...names30, 'timeOfLastUpdate'] as const

const response30 = {
  ...only(transactionResponse[30], ...names30),
  ...ownRows,
  browserPayment: browserPaymentResponse15,
  response: always(responseGroupOfAnyKind30),
}

const response31 = { ...response30, browserPayment: browserPaymentResponse31 }

const response50 = {
  ...only(transactionResponse[50], ...names50),
  ...ownRows,
  browserPayment: browserPaymentResponse31,
  response: always(responseGroupOfBrowserPayment50),
}

const response100 = {
  ...only(transactionResponse[100], ...names50),
  ...ownRows,
  browserPayment: browserPaymentResponse100,
  response: always(responseGroup100),
}

/** The rows of a response about a browser payment; each number is the first version that has them. */
export const browserPaymentResponse = { 30: response30, 31: response31, 50: response50, 100: response100 } as const

/** Every version's rows at their canonical places: what operations fill in. Never compiled. */
const canonicalBrowserPaymentResponse = {
  ...only(canonicalTransactionResponse, ...names50),
  sourceOfFunds: sourceOfFundsResponseOfBrowserPayment,
}

export type BrowserPaymentResponse = InferResponse<typeof canonicalBrowserPaymentResponse>
