// RETRIEVE_TRANSACTION: the response a transaction's own operation gave, with what was learned since.
import { correlationId, responseControls } from '../../contract/groups/call.ts'
import {
  responseGroupOfAnyKind15,
  responseGroupOfAnyKind30,
  responseGroupOfAnyKind50,
} from '../../contract/groups/response.ts'
import { transactionOfAnyKind50, transactionOfAnyKind100 } from '../../contract/groups/transaction.ts'
import { visibleTransactionTypes15, visibleTransactionTypes50 } from '../../contract/groups/values.ts'
import { operation } from '../../contract/operation.ts'
import { retrieveTransactionRoute } from '../../contract/routes.ts'
import { always, type Infer } from '../../contract/row.ts'
import { transactionResponse } from './transaction-response.ts'

/** What a GET may contain, as query parameters with dotted names. */
export const retrievalRequest = { correlationId, responseControls }

export type RetrievalRequest = Infer<typeof retrievalRequest>

/**
 * Any transaction may be requested, so the outcome lists the codes of every kind, and some were never sent to an
 * acquirer.
 */
export const retrievedTransaction = {
  15: { ...transactionResponse[15], response: always(responseGroupOfAnyKind15) },
  30: { ...transactionResponse[30], response: always(responseGroupOfAnyKind30) },
  31: { ...transactionResponse[31], response: always(responseGroupOfAnyKind30) },
  50: {
    ...transactionResponse[50],
    response: always(responseGroupOfAnyKind50),
    transaction: always(transactionOfAnyKind50),
  },
  63: {
    ...transactionResponse[63],
    response: always(responseGroupOfAnyKind50),
    transaction: always(transactionOfAnyKind50),
  },
  100: { ...transactionResponse[100], transaction: always(transactionOfAnyKind100) },
} as const

/** Transactions of a kind that the version does not know are not there for it. */
export const visibleKinds15 = { kinds: visibleTransactionTypes15 }
export const visibleKinds50 = { kinds: visibleTransactionTypes50 }

/** RETRIEVE_TRANSACTION, by the first version each contract holds for. */
export const retrieveTransaction = operation({
  name: 'RETRIEVE_TRANSACTION',
  route: retrieveTransactionRoute,
  versions: {
    15: { request: retrievalRequest, response: retrievedTransaction[15], traits: visibleKinds15 },
    30: { request: retrievalRequest, response: retrievedTransaction[30], traits: visibleKinds15 },
    31: { request: retrievalRequest, response: retrievedTransaction[31], traits: visibleKinds15 },
    50: { request: retrievalRequest, response: retrievedTransaction[50], traits: visibleKinds50 },
    63: { request: retrievalRequest, response: retrievedTransaction[63], traits: visibleKinds50 },
    100: { request: retrievalRequest, response: retrievedTransaction[100] },
  },
})
