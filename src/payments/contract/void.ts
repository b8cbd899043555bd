// VOID: undoes a transaction of the order before the acquirer has settled it.
import { enumeration } from '../../contract/field-types.ts'
import {
  transactionOfVoid30,
  transactionOfVoid50,
  transactionOfVoid100,
} from '../../contract/groups/later-transaction.ts'
import { operation } from '../../contract/operation.ts'
import { transactionRoute } from '../../contract/routes.ts'
import { fixed, type Infer, inOrder, required, without } from '../../contract/row.ts'
import { canonicalLaterRequest, laterRequest, laterResponse, laterRules } from './later-request.ts'

const apiOperation = fixed(enumeration(['VOID']))

// Details of a purchase that a void cannot change.
const notOfVoid = ['accountFunding', 'agreement', 'airline', 'currencyConversion', 'paymentPlan'] as const

const request30 = inOrder({ ...laterRequest[30], apiOperation, transaction: required(transactionOfVoid30) })

const request50 = inOrder({
  ...without(laterRequest[50], ...notOfVoid),
  apiOperation,
  transaction: required(transactionOfVoid50),
})

const request100 = inOrder({
  ...without(laterRequest[100], ...notOfVoid),
  apiOperation,
  transaction: required(transactionOfVoid100),
})

/** VOID, by the first version each contract holds for. */
export const voidTransaction = operation({
  name: 'VOID',
  route: transactionRoute,
  versions: {
    15: { request: request30, response: laterResponse[15], rules: laterRules[30] },
    30: { request: request30, response: laterResponse[30], rules: laterRules[30] },
    50: { request: request50, response: laterResponse[50], rules: laterRules[50] },
    100: { request: request100, response: laterResponse[100], rules: laterRules[50] },
  },
})

/** Every version's rows at their canonical places. Never compiled. */
const canonicalRequest = {
  ...without(canonicalLaterRequest, ...notOfVoid),
  apiOperation,
  transaction: required(transactionOfVoid50),
}

/** What the operation receives, in every version. */
export type VoidRequest = Infer<typeof canonicalRequest>
