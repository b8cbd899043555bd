// What a payer's device is shown of an authentication: what its browser needs, and nothing that the shop or the issuer has
// told us.
import type { TransactionAnswer } from '../../contract/operations/transaction-answer.ts'
import type { Answered } from '../call.ts'

const ofTheAnswer = [
  'authentication',
  'gatewayEntryPoint',
  'merchant',
  'order',
  'response',
  'result',
  'sourceOfFunds',
  'timeOfLastUpdate',
  'timeOfRecord',
  'transaction',
] as const

/** The shop's own notes on the order stay with the shop. */
const ofTheOrder: ReadonlySet<string> = new Set([
  'amount',
  'authenticationStatus',
  'creationTime',
  'currency',
  'id',
  'lastUpdatedTime',
  'merchantAmount',
  'merchantCurrency',
  'status',
  'totalAuthorizedAmount',
  'totalCapturedAmount',
  'totalDisbursedAmount',
  'totalRefundedAmount',
])

export function shownToDevice(answered: Answered): Answered {
  // Devices fill sessions, too, which have answers of their own for them.
  if (!('transaction' in answered.answer)) return answered
  const answer = answered.answer as TransactionAnswer
  const shown = Object.fromEntries(ofTheAnswer.flatMap((name) => (answer[name] ? [[name, answer[name]]] : [])))
  // With the proof somebody could pay elsewhere.
  const { threeDs: _, ...authentication } = answer.authentication ?? {}
  const order = Object.fromEntries(Object.entries(answer.order).filter(([name]) => ofTheOrder.has(name)))
  return { ...answered, answer: { ...shown, authentication, order } as unknown as TransactionAnswer }
}
