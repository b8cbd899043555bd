// REFUND: gives captured money back, in full or in part. Standalone, it gives money to a payer who paid elsewhere.
import { enumeration } from '../../contract/field-types.ts'
import { airlineOfRefund100 } from '../../contract/groups/airline.ts'
import {
  transactionOfRefund,
  transactionOfRefund30,
  transactionOfRefund50,
  transactionOfRefund100,
} from '../../contract/groups/later-transaction.ts'
import { actionOfRefund50 } from '../../contract/groups/risk.ts'
import { operation } from '../../contract/operation.ts'
import { transactionRoute } from '../../contract/routes.ts'
import { fixed, type Infer, inOrder, required } from '../../contract/row.ts'
import { amountsAboveZero } from '../../contract/rules/amounts.ts'
import { canonicalLaterRequest, laterRequest, laterResponse, laterRules } from './later-request.ts'

const apiOperation = fixed(enumeration(['REFUND']))

const request30 = inOrder({ ...laterRequest[30], apiOperation, transaction: required(transactionOfRefund30) })

const request50 = inOrder({
  ...laterRequest[50],
  action: actionOfRefund50,
  apiOperation,
  transaction: required(transactionOfRefund50),
})

const request100 = inOrder({
  ...laterRequest[100],
  action: actionOfRefund50,
  airline: airlineOfRefund100,
  apiOperation,
  transaction: required(transactionOfRefund100),
})

const rules30 = [amountsAboveZero, ...laterRules[30]]
const rules50 = [amountsAboveZero, ...laterRules[50]]

/** REFUND, by the first version each contract holds for. */
export const refund = operation({
  name: 'REFUND',
  route: transactionRoute,
  versions: {
    15: { request: request30, response: laterResponse[15], rules: rules30 },
    30: { request: request30, response: laterResponse[30], rules: rules30 },
    50: { request: request50, response: laterResponse[50], rules: rules50 },
    100: { request: request100, response: laterResponse[100], rules: rules50, traits: { needsRefundTarget: true } },
  },
})

/** Every version's rows at their canonical places. Never compiled. */
const canonicalRequest = {
  ...canonicalLaterRequest,
  action: actionOfRefund50,
  apiOperation,
  transaction: required(transactionOfRefund),
}

/** What the operation receives, in every version. */
export type RefundRequest = Infer<typeof canonicalRequest>
