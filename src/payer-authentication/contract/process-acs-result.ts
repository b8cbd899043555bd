// PROCESS_ACS_RESULT: reads what the issuer's access control server sent back through the payer's browser.
import { enumeration } from '../../contract/field-types.ts'
import { correlationId } from '../../contract/groups/call.ts'
import { acsResultRequest } from '../../contract/groups/three-d-secure.ts'
import { operation } from '../../contract/operation.ts'
import { processAcsResultRoute } from '../../contract/routes.ts'
import { canonically, fixed, type Infer, required, without } from '../../contract/row.ts'
import { acsResultResponse } from './three-d-secure-response.ts'

const request = {
  '3DSecure': required(canonically('threeDSecure', acsResultRequest)),
  apiOperation: fixed(enumeration(['PROCESS_ACS_RESULT'])),
  correlationId,
}

/** PROCESS_ACS_RESULT, by the first version each contract holds for. */
export const processAcsResult = operation({
  name: 'PROCESS_ACS_RESULT',
  route: processAcsResultRoute,
  versions: {
    15: { request, response: acsResultResponse[15] },
    50: { request, response: acsResultResponse[50] },
  },
})

/** Every version's rows at their canonical places. Never compiled. */
const canonicalRequest = { ...without(request, '3DSecure'), threeDSecure: required(acsResultRequest) }

/** What the operation receives, in every version. */
export type ProcessAcsResultRequest = Infer<typeof canonicalRequest>
