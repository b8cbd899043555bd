// RETRIEVE_TRANSACTION: the answer a transaction's own operation gave, with what was learned since.
import { correlationId, responseControls } from '../../contract/groups/call.ts'
import { responseOfAnyKind15, responseOfAnyKind30, responseOfAnyKind50 } from '../../contract/groups/response.ts'
import { transactionOfAnyKind50, transactionOfAnyKind100 } from '../../contract/groups/transaction.ts'
import { visibleTransactionTypes15, visibleTransactionTypes50 } from '../../contract/groups/values.ts'
import { operation } from '../../contract/operation.ts'
import { retrieveTransactionRoute } from '../../contract/routes.ts'
import { always, type Infer } from '../../contract/row.ts'
import { transactionAnswer } from './transaction-response.ts'

/** What a GET may contain, as query parameters with dotted names. */
export const retrievalRequest = { correlationId, responseControls }

export type RetrievalRequest = Infer<typeof retrievalRequest>

/**
 * Any transaction may be requested, so the outcome lists the codes of every kind, and some were never sent to an
 * acquirer.
 */
export const retrievedTransaction = {
  15: { ...transactionAnswer[15], response: always(responseOfAnyKind15) },
  30: { ...transactionAnswer[30], response: always(responseOfAnyKind30) },
  31: { ...transactionAnswer[31], response: always(responseOfAnyKind30) },
  50: {
    ...transactionAnswer[50],
    response: always(responseOfAnyKind50),
    transaction: always(transactionOfAnyKind50),
  },
  63: {
    ...transactionAnswer[63],
    response: always(responseOfAnyKind50),
    transaction: always(transactionOfAnyKind50),
  },
  100: { ...transactionAnswer[100], transaction: always(transactionOfAnyKind100) },
} as const

/** Transactions of a kind that the version does not know are not there for it. */
export const visibleKinds15 = { kinds: visibleTransactionTypes15 }
export const visibleKinds50 = { kinds: visibleTransactionTypes50 }

/** RETRIEVE_TRANSACTION, by the first version each contract holds for. */
export const retrieveTransaction = operation({
  name: 'RETRIEVE_TRANSACTION',
  route: retrieveTransactionRoute,
  versions: {
    15: { request: retrievalRequest, answer: retrievedTransaction[15], traits: visibleKinds15 },
    30: { request: retrievalRequest, answer: retrievedTransaction[30], traits: visibleKinds15 },
    31: { request: retrievalRequest, answer: retrievedTransaction[31], traits: visibleKinds15 },
    50: { request: retrievalRequest, answer: retrievedTransaction[50], traits: visibleKinds50 },
    63: { request: retrievalRequest, answer: retrievedTransaction[63], traits: visibleKinds50 },
    100: { request: retrievalRequest, answer: retrievedTransaction[100] },
  },
})
