// The response about a 3-D Secure authentication, version by version. Each operation returns its own part of it.
import { enumeration } from '../../contract/field-types.ts'
import { correlationId } from '../../contract/groups/call.ts'
import {
  acsResultResponse15,
  acsResultResponse50,
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
import { merchantIdRow } from '../../contract/routes.ts'
import { always, canonically, decided, type GroupRow, type InferResponse, without } from '../../contract/row.ts'

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
