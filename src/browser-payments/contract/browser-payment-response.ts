// The answer about a browser payment, version by version: the transaction's, without what only cards and terminals
// have.
import {
  browserPaymentAnswer15,
  browserPaymentAnswer31,
  browserPaymentAnswer100,
} from '../../contract/groups/browser-payment.ts'
import { posTerminalOfBrowserPayment } from '../../contract/groups/pos-terminal.ts'
import { response100, responseOfAnyKind30, responseOfBrowserPayment50 } from '../../contract/groups/response.ts'
import { sourceOfFundsAnswerOfBrowserPayment } from '../../contract/groups/source-of-funds.ts'
import { always, type InferResponse, only } from '../../contract/row.ts'
import { canonicalTransactionAnswer, transactionAnswer } from '../../payments/contract/transaction-response.ts'

const ownRows = {
  // The lane has another name here.
  posTerminal: posTerminalOfBrowserPayment,
  sourceOfFunds: sourceOfFundsAnswerOfBrowserPayment,
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

const answer30 = {
  ...only(transactionAnswer[30], ...names30),
  ...ownRows,
  browserPayment: browserPaymentAnswer15,
  response: always(responseOfAnyKind30),
}

const answer31 = { ...answer30, browserPayment: browserPaymentAnswer31 }

const answer50 = {
  ...only(transactionAnswer[50], ...names50),
  ...ownRows,
  browserPayment: browserPaymentAnswer31,
  response: always(responseOfBrowserPayment50),
}

const answer100 = {
  ...only(transactionAnswer[100], ...names50),
  ...ownRows,
  browserPayment: browserPaymentAnswer100,
  response: always(response100),
}

/** The rows of an answer about a browser payment; each number is the first version that has them. */
export const browserPaymentAnswer = { 30: answer30, 31: answer31, 50: answer50, 100: answer100 } as const

/** Every version's rows at their canonical places: what operations fill in. Never compiled. */
const canonicalBrowserPaymentAnswer = {
  ...only(canonicalTransactionAnswer, ...names50),
  sourceOfFunds: sourceOfFundsAnswerOfBrowserPayment,
}

export type BrowserPaymentResponse = InferResponse<typeof canonicalBrowserPaymentAnswer>
