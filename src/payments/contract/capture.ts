// CAPTURE: moves money that was authorized, in full or in part. Standalone, it moves money that was authorized
// elsewhere.
import { enumeration } from '../../contract/field-types.ts'
import {
  transactionOfCapture,
  transactionOfCapture30,
  transactionOfCapture50,
  transactionOfCapture100,
} from '../../contract/groups/later-transaction.ts'
import { operation } from '../../contract/operation.ts'
import { transactionRoute } from '../../contract/routes.ts'
import { fixed, type Infer, inOrder, required } from '../../contract/row.ts'
import { amountsAboveZero } from '../../contract/rules/amounts.ts'
import { canonicalLaterRequest, laterRequest, laterResponse, laterRules } from './later-request.ts'

const apiOperation = fixed(enumeration(['CAPTURE']))

const request30 = inOrder({ ...laterRequest[30], apiOperation, transaction: required(transactionOfCapture30) })
const request50 = inOrder({ ...laterRequest[50], apiOperation, transaction: required(transactionOfCapture50) })
const request100 = inOrder({ ...laterRequest[100], apiOperation, transaction: required(transactionOfCapture100) })

const rules30 = [amountsAboveZero, ...laterRules[30]]
const rules50 = [amountsAboveZero, ...laterRules[50]]

/** CAPTURE, by the first version each contract holds for. */
export const capture = operation({
  name: 'CAPTURE',
  route: transactionRoute,
  versions: {
    15: { request: request30, response: laterResponse[15], rules: rules30 },
    30: { request: request30, response: laterResponse[30], rules: rules30 },
    50: { request: request50, response: laterResponse[50], rules: rules50 },
    100: { request: request100, response: laterResponse[100], rules: rules50 },
  },
})

/** Every version's rows at their canonical places. Never compiled. */
const canonicalRequest = { ...canonicalLaterRequest, apiOperation, transaction: required(transactionOfCapture) }

/** What the operation receives, in every version. */
export type CaptureRequest = Infer<typeof canonicalRequest>
