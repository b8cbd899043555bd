// The operations of 3-D Secure 1, and the response about such an authentication, version by version. Each operation returns
// its own part of it.

import { enumeration } from '../../contract/field-types.ts'
import { correlationId } from '../../contract/groups/call.ts'
import { orderRows } from '../../contract/groups/order.ts'
import { session } from '../../contract/groups/session.ts'
import {
  sourceOfFundsOfAuthentication15,
  sourceOfFundsOfAuthentication50,
} from '../../contract/groups/source-of-funds.ts'
import {
  acsResultRequest,
  acsResultResponse15,
  acsResultResponse50,
  enrollmentRequest,
  enrollmentResponse15,
  enrollmentResponse50,
  threeDSecureOnWire,
  threeDSecureResponse15,
  threeDSecureResponse50,
  threeDSecureResponseGroup,
  threeDSecureResponseGroup15,
  threeDSecureResponseGroup50,
} from '../../contract/groups/three-d-secure.ts'
import { results } from '../../contract/groups/values.ts'
import { operation } from '../../contract/operation.ts'
import {
  checkEnrollmentRoute,
  merchantIdRow,
  processAcsResultRoute,
  retrieveThreeDSecureRoute,
} from '../../contract/routes.ts'
import {
  always,
  canonically,
  conditional,
  decided,
  fixed,
  type GroupRow,
  group,
  type Infer,
  type InferResponse,
  required,
  without,
} from '../../contract/row.ts'
import { decimalsOfTheCurrency } from '../../contract/rules/amounts.ts'
import { cardNumberPlausible } from '../../contract/rules/instruments.ts'
import { retrievalRequest } from '../../payments/contract/retrieve-transaction.ts'

const merchant = always(merchantIdRow)
const result = always(decided('choices', enumeration(results)))
const threeDSecureId = always(threeDSecureOnWire['3DSecureId'])

function response15<R extends GroupRow>(threeDSecure: R) {
  return {
    '3DSecure': canonically('threeDSecure', threeDSecure),
    '3DSecureId': threeDSecureId,
    correlationId,
    merchant,
    response: always(threeDSecureResponseGroup15),
    result,
  }
}

function response50<R extends GroupRow>(threeDSecure: R) {
  return { ...response15(threeDSecure), response: always(threeDSecureResponseGroup50) }
}

/** The rows of what the enrollment check answers; each number is the first version that has them. */
export const enrollmentResponse = {
  15: response15(enrollmentResponse15),
  50: response50(enrollmentResponse50),
} as const

/** The same when the issuer's result was processed. */
export const acsResultResponse = { 15: response15(acsResultResponse15), 50: response50(acsResultResponse50) } as const

/** The same with everything that is known. */
export const threeDSecureResponse = {
  15: response15(threeDSecureResponse15),
  50: response50(threeDSecureResponse50),
} as const

/** Every version's rows at their canonical places: what operations fill in. Never compiled. */
const canonicalThreeDSecureResponse = {
  ...without(threeDSecureResponse[50], '3DSecure', '3DSecureId'),
  response: always(threeDSecureResponseGroup),
  threeDSecure: threeDSecureResponse15,
  threeDSecureId,
}

export type ThreeDSecureResponse = InferResponse<typeof canonicalThreeDSecureResponse>

// CHECK_3DS_ENROLLMENT: asks whether a card takes part in 3-D Secure 1, under an id that the merchant chooses.

const request15 = {
  '3DSecure': required(canonically('threeDSecure', enrollmentRequest)),
  apiOperation: fixed(enumeration(['CHECK_3DS_ENROLLMENT'])),
  correlationId,
  order: required(group({ amount: required(orderRows.amount), currency: required(orderRows.currency) })),
  session,
  sourceOfFunds: conditional(sourceOfFundsOfAuthentication15),
}

const request50 = { ...request15, sourceOfFunds: conditional(sourceOfFundsOfAuthentication50) }

const rules = [decimalsOfTheCurrency, cardNumberPlausible]

/** CHECK_3DS_ENROLLMENT, by the first version each contract holds for. */
export const checkEnrollment = operation({
  name: 'CHECK_3DS_ENROLLMENT',
  route: checkEnrollmentRoute,
  versions: {
    15: { request: request15, response: enrollmentResponse[15], rules },
    50: { request: request50, response: enrollmentResponse[50], rules },
  },
})

/** Every version's rows at their canonical places. Never compiled. */
const canonicalEnrollmentRequest = { ...without(request50, '3DSecure'), threeDSecure: required(enrollmentRequest) }

/** What the operation receives, in every version. */
export type CheckEnrollmentRequest = Infer<typeof canonicalEnrollmentRequest>

// PROCESS_ACS_RESULT: reads what the issuer's access control server sent back through the payer's browser.

const acsRequest = {
  '3DSecure': required(canonically('threeDSecure', acsResultRequest)),
  apiOperation: fixed(enumeration(['PROCESS_ACS_RESULT'])),
  correlationId,
}

/** PROCESS_ACS_RESULT, by the first version each contract holds for. */
export const processAcsResult = operation({
  name: 'PROCESS_ACS_RESULT',
  route: processAcsResultRoute,
  versions: {
    15: { request: acsRequest, response: acsResultResponse[15] },
    50: { request: acsRequest, response: acsResultResponse[50] },
  },
})

/** Every version's rows at their canonical places. Never compiled. */
const canonicalAcsRequest = { ...without(acsRequest, '3DSecure'), threeDSecure: required(acsResultRequest) }

/** What the operation receives, in every version. */
export type ProcessAcsResultRequest = Infer<typeof canonicalAcsRequest>

// RETRIEVE_3DS_RESULT: the status of an authentication by 3-D Secure 1.

/** RETRIEVE_3DS_RESULT, by the first version each contract holds for. */
export const retrieveThreeDSecureResult = operation({
  name: 'RETRIEVE_3DS_RESULT',
  route: retrieveThreeDSecureRoute,
  versions: {
    15: { request: retrievalRequest, response: threeDSecureResponse[15] },
    50: { request: retrievalRequest, response: threeDSecureResponse[50] },
  },
})
