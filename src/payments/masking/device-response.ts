// What a payer's device is shown of an authentication: what its browser needs, and nothing that the shop or the issuer
// has sent.

import type { Call, OperationResponse } from '../call.ts'
import type { TransactionResponse } from '../contract/transaction-response.ts'

const ofTheResponse = ['merchant', 'result', 'response'] as const
const ofTheOrder = ['amount', 'authenticationStatus', 'currency', 'id'] as const
const ofTheTransaction = ['authenticationStatus', 'id', 'type'] as const

export function deviceResponseOf(
  answered: OperationResponse,
  { usedSession }: Pick<Call, 'usedSession'>,
): OperationResponse {
  // Devices also fill sessions, whose operations have their own answers for devices.
  if (!('transaction' in answered.response)) return answered
  const response = answered.response as TransactionResponse
  // The proof could be used to pay elsewhere.
  const { threeDs: _, ...authentication } = response.authentication ?? {}
  const shown = {
    ...only(response, ofTheResponse),
    ...(usedSession?.isAccountOfPayer && { sourceOfFunds: response.sourceOfFunds }),
    authentication,
    order: only(response.order, ofTheOrder),
    transaction: only(response.transaction, ofTheTransaction),
  }
  return { ...answered, response: shown }
}

function only(values: object, names: readonly string[]): object {
  const members = values as Readonly<Record<string, unknown>>
  return Object.fromEntries(names.flatMap((name) => (members[name] === undefined ? [] : [[name, members[name]]])))
}
