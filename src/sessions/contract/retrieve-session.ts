// RETRIEVE_SESSION: the values of a session, masked.
import { operation } from '../../contract/operation.ts'
import { retrieveSessionRoute } from '../../contract/routes.ts'
import { retrievalRequest } from '../../payments/contract/retrieve-transaction.ts'
import { retrievedSessionResponse } from './session-response.ts'

/** RETRIEVE_SESSION, by the first version each contract holds for. */
export const retrieveSession = operation({
  name: 'RETRIEVE_SESSION',
  route: retrieveSessionRoute,
  versions: {
    15: { request: retrievalRequest, response: retrievedSessionResponse[15] },
    30: { request: retrievalRequest, response: retrievedSessionResponse[30] },
    50: { request: retrievalRequest, response: retrievedSessionResponse[50] },
    100: { request: retrievalRequest, response: retrievedSessionResponse[100] },
  },
})
