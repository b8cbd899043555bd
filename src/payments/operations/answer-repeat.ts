// A repeated request with the same ids. Nothing is executed: the same request gets the first one's result, another
// request is refused.

import { gatewayCodes } from '../../kernel/gateway-code.ts'
import { type Rejection, reject } from '../../kernel/rejection.ts'
import type { Call, OperationResponse } from '../call.ts'
import type { TransactionResponse } from '../contract/transaction-response.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import { comparisonOf } from '../masking/storable-request.ts'
import type { Store } from '../ports/store.ts'
import type { StoredResponse } from '../ports/stored-messages.ts'
import type { StoredOrder, StoredTransaction, TransactionKey } from '../ports/transactions.ts'
import { describeTransaction } from './describe-transaction.ts'

export function findRepeated(stored: StoredOrder | undefined, key: TransactionKey): StoredTransaction | undefined {
  return stored?.transactions.find((transaction) => transaction.key.transactionId === key.transactionId)
}

/**
 * Also the end of a request that finds itself: its attempt was recorded, but the connection broke before the database said
 * so. It is then the first request, and is answered as the first.
 */
export async function answerRepeat(
  first: StoredTransaction,
  request: object,
  { asSent = request, requestId }: Pick<Call, 'asSent' | 'requestId'>,
  { store, vault, timeouts }: Pick<PaymentDependencies, 'store' | 'vault' | 'timeouts'>,
): Promise<OperationResponse<TransactionResponse> | Rejection> {
  if (!vault.matches('REQUEST', comparisonOf(asSent, vault, first.requestHash.keyId), first.requestHash))
    return reject('TRANSACTION_ID_USED', 'The transaction id was already used on this order for a different request.')
  const settled = first.isInFlight ? await store.awaitOutcome(first.key, timeouts.repeatWaitMs) : first
  if (!settled) return reject('STILL_IN_PROGRESS', 'The first request with these ids is still in progress.')
  const response = await firstResponse(settled, store)
  const isFirst = requestId !== undefined && settled.request.requestId === requestId
  return { kind: 'ANSWERED', isFirst, response: describeTransaction({ ...settled, ...(response && { response }) }) }
}

/** The first definite response, even when a review or a reversal has changed the transaction since. */
async function firstResponse(
  { key, decision, reversal, response }: StoredTransaction,
  store: Pick<Store, 'listEvents'>,
): Promise<StoredResponse | undefined> {
  if (decision === undefined && reversal === undefined) return response
  const events = await store.listEvents(key)
  const first = events.find(
    (event) => event.kind === 'OUTCOME' && event.transactionId === key.transactionId && isDefinite(event.response),
  )
  return first?.response ?? response
}

function isDefinite({ response }: StoredResponse): boolean {
  return response?.gatewayCode !== undefined && !gatewayCodes[response.gatewayCode].isOpen
}
