// The answer of the payer authentication operations, version by version: the transaction's, without what only payments
// have. No acquirer is called.
import { responseOfAnyKind50 } from '../../contract/groups/response.ts'
import { transactionOfAnyKind50, transactionOfAnyKind100 } from '../../contract/groups/transaction.ts'
import { always, type InferResponse, only } from '../../contract/row.ts'
import { canonicalTransactionAnswer, transactionAnswer } from '../../payments/contract/transaction-response.ts'

const names = [
  'agreement',
  'authentication',
  'billing',
  'correlationId',
  'customer',
  'device',
  'gatewayEntryPoint',
  'initiator',
  'merchant',
  'order',
  'partnerSolutionId',
  'response',
  'result',
  'risk',
  'shipping',
  'sourceOfFunds',
  'timeOfLastUpdate',
  'timeOfRecord',
  'transaction',
  'userId',
  'version',
] as const

const answer50 = {
  ...only(transactionAnswer[50], ...names),
  response: always(responseOfAnyKind50),
  transaction: always(transactionOfAnyKind50),
}

const answer100 = { ...only(transactionAnswer[100], ...names), transaction: always(transactionOfAnyKind100) }

/** The rows of an answer about payer authentication; each number is the first version that has them. */
export const authenticationAnswer = { 50: answer50, 100: answer100 } as const

/** Every version's rows at their canonical places: what operations fill in. Never compiled. */
const canonicalAuthenticationAnswer = {
  ...only(canonicalTransactionAnswer, ...names.filter((name) => name !== 'initiator')),
  transaction: always(transactionOfAnyKind100),
}

export type AuthenticationResponse = InferResponse<typeof canonicalAuthenticationAnswer>
