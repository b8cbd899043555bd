// RETRIEVE_ORDER: an order with all its transactions. The order's own members stand at the top level, not under
// `order`.
import { digits, string } from '../../contract/field-types.ts'
import {
  orderResponseRows15,
  orderResponseRows30,
  orderResponseRows50,
  orderResponseRows100,
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
import { canonicalTransactionResponse } from './transaction-response.ts'

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
  ...orderResponseRows15,
  currency: always(orderResponseRows15.currency),
  id: always(orderResponseRows15.id),
}

// At the top level here, as all members of the order.
const surchargeAmount = canonically('merchantCharge.amount', orderResponseRows30.surchargeAmount)

const order30 = {
  ...orderResponseRows30,
  currency: always(orderResponseRows30.currency),
  id: always(orderResponseRows30.id),
  surchargeAmount,
}

const order50 = {
  ...orderResponseRows50,
  ...always50(orderResponseRows50),
  authenticationVersion,
  surchargeAmount,
}
const order100 = {
  ...orderResponseRows100,
  ...always50(orderResponseRows100),
  authenticationVersion,
}

function always50(rows: typeof orderResponseRows100 | typeof orderResponseRows50) {
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

const response15 = inOrder({
  ...order15,
  ...only(retrievedTransaction[15], ...fromTransactions15),
  transaction: list(group(retrievedTransaction[15])),
})
const response30 = inOrder({
  ...order30,
  ...only(retrievedTransaction[30], ...fromTransactions),
  transaction: list(group(retrievedTransaction[30])),
})
const response31 = { ...response30, transaction: list(group(retrievedTransaction[31])) }
const response50 = inOrder({
  '3dsAcsEci': canonically('threeDSecureAcsEci', acsEci),
  ...order50,
  ...only(retrievedTransaction[50], ...fromTransactions),
  transaction: list(group(retrievedTransaction[50])),
})
const response63 = { ...response50, transaction: list(group(retrievedTransaction[63])) }
const response100 = inOrder({
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
    15: { request: retrievalRequest, response: response15, traits: visibleKinds15 },
    30: { request: retrievalRequest, response: response30, traits: visibleKinds15 },
    31: { request: retrievalRequest, response: response31, traits: visibleKinds15 },
    50: { request: retrievalRequest, response: response50, traits: visibleKinds50 },
    63: { request: retrievalRequest, response: response63, traits: visibleKinds50 },
    100: { request: retrievalRequest, response: response100 },
  },
})

/** Every version's rows at their canonical places: what the operation fills in. Never compiled. */
const canonicalOrderResponse = {
  ...without(response100, '3dsAcsEci'),
  ...only(canonicalTransactionResponse, 'billing'),
  threeDSecureAcsEci: acsEci,
  transaction: always(list(group(canonicalTransactionResponse))),
}

export type OrderResponse = InferResponse<typeof canonicalOrderResponse>
