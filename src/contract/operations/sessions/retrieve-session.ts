// RETRIEVE_SESSION: the values of a session, masked.
import { operation } from '../../operation.ts'
import { retrieveSessionRoute } from '../../routes.ts'
import { retrievalRequest } from '../payments/retrieve-transaction.ts'
import { sessionAnswer } from './session-response.ts'

/** RETRIEVE_SESSION, by the first version each contract holds for. */
export const retrieveSession = operation({
  name: 'RETRIEVE_SESSION',
  route: retrieveSessionRoute,
  versions: {
    15: { request: retrievalRequest, answer: sessionAnswer[15] },
    30: { request: retrievalRequest, answer: sessionAnswer[30] },
    50: { request: retrievalRequest, answer: sessionAnswer[50] },
    100: { request: retrievalRequest, answer: sessionAnswer[100] },
  },
})
