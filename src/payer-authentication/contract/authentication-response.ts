// The response of the payer authentication operations, version by version: the transaction's, without what only payments
// have. No acquirer is called.
import { responseGroupOfAnyKind50 } from '../../contract/groups/response.ts'
import { transactionOfAnyKind50, transactionOfAnyKind100 } from '../../contract/groups/transaction.ts'
import { always, type InferResponse, only } from '../../contract/row.ts'
import { canonicalTransactionResponse, transactionResponse } from '../../payments/contract/transaction-response.ts'

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

const response50 = {
  ...only(transactionResponse[50], ...names),
  response: always(responseGroupOfAnyKind50),
  transaction: always(transactionOfAnyKind50),
}

const response100 = { ...only(transactionResponse[100], ...names), transaction: always(transactionOfAnyKind100) }

/** The rows of a response about payer authentication; each number is the first version that has them. */
export const authenticationResponse = { 50: response50, 100: response100 } as const

/** Every version's rows at their canonical places: what operations fill in. Never compiled. */
const canonicalAuthenticationResponse = {
  ...only(canonicalTransactionResponse, ...names.filter((name) => name !== 'initiator')),
  transaction: always(transactionOfAnyKind100),
}

export type AuthenticationResponse = InferResponse<typeof canonicalAuthenticationResponse>
