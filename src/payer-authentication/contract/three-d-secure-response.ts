// The answer about a 3-D Secure authentication, version by version. Each operation returns its own part of it.
import { enumeration } from '../../contract/field-types.ts'
import { correlationId } from '../../contract/groups/call.ts'
import {
  acsResultAnswer15,
  acsResultAnswer50,
  enrollmentAnswer15,
  enrollmentAnswer50,
  threeDSecureAnswer15,
  threeDSecureAnswer50,
  threeDSecureOnWire,
  threeDSecureResponse,
  threeDSecureResponse15,
  threeDSecureResponse50,
} from '../../contract/groups/three-d-secure.ts'
import { results } from '../../contract/groups/values.ts'
import { merchantIdRow } from '../../contract/routes.ts'
import { always, canonically, decided, type GroupRow, type InferResponse, without } from '../../contract/row.ts'

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
