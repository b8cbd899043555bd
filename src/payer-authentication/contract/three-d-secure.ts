// The operations of 3-D Secure 1, and the answer about such an authentication, version by version. Each operation returns
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
  acsResultAnswer15,
  acsResultAnswer50,
  acsResultRequest,
  enrollmentAnswer15,
  enrollmentAnswer50,
  enrollmentRequest,
  threeDSecureAnswer15,
  threeDSecureAnswer50,
  threeDSecureOnWire,
  threeDSecureResponse,
  threeDSecureResponse15,
  threeDSecureResponse50,
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

function answer15<R extends GroupRow>(threeDSecure: R) {
  return {
    '3DSecure': canonically('threeDSecure', threeDSecure),
    '3DSecureId': threeDSecureId,
    correlationId,
    merchant,
    response: always(threeDSecureResponse15),
    result,
  }
}

function answer50<R extends GroupRow>(threeDSecure: R) {
  return { ...answer15(threeDSecure), response: always(threeDSecureResponse50) }
}

/** The rows of what the enrollment check answers; each number is the first version that has them. */
export const enrollmentAnswer = { 15: answer15(enrollmentAnswer15), 50: answer50(enrollmentAnswer50) } as const

/** The same when the issuer's result was processed. */
export const acsResultAnswer = { 15: answer15(acsResultAnswer15), 50: answer50(acsResultAnswer50) } as const

/** The same with everything that is known. */
export const threeDSecureAnswer = { 15: answer15(threeDSecureAnswer15), 50: answer50(threeDSecureAnswer50) } as const

/** Every version's rows at their canonical places: what operations fill in. Never compiled. */
const canonicalThreeDSecureAnswer = {
  ...without(threeDSecureAnswer[50], '3DSecure', '3DSecureId'),
  response: always(threeDSecureResponse),
  threeDSecure: threeDSecureAnswer15,
  threeDSecureId,
}

export type ThreeDSecureResponse = InferResponse<typeof canonicalThreeDSecureAnswer>

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
    15: { request: request15, answer: enrollmentAnswer[15], rules },
    50: { request: request50, answer: enrollmentAnswer[50], rules },
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
    15: { request: acsRequest, answer: acsResultAnswer[15] },
    50: { request: acsRequest, answer: acsResultAnswer[50] },
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
    15: { request: retrievalRequest, answer: threeDSecureAnswer[15] },
    50: { request: retrievalRequest, answer: threeDSecureAnswer[50] },
  },
})
