// UPDATE_AUTHORIZATION: changes the amount of an authorization, or extends it.
import { enumeration } from '../../contract/field-types.ts'
import {
  transactionOfUpdate,
  transactionOfUpdate30,
  transactionOfUpdate50,
  transactionOfUpdate100,
} from '../../contract/groups/later-transaction.ts'
import { operation } from '../../contract/operation.ts'
import { transactionRoute } from '../../contract/routes.ts'
import { fixed, type Infer, inOrder, without } from '../../contract/row.ts'
import { amountsAboveZero } from '../../contract/rules/amounts.ts'
import { canonicalLaterRequest, laterRequest, laterResponse, laterRules } from './later-request.ts'

const apiOperation = fixed(enumeration(['UPDATE_AUTHORIZATION']))

// The card is the one that was authorized.
const request30 = inOrder({
  ...without(laterRequest[30], 'sourceOfFunds'),
  apiOperation,
  transaction: transactionOfUpdate30,
})

const request50 = inOrder({
  ...without(laterRequest[50], 'sourceOfFunds'),
  apiOperation,
  transaction: transactionOfUpdate50,
})

const request100 = inOrder({
  ...without(laterRequest[100], 'sourceOfFunds'),
  apiOperation,
  transaction: transactionOfUpdate100,
})

// Nothing is left of an authorization of zero; that is what a void is for.
const rules = [amountsAboveZero, ...laterRules[30]]

/** UPDATE_AUTHORIZATION, by the first version each contract holds for. */
export const updateAuthorization = operation({
  name: 'UPDATE_AUTHORIZATION',
  route: transactionRoute,
  versions: {
    15: { request: request30, response: laterResponse[15], rules },
    30: { request: request30, response: laterResponse[30], rules },
    50: { request: request50, response: laterResponse[50], rules },
    100: { request: request100, response: laterResponse[100], rules },
  },
})

/** Every version's rows at their canonical places. Never compiled. */
const canonicalRequest = {
  ...without(canonicalLaterRequest, 'sourceOfFunds'),
  apiOperation,
  transaction: transactionOfUpdate,
}

/** What the operation receives, in every version. */
export type UpdateAuthorizationRequest = Infer<typeof canonicalRequest>
