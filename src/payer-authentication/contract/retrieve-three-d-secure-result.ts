// RETRIEVE_3DS_RESULT: the status of an authentication by 3-D Secure 1.
import { operation } from '../../contract/operation.ts'
import { retrieveThreeDSecureRoute } from '../../contract/routes.ts'
import { retrievalRequest } from '../../payments/contract/retrieve-transaction.ts'
import { threeDSecureResponse } from './three-d-secure-response.ts'

/** RETRIEVE_3DS_RESULT, by the first version each contract holds for. */
export const retrieveThreeDSecureResult = operation({
  name: 'RETRIEVE_3DS_RESULT',
  route: retrieveThreeDSecureRoute,
  versions: {
    15: { request: retrievalRequest, response: threeDSecureResponse[15] },
    50: { request: retrievalRequest, response: threeDSecureResponse[50] },
  },
})
