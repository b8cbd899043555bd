// RETRIEVE_ORDER: an order with all its transactions. The order's own members stand at the top level, not under
// `order`.
import { digits, string } from '../../contract/field-types.ts'
import {
  orderAnswerRows15,
  orderAnswerRows30,
  orderAnswerRows50,
  orderAnswerRows100,
} from '../../contract/groups/order.ts'
import { operation } from '../../contract/operation.ts'
import { retrieveOrderRoute } from '../../contract/routes.ts'
import {
  always,
  canonically,
  decided,
  group,
  type InferResponse,
  inOrder,
  list,
  only,
  without,
} from '../../contract/row.ts'
import { retrievalRequest, retrievedTransaction, visibleKinds15, visibleKinds50 } from './retrieve-transaction.ts'
import { canonicalTransactionAnswer } from './transaction-response.ts'

// Values of the order as a whole, although a transaction provided them.
const fromTransactions = [
  'billing',
  'correlationId',
  'customer',
  'device',
  'merchant',
  'partnerSolutionId',
  'result',
  'shipping',
  'sourceOfFunds',
] as const
const fromTransactions15 = [
  'billing',
  'correlationId',
  'customer',
  'merchant',
  'partnerSolutionId',
  'result',
  'shipping',
  'sourceOfFunds',
] as const

const acsEci = digits(1, 2)
const authenticationVersion = decided('choices', string(1, 20))

// The order is known from its first transaction on, so its identifiers are always present.
const order15 = {
  ...orderAnswerRows15,
  currency: always(orderAnswerRows15.currency),
  id: always(orderAnswerRows15.id),
}

// At the top level here, as all members of the order.
const surchargeAmount = canonically('merchantCharge.amount', orderAnswerRows30.surchargeAmount)

const order30 = {
  ...orderAnswerRows30,
  currency: always(orderAnswerRows30.currency),
  id: always(orderAnswerRows30.id),
  surchargeAmount,
}

const order50 = {
  ...orderAnswerRows50,
  ...always50(orderAnswerRows50),
  authenticationVersion,
  surchargeAmount,
}
const order100 = {
  ...orderAnswerRows100,
  ...always50(orderAnswerRows100),
  authenticationVersion,
}

function always50(rows: typeof orderAnswerRows100 | typeof orderAnswerRows50) {
  return {
    creationTime: always(rows.creationTime),
    currency: always(rows.currency),
    id: always(rows.id),
    lastUpdatedTime: always(rows.lastUpdatedTime),
    merchantAmount: always(rows.merchantAmount),
    merchantCurrency: always(rows.merchantCurrency),
    totalDisbursedAmount: always(rows.totalDisbursedAmount),
  }
}

const answer15 = inOrder({
  ...order15,
  ...only(retrievedTransaction[15], ...fromTransactions15),
  transaction: list(group(retrievedTransaction[15])),
})
const answer30 = inOrder({
  ...order30,
  ...only(retrievedTransaction[30], ...fromTransactions),
  transaction: list(group(retrievedTransaction[30])),
})
const answer31 = { ...answer30, transaction: list(group(retrievedTransaction[31])) }
const answer50 = inOrder({
  '3dsAcsEci': canonically('threeDSecureAcsEci', acsEci),
  ...order50,
  ...only(retrievedTransaction[50], ...fromTransactions),
  transaction: list(group(retrievedTransaction[50])),
})
const answer63 = { ...answer50, transaction: list(group(retrievedTransaction[63])) }
const answer100 = inOrder({
  '3dsAcsEci': canonically('threeDSecureAcsEci', acsEci),
  ...order100,
  ...only(retrievedTransaction[100], ...fromTransactions),
  transaction: list(group(retrievedTransaction[100])),
})

/** RETRIEVE_ORDER, by the first version each contract holds for. */
export const retrieveOrder = operation({
  name: 'RETRIEVE_ORDER',
  route: retrieveOrderRoute,
  versions: {
    15: { request: retrievalRequest, answer: answer15, traits: visibleKinds15 },
    30: { request: retrievalRequest, answer: answer30, traits: visibleKinds15 },
    31: { request: retrievalRequest, answer: answer31, traits: visibleKinds15 },
    50: { request: retrievalRequest, answer: answer50, traits: visibleKinds50 },
    63: { request: retrievalRequest, answer: answer63, traits: visibleKinds50 },
    100: { request: retrievalRequest, answer: answer100 },
  },
})

/** Every version's rows at their canonical places: what the operation fills in. Never compiled. */
const canonicalOrderAnswer = {
  ...without(answer100, '3dsAcsEci'),
  ...only(canonicalTransactionAnswer, 'billing'),
  threeDSecureAcsEci: acsEci,
  transaction: always(list(group(canonicalTransactionAnswer))),
}

export type OrderResponse = InferResponse<typeof canonicalOrderAnswer>
